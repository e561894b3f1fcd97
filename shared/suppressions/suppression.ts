import type { Page } from "#shared/platform/ports.ts";

/**
 * Why an address gets no mail: the account suppressed it, a delivery to it failed permanently, its owner unsubscribed, complained, or asked in an
 * answer.
 */
export type SuppressionReason = "manual" | "bounced" | "unsubscribed" | "complained" | "asked";

/** An address, or a whole domain, to which an account sends nothing. */
export interface Suppression {
  readonly id: string;
  readonly userId: string;
  /** The address in lower case, as recipients are compared. Without an `@` it is a domain, and covers every address of that domain. */
  readonly email: string;
  readonly reason: SuppressionReason;
  /** The send that bounced, about which its recipient complained, whose link was used to unsubscribe, or whose answer asked for no more email. */
  readonly sendId?: string;
  /** The mailbox of that send, so that a tenant learns what its own mail caused. */
  readonly mailboxId?: string;
  readonly createdAt: Date;
}

/**
 * The form in which suppressions are stored and compared: lower case. Local parts are case-sensitive by RFC 5321, but in practice no two people
 * differ only by case.
 */
export const suppressionKey = (email: string): string => email.toLowerCase();

/** Whether it is a domain. */
export const isDomain = ({ email }: Pick<Suppression, "email">): boolean => !email.includes("@");

/** The keys under which an address may be suppressed: the address itself, and its domain. */
export const suppressionKeys = (email: string): readonly [address: string, domain: string] => {
  const address = suppressionKey(email);
  return [address, address.slice(address.lastIndexOf("@") + 1)];
};

/** Why each of these addresses is suppressed, by the address in lower case; an address's own suppression takes precedence over its domain's. */
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

/** The sender and the recipient of a send with an unsubscribe link. */
export interface LinkedSend {
  readonly sender: { readonly name: string; readonly email: string };
  readonly recipient: string;
  /** The recipient's suppression, if its reason is `unsubscribed`. */
  readonly unsubscribed: Pick<Suppression, "sendId" | "createdAt"> | undefined;
}

/** The addresses and domains to which accounts do not send; each is listed once in an account. */
export interface Suppressions {
  /**
   * Adds up to 1,000 addresses and domains with the reason `manual`; existing suppressions are unchanged. Returns all of them, in the given order.
   */
  add(userId: string, emails: readonly string[]): Promise<readonly Suppression[]>;
  /**
   * The reasons of those addresses that are suppressed, directly or by their domain, by the address in lower case; one query for some thousands of
   * addresses.
   */
  among(userId: string, emails: readonly string[]): Promise<ReadonlyMap<string, SuppressionReason>>;
  /** Newest first. */
  list(userId: string, filter: SuppressionFilter, page: Page): Promise<readonly Suppression[]>;
  /** Removes a suppression by id, address or domain; false when the account has no such suppression. */
  remove(userId: string, idOrEmail: string): Promise<boolean>;
  /**
   * The sender and the recipient of a send, and the recipient's suppression when the recipient has unsubscribed; undefined when there is no such
   * send.
   */
  linked(sendId: string): Promise<LinkedSend | undefined>;
  /** Removes the suppression that the send's link added since `since`; one that existed before stays. */
  resubscribe(sendId: string, since: Date): Promise<boolean>;
  /**
   * Suppresses a send's recipient at the recipient's request, with the reason `unsubscribed` in place of any other. Returns the suppression's id;
   * undefined when there is no such send.
   */
  unsubscribe(sendId: string): Promise<string | undefined>;
}
