import type { Page } from "../ports.ts";
import type { Suppression, SuppressionReason } from "./suppression.ts";

/** What a list of suppressions filters by; `email` is an address, or a domain that is suppressed as a whole. */
export interface SuppressionFilter {
  readonly email?: string | undefined;
  readonly reason?: SuppressionReason | undefined;
}

/** The two ends of a send with an unsubscribe link. */
export interface LinkedSend {
  readonly sender: { readonly name: string; readonly email: string };
  readonly recipient: string;
  /** The recipient's suppression, where its reason is `unsubscribed`. */
  readonly unsubscribed: Pick<Suppression, "sendId" | "createdAt"> | undefined;
}

/** The addresses and domains that accounts send nothing to; each stands once an account. */
export interface Suppressions {
  /** Adds up to 1,000 addresses and domains with the reason `manual`; what is suppressed already stays as it is. Answers all of them, in the order given. */
  add(userId: string, emails: readonly string[]): Promise<readonly Suppression[]>;
  /** Which of the addresses are suppressed, by themselves or by their domain, and why, by the address in lower case; one query for up to some thousands. */
  among(userId: string, emails: readonly string[]): Promise<ReadonlyMap<string, SuppressionReason>>;
  /** Newest first. */
  list(userId: string, filter: SuppressionFilter, page: Page): Promise<readonly Suppression[]>;
  /** By id, address or domain; false when the account suppresses none such. */
  remove(userId: string, idOrEmail: string): Promise<boolean>;
  /** Sender and recipient of a send, and how the recipient unsubscribed, where that is so; undefined when there is no such send. */
  linked(sendId: string): Promise<LinkedSend | undefined>;
  /** Removes what the send's link has made since then; what it only renamed was suppressed before, and stays. */
  resubscribe(sendId: string, since: Date): Promise<void>;
  /** Suppresses a send's recipient, who asked for it: whatever the reason was, it is `unsubscribed` then. Answers the id; undefined when there is no such send. */
  unsubscribe(sendId: string): Promise<string | undefined>;
}
