import type { Page } from "../ports.ts";
import type { Suppression, SuppressionReason } from "./suppression.ts";

/** The filters of the list of suppressions; `email` is an address, or a domain that is suppressed as a whole. */
export interface SuppressionFilter {
  readonly email?: string | undefined;
  readonly reason?: SuppressionReason | undefined;
}

/** Sender and recipient of a send with an unsubscribe link. */
export interface LinkedSend {
  readonly sender: { readonly name: string; readonly email: string };
  readonly recipient: string;
  /** The recipient's suppression, if its reason is `unsubscribed`. */
  readonly unsubscribed: Pick<Suppression, "sendId" | "createdAt"> | undefined;
}

/** The addresses and domains to which accounts send nothing; each is listed once in an account. */
export interface Suppressions {
  /**
   * Adds up to 1,000 addresses and domains with the reason `manual`; existing suppressions stay as they are. Returns all of them, in the order given.
   */
  add(userId: string, emails: readonly string[]): Promise<readonly Suppression[]>;
  /**
   * Which of the addresses are suppressed, directly or by their domain, and why, by the address in lower case; one query for up to some thousands.
   */
  among(userId: string, emails: readonly string[]): Promise<ReadonlyMap<string, SuppressionReason>>;
  /** Newest first. */
  list(userId: string, filter: SuppressionFilter, page: Page): Promise<readonly Suppression[]>;
  /** Removes by id, address or domain; false when the account has no such suppression. */
  remove(userId: string, idOrEmail: string): Promise<boolean>;
  /** Sender and recipient of a send, and how the recipient unsubscribed, if so; undefined when there is no such send. */
  linked(sendId: string): Promise<LinkedSend | undefined>;
  /** Removes the suppression that the send's link added since then; one that existed before stays. */
  resubscribe(sendId: string, since: Date): Promise<boolean>;
  /**
   * Suppresses a send's recipient at his request, with the reason `unsubscribed` whatever it was before. Returns the id; undefined when there is no
   * such send.
   */
  unsubscribe(sendId: string): Promise<string | undefined>;
}
