import type { Page } from "#shared/platform/ports.ts";

/** Why an address gets no mail: the account suppressed it, a delivery to it failed permanently, its owner unsubscribed, or complained. */
export type SuppressionReason = "manual" | "bounced" | "unsubscribed" | "complained";

/** An address, or a whole domain, to which an account sends nothing. */
export interface Suppression {
  readonly id: string;
  readonly userId: string;
  /** In lower case, as recipients are compared; without an `@` it is a domain, and covers each address at it. */
  readonly email: string;
  readonly reason: SuppressionReason;
  /** The send that bounced, or whose recipient unsubscribed. */
  readonly sendId?: string;
  /** The mailbox of that send: by it a tenant learns of what its own mail caused. */
  readonly mailboxId?: string;
  readonly createdAt: Date;
}

/**
 * The form in which suppressions are stored and compared: lower case. Local parts are case-sensitive by RFC 5321, but in practice no two people
 * differ only by case.
 */
export const suppressionKey = (email: string): string => email.toLowerCase();

/** Whether it is a domain, and no address. */
export const isDomain = ({ email }: Pick<Suppression, "email">): boolean => !email.includes("@");

/** The keys by which an address may be suppressed: itself, and its domain. */
export const suppressionKeys = (email: string): readonly [address: string, domain: string] => {
  const address = suppressionKey(email);
  return [address, address.slice(address.lastIndexOf("@") + 1)];
};

/** Why each of the addresses is suppressed, by the address in lower case; an address's own suppression wins over its domain's. */
export const reasonsFor = (
  emails: readonly string[],
  rows: readonly Pick<Suppression, "email" | "reason">[],
): ReadonlyMap<string, SuppressionReason> => {
  const reasons = new Map(rows.map(({ email, reason }) => [email, reason]));
  return new Map(
    emails.flatMap((email) => {
      const [address, domain] = suppressionKeys(email);
      const reason = reasons.get(address) ?? reasons.get(domain);
      return reason ? [[address, reason] as const] : [];
    }),
  );
};

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
