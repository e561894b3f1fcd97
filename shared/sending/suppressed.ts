import { type FieldError, Refusal } from "#shared/platform/errors.ts";
import { type Suppressions, suppressionKey, type SuppressionReason } from "#shared/suppressions/suppression.ts";
import { type Recipient, recipientsOf } from "./recipients.ts";
import type { Send } from "./send.ts";

/** The ports of finding suppressed recipients. */
export interface SuppressedPorts {
  readonly suppressions: Pick<Suppressions, "among">;
}

type Addressed = Parameters<typeof recipientsOf>[0] & Pick<Send, "userId">;

/** A suppressed recipient, who gets no mail from the account. */
export interface Suppressed extends Recipient {
  readonly reason: SuppressionReason;
}

/** Finds the suppressed recipients of one account's emails, with one query for all of them. */
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

/** Why an email to this address is cancelled by what is suppressed; undefined when its `to` is not. */
export const cancelledBy = (found: readonly Suppressed[], toEmail: string): "suppressed" | "asked" | undefined => {
  const to = found.find(({ email }) => email === toEmail);
  return to && (to.reason === "asked" ? "asked" : "suppressed");
};

/** A field error for each suppressed recipient. */
export const suppressedFields = (found: readonly Suppressed[]): readonly FieldError[] =>
  found.map(({ field, reason }) => ({ field, message: `is suppressed: ${reason}` }));

/** The 409 for suppressed recipients; `details` is a text, as in every conflict. */
export const recipientSuppressed = (found: readonly Suppressed[]) => {
  const details = suppressedFields(found).map(({ field, message }) => `${field} ${message}`);
  return new Refusal("recipientSuppressed", "A recipient is suppressed", { details: details.join(", ") });
};
