import type { SealedMailboxes } from "#shared/mailboxes/ports.ts";
import type { Page } from "#shared/platform/ports.ts";
import type { ConnectLink, Consent, KeptStep } from "./connect-link.ts";

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
  /** What a browser's page shows next, with the hash of its secret. */
  readonly step?: KeptStep & { readonly browser: string; readonly until: Date };
}

/** The links of all accounts, for their pages: who has a token may use its link. */
export interface OpenLinks {
  findByToken(tokenHash: string): Promise<SeenLink | undefined>;
  /** Keeps what the providers' answers must match, instead of earlier consents; nothing for a link that is no longer open. */
  beginConsents(link: ConnectLink, browserHash: string, consents: readonly Consent[], forMs: number): Promise<void>;
  /** Keeps what this browser's page shows next, instead of an earlier step; nothing for a link that is no longer open. */
  keepStep(link: ConnectLink, browserHash: string, step: KeptStep, forMs: number): Promise<void>;
  /** Takes the consent that this browser began at this provider, once, and ends its others: undefined for any other browser, state or provider, and after its time. */
  takeConsent(
    linkId: string,
    browserHash: string,
    answer: Pick<Consent, "state" | "provider">,
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
