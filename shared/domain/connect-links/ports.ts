import type { SealedMailboxes } from "../mailboxes/ports.ts";
import type { Page } from "../ports.ts";
import type { ConnectLink, Consent } from "./connect-link.ts";

/** Which links a list has. */
export interface LinkFilter {
  readonly status?: "open" | "completed" | "expired" | undefined;
  readonly tenants?: readonly string[] | undefined;
}

/** The connect links of an account. */
export interface ConnectLinks {
  /** Stores a link with the hash of its token. */
  insert(link: ConnectLink, tokenHash: string): Promise<void>;
  find(userId: string, id: string): Promise<ConnectLink | undefined>;
  /** Newest first. */
  list(userId: string, filter: LinkFilter, page: Page): Promise<readonly ConnectLink[]>;
  /** False when not found. */
  delete(userId: string, id: string): Promise<boolean>;
}

/** A link as its page sees it. */
export interface SeenLink extends ConnectLink {
  /** The hash of the secret of the browser that completed it. */
  readonly completedBy?: string;
}

/** The links of all accounts, for their pages: who has a token may use its link. */
export interface OpenLinks {
  findByToken(tokenHash: string): Promise<SeenLink | undefined>;
  /** Keeps what the provider's answer must match, instead of an earlier consent; nothing for a link that is no longer open. */
  beginConsent(link: ConnectLink, browserHash: string, consent: Consent, forMs: number): Promise<void>;
  /** Takes the consent that this browser began, once: undefined for any other browser or state, and after its time. */
  takeConsent(
    linkId: string,
    browserHash: string,
    state: string,
  ): Promise<{ readonly link: SeenLink; readonly verifier: string } | undefined>;
  /** Counts a failed try and records its event. */
  fail(link: ConnectLink, lastError: string): Promise<void>;
}

/**
 * The mailboxes as a link's page writes them: what connects a mailbox completes the link in the same transaction and records its event. Throws
 * LinkClosed, and writes nothing, when the link is no longer open.
 */
export type MailboxesOfLink = (link: ConnectLink, browserHash: string) => SealedMailboxes;

/** Somebody else has completed the link, or its time is over. */
export class LinkClosed extends Error {
  override readonly name = "LinkClosed";
}
