import type { ObjectId } from "mongodb";
import { type LinkedMessage, type RecordedOnSend, recordedBy } from "../../../domain/inbox/store/correct-mail.ts";
import { suppressReported } from "../../../domain/inbox/store/suppress-reported.ts";
import type { BouncedRecipient } from "../../../domain/sending/recipients.ts";
import { conflict } from "../../../domain/errors.ts";
import { oid } from "../documents.ts";
import { recordEvent } from "../events/event-documents.ts";
import { type SendDocument, sendsOf } from "../sending/send-documents.ts";
import { dropSuppressions } from "../suppressions/suppressions.ts";
import { messagesOf } from "./message-documents.ts";
import { pageSuppressions } from "./store-page/page-suppressions.ts";
import type { Transaction } from "./thread-documents.ts";

/** A send with more messages is not recorded on again in a request. */
const MESSAGES_MAX = 1000;

const linkedFields = { kind: 1, snippet: 1, receivedAt: 1, explanation: 1, report: 1, ruled: 1 } as const;

const provenOf = (bounces: readonly BouncedRecipient[] = []) => bounces.filter(({ email, unproven }) => email !== "" && !unproven);

/** Derives again what a send's messages record on it, and which addresses its bounces suppress. Throws 409 when they are too many. */
export const recordAgainOnSend = async (transaction: Transaction, userId: string, sendId: string): Promise<void> => {
  const { database, session } = transaction;
  const one = { _id: oid(sendId), userId: oid(userId) };
  const send = await sendsOf(database).findOne(one, { session });
  if (!send) return;
  const linked = messagesOf(database).find({ userId: oid(userId), emailJobId: send._id }, { session, projection: linkedFields });
  const messages = await linked.limit(MESSAGES_MAX + 1).toArray();
  if (messages.length > MESSAGES_MAX) throw conflict("The message cannot be corrected", "too many messages belong to its send");
  // What was stored before reports were kept does not say what it reported.
  const isKnown = messages.every(({ kind, report, ruled }) => kind !== "bounce" || report || ruled);
  const { repliedAt, ...bounced } = recordedBy(messages as readonly LinkedMessage[], send);
  const now = isKnown ? bounced : { bouncedAt: send.bouncedAt, bounceReason: send.bounceReason, bounces: send.bounces };
  await sendsOf(database).updateOne(one, updateOf(send, { repliedAt, ...now }), { session });
  await followBounces(transaction, send, now.bounces);
};

/** The update that gives a send these updates; the first answer is an event, and the first failure. */
const updateOf = (send: SendDocument, updates: { readonly [K in keyof RecordedOnSend]: RecordedOnSend[K] | undefined }) => {
  const entries = Object.entries(updates);
  const set = Object.fromEntries(entries.flatMap(([field, $literal]) => ($literal === undefined ? [] : [[field, { $literal }]])));
  const gone = ["repliedAt", "bouncedAt", "bounceReason", "bounces"].filter((field) => !(field in set));
  return [
    ...(Object.keys(set).length > 0 ? [{ $set: set }] : []),
    ...(gone.length > 0 ? [{ $unset: gone }] : []),
    ...(updates.repliedAt && !send.repliedAt ? [{ $set: recordEvent("send.replied") }] : []),
    ...(updates.bouncedAt && !send.bouncedAt ? [{ $set: recordEvent("send.bounced") }] : []),
  ];
};

/** Addresses that this send's bounces no longer name are free again; those that they name now are suppressed where the account wants it. */
const followBounces = async (
  transaction: Transaction,
  send: { readonly _id: ObjectId; readonly userId: ObjectId; readonly bounces?: readonly BouncedRecipient[] | undefined },
  bounces: readonly BouncedRecipient[] | undefined,
): Promise<void> => {
  const [before, after] = [provenOf(send.bounces), provenOf(bounces)];
  const named = (some: readonly BouncedRecipient[]) => new Set(some.map(({ email }) => email));
  const freed = [...named(before).difference(named(after))];
  await dropSuppressions(transaction, send.userId, { emails: freed, reason: "bounced", sendId: send._id });
  const returned = after.filter(({ email }) => !named(before).has(email));
  const mails = returned.map((one) => ({ message: { receivedAt: one.at }, concerns: { id: String(send._id) }, returned: [one] }));
  await suppressReported(pageSuppressions(transaction, String(send.userId)), mails);
};
