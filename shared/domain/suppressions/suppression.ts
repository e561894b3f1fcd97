/** Why an address gets no mail: its account said so, a delivery to it failed for good, its owner unsubscribed, or complained. */
export type SuppressionReason = "manual" | "bounced" | "unsubscribed" | "complained";

/** An address, or a whole domain, that an account sends nothing to. */
export interface Suppression {
  readonly id: string;
  readonly userId: string;
  /** In lower case, as recipients are compared; without an `@` it is a domain, and stands for each address at it. */
  readonly email: string;
  readonly reason: SuppressionReason;
  /** The send that bounced, or whose recipient unsubscribed. */
  readonly sendId?: string;
  readonly createdAt: Date;
}

/** An address as suppressions are kept and compared: the domain is in lower case already, and nobody means another person by the case of the rest. */
export const suppressionKey = (email: string): string => email.toLowerCase();

/** Whether it is a domain, and no address. */
export const isDomain = ({ email }: Pick<Suppression, "email">): boolean => !email.includes("@");

/** What an address is suppressed by: itself, or its domain. */
export const suppressionKeys = (email: string): readonly [address: string, domain: string] => {
  const address = suppressionKey(email);
  return [address, address.slice(address.lastIndexOf("@") + 1)];
};

/** Why each of the addresses is suppressed, by the address in lower case: its own reason goes before its domain's. */
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
