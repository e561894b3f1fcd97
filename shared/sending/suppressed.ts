import { type FieldError, Refusal } from "#shared/platform/errors.ts";
import { type Suppressions, suppressionKey, type SuppressionReason } from "#shared/suppressions/suppression.ts";
import { type Recipient, recipientsOf } from "./recipients.ts";
import type { Send } from "./send.ts";

/** The ports of looking recipients up. */
export interface SuppressedPorts {
  readonly suppressions: Pick<Suppressions, "among">;
}

type Addressed = Parameters<typeof recipientsOf>[0] & Pick<Send, "userId">;

/** A recipient to whom the account's mail is not sent. */
export interface Suppressed extends Recipient {
  readonly reason: SuppressionReason;
}

/** Finds the suppressed recipients among those of one account's emails, with one query for all of them. */
export const suppressedAmong = async (
  { suppressions }: SuppressedPorts,
  emails: readonly Addressed[],
): Promise<(email: Addressed) => readonly Suppressed[]> => {
  const [first] = emails;
  if (!first) return () => [];
  const addresses = new Set(emails.flatMap((email) => recipientsOf(email).map((recipient) => recipient.email)));
  const found = await suppressions.among(first.userId, [...addresses]);
  return (email) =>
    recipientsOf(email).flatMap((recipient) => {
      const reason = found.get(suppressionKey(recipient.email));
      return reason ? [{ ...recipient, reason }] : [];
    });
};

/** The fields that name suppressed recipients. */
export const suppressedFields = (found: readonly Suppressed[]): readonly FieldError[] =>
  found.map(({ field, reason }) => ({ field, message: `is suppressed: ${reason}` }));

/**
 * The 409 for a recipient that unsubscribed, or to which mail cannot be delivered; `details` is text, as in every conflict.
 */
export const recipientSuppressed = (found: readonly Suppressed[]) => {
  const details = suppressedFields(found).map(({ field, message }) => `${field} ${message}`);
  return new Refusal("recipientSuppressed", "A recipient is suppressed", { details: details.join(", ") });
};
