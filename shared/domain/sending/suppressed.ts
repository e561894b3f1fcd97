import { type FieldError, Refusal } from "../errors.ts";
import type { Suppressions } from "../suppressions/ports.ts";
import { suppressionKey, type SuppressionReason } from "../suppressions/suppression.ts";
import { type Recipient, recipientsOf } from "./recipients.ts";
import type { Send } from "./send.ts";

/** The ports of looking recipients up. */
export interface SuppressedPorts {
  readonly suppressions: Pick<Suppressions, "among">;
}

type Addressed = Parameters<typeof recipientsOf>[0] & Pick<Send, "userId">;

/** A recipient that gets no mail of the account. */
export interface Suppressed extends Recipient {
  readonly reason: SuppressionReason;
}

/** Which recipients of one account's emails are suppressed; one query for all of them. */
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

/** 409: a recipient asked for no more mail, or takes none; `details` is text, as of every conflict (contract/README.md, "Ground rules"). */
export const recipientSuppressed = (found: readonly Suppressed[]) => {
  const details = suppressedFields(found).map(({ field, message }) => `${field} ${message}`);
  return new Refusal("recipientSuppressed", "A recipient is suppressed", { details: details.join(", ") });
};
