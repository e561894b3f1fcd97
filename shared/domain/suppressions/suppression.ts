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
