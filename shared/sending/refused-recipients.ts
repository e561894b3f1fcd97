import { type FieldError, Refusal } from "#shared/platform/errors.ts";
import { type Suppressions, suppressionKey, type SuppressionReason, suppressionKeys } from "#shared/suppressions/suppression.ts";
import { type Recipient, recipientsOf } from "./recipients.ts";
import type { Send } from "./send.ts";
import type { ContactLimit } from "#shared/accounts/credits.ts";
import type { KeyInUse } from "#shared/accounts/auth/ports.ts";
import { isFreemail } from "#shared/mailboxes/dns/mail-providers.ts";
import { durationMs } from "#shared/platform/duration.ts";

/** The dependencies of finding suppressed recipients. */
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

/** A first email that counts against the limit. */
export interface Contacted {
  readonly sendId: string;
  readonly mailboxId: string;
  /** When it left, or is to leave. */
  readonly at: Date;
}

/** The key under which a limit counts this recipient: the address, or `@` and its domain, in lower case. */
export const contactKey = ({ per }: Pick<ContactLimit, "per">, toEmail: string): string => {
  const [address, domain] = suppressionKeys(toEmail);
  return per === "address" || isFreemail(domain) ? address : `@${domain}`;
};

/** The fields of a send that decide, as a record or a document has them. */
interface Timed {
  readonly createdAt: Date;
  readonly scheduledAt?: Date | undefined;
  readonly sentAt?: Date | undefined;
}
interface Outcome {
  readonly status: Send["status"];
  readonly stage?: Send["stage"] | undefined;
}

/** When a send left, or else is scheduled to leave. */
export const leavesAt = ({ sentAt, scheduledAt, createdAt }: Timed): Date => sentAt ?? scheduledAt ?? createdAt;

/** Whether a send counts as a contact: it reached a server or still may. One that was cancelled, or failed before a server accepted it, does not. */
export const isContact = ({ status, stage }: Outcome): boolean => status !== "cancelled" && !(status === "failed" && stage !== "intent");

/** Whether an email begins a conversation: an answer, a forward and a follow-up do not. */
export const isFirst = ({
  kind = "",
  waitsFor,
  inReplyTo,
}: { readonly [K in "kind" | "waitsFor" | "inReplyTo"]?: Send[K] | undefined }): boolean =>
  kind === "" && waitsFor === undefined && inReplyTo === undefined;

/** A first email to check against the limit of contacts, with the tenant of its mailbox; "" for none. */
export interface FirstEmail {
  readonly send: Pick<Send, "id" | "mailboxId" | "toEmail"> & Timed;
  readonly tenant: string;
}

/** The first emails that the limit refuses, each with the latest one before it; those before them in the list count, too. */
export const contactedAmong = (
  limit: ContactLimit,
  asking: readonly FirstEmail[],
  earlier: (tenant: string, key: string) => readonly Contacted[],
): ReadonlyMap<string, Contacted> => {
  const withinMs = durationMs(limit.within) ?? 0;
  const known = new Map<string, Contacted[]>();
  const refused = new Map<string, Contacted>();
  for (const { send, tenant } of asking) {
    const key = contactKey(limit, send.toEmail);
    const name = `${tenant} ${key}`;
    const those = known.get(name) ?? [...earlier(tenant, key)];
    known.set(name, those);
    const at = leavesAt(send);
    const near = those.filter((one) => Math.abs(one.at.getTime() - at.getTime()) < withinMs);
    const [latest] = near.toSorted((a, b) => b.at.getTime() - a.at.getTime());
    if (latest && near.length >= limit.count) refused.set(send.id, latest);
    else those.push({ sendId: send.id, mailboxId: send.mailboxId, at });
  }
  return refused;
};

/** Why a recipient may not be contacted, for people; a key that is bound to other mailboxes is not told which email it was. */
export const contactedField = ({ sendId, mailboxId, at }: Contacted, { bounds }: Pick<KeyInUse, "bounds">): FieldError => {
  const isSeen = bounds?.mailboxIds === undefined || bounds.mailboxIds.includes(mailboxId);
  return { field: "to", message: isSeen ? `was contacted by ${sendId} at ${at.toISOString()}` : "was contacted recently" };
};

/** The 409 for a recipient who was contacted recently; `details` is a text, as in every conflict. */
export const recentlyContacted = (contacted: Contacted, by: Pick<KeyInUse, "bounds">): Refusal => {
  const { field, message } = contactedField(contacted, by);
  return new Refusal("recentlyContacted", "The recipient was contacted recently", { details: `${field} ${message}` });
};
