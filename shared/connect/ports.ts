import type { SealedMailboxes } from "#shared/mailboxes/ports.ts";
import type { Page } from "#shared/platform/ports.ts";
import type { ConnectLink, Consent, KeptStep } from "./connect-link.ts";

/** The filters of a list of links. */
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
  /** The next step of a browser's page, with the hash of the browser's secret. */
  readonly step?: KeptStep & { readonly browser: string; readonly until: Date };
}

/** The links of all accounts, as their pages use them: the token is the permission. */
export interface OpenLinks {
  findByToken(tokenHash: string): Promise<SeenLink | undefined>;
  /** Stores the started consents in place of earlier ones; does nothing when the link is no longer open. */
  beginConsents(link: ConnectLink, browserHash: string, consents: readonly Consent[], forMs: number): Promise<void>;
  /** Stores the next step of this browser's page in place of an earlier one; does nothing when the link is no longer open. */
  keepStep(link: ConnectLink, browserHash: string, step: KeptStep, forMs: number): Promise<void>;
  /**
   * Takes the consent that this browser started at this provider, once, and deletes its other ones. Undefined for any other browser, state or
   * provider, and after its time.
   */
  takeConsent(
    linkId: string,
    browserHash: string,
    answer: Pick<Consent, "state" | "provider">,
  ): Promise<(Pick<Consent, "verifier" | "oauthClientId"> & { readonly link: SeenLink }) | undefined>;
  /** Counts a failed attempt and records its event. */
  fail(link: ConnectLink, lastError: string): Promise<void>;
}

/**
 * The mailboxes as a link's page writes them: connecting a mailbox also completes the link and records its event, in the same transaction. Throws
 * LinkClosed, and writes nothing, when the link is no longer open.
 */
export type MailboxesOfLink = (link: ConnectLink, browserHash: string) => SealedMailboxes;

/** The link was completed by another browser, or has expired. */
export class LinkClosed extends Error {
  override readonly name = "LinkClosed";
}
