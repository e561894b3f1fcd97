/** Why an address gets no mail: its account said so, a delivery to it failed for good, or its owner unsubscribed. */
export type SuppressionReason = "manual" | "bounced" | "unsubscribed";

/** An address that an account sends nothing to. */
export interface Suppression {
  readonly id: string;
  readonly userId: string;
  /** In lower case, as recipients are compared. */
  readonly email: string;
  readonly reason: SuppressionReason;
  /** The send that bounced, or whose recipient unsubscribed. */
  readonly sendId?: string;
  readonly createdAt: Date;
}

/** An address as suppressions are kept and compared: the domain is in lower case already, and nobody means another person by the case of the rest. */
export const suppressionKey = (email: string): string => email.toLowerCase();
