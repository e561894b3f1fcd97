import { ObjectId } from "mongodb";
import { conflict, invalid } from "../../../domain/errors.ts";
import type { Corrections } from "../../../domain/conversations/corrections.ts";
import type { Correction } from "../../../domain/inbox/correction.ts";
import type { Message } from "../../../domain/inbox/message.ts";
import { cancelAnswered } from "../../../domain/inbox/store/cancels.ts";
import { ruledOf, triggerOfMessage } from "../../../domain/inbox/store/correct-mail.ts";
import type { Connect } from "../database.ts";
import { fromDocument, given, oid } from "../documents.ts";
import { pushEvents } from "../events/event-documents.ts";
import { sendsOf } from "../sending/send-documents.ts";
import { restoreCancelled, waitingSends } from "./answers.ts";
import { correctionsOf } from "./correction-documents.ts";
import { messagesOf } from "./message-documents.ts";
import { recordAgainOnSend } from "./record-again-on-sends.ts";
import { WITHOUT_SEARCH } from "./search/search-fields.ts";
import { mergeBy, returnToThread, splitOff } from "./split-threads.ts";
import { factsUpdate, type Transaction, threadsOf } from "./thread-documents.ts";
import { livingThreads, recount } from "./thread-summary.ts";

/** A longer conversation is not corrected: to work it out anew takes too long for a request. */
const MESSAGES_MAX = 2000;

/** Corrections in MongoDB, each with all that follows from it in one transaction. */
export const mongoCorrections = (connect: Connect): Corrections => ({
  correct: async (userId, id, correction) => {
    const database = await connect();
    return database.transaction(async (session) => {
      const transaction = { database, session };
      const before = await findMessage(transaction, userId, id);
      if (!before) return undefined;
      if (correction.emailJobId) await assertSendOf(transaction, before, correction.emailJobId);
      const after = correctedMessage(before, correction);
      await keep(transaction, before, correction);
      await replace(transaction, before, after);
      return after;
    });
  },
  takeBack: async (userId, id) => {
    const database = await connect();
    return database.transaction(async (session) => {
      const transaction = { database, session };
      const before = await findMessage(transaction, userId, id);
      if (!before?.ruled) return false;
      const {
        emailJobId: _send,
        newcomer: _newcomer,
        ruled: { threadId: _thread, ...said },
        ...rest
      } = before;
      await correctionsOf(database).deleteOne({ mailboxId: oid(before.mailboxId), dedupeKey: before.dedupeKey }, { session });
      const threadId = await returnToThread(transaction, before, before.ruled.threadId);
      await replace(transaction, before, { ...rest, ...said, threadId });
      return true;
    });
  },
  split: async (userId, threadId, messageIds) => {
    const database = await connect();
    return database.transaction((session) => splitOff({ database, session }, userId, threadId, messageIds));
  },
  merge: async (userId, threadId, otherId) => {
    const database = await connect();
    return database.transaction((session) => mergeBy({ database, session }, userId, threadId, otherId));
  },
});

const findMessage = async ({ database, session }: Transaction, userId: string, id: string): Promise<Message | undefined> => {
  const mine = { _id: oid(id), userId: oid(userId), direction: { $exists: false as const } };
  const found = await messagesOf(database).findOne(mine, { session, projection: { ...WITHOUT_SEARCH, news: 0, newsAt: 0 } });
  return found ? fromDocument<Message>(found) : undefined;
};

const assertSendOf = async ({ database, session }: Transaction, { userId, mailboxId }: Message, sendId: string): Promise<void> => {
  const mine = { _id: oid(sendId), userId: oid(userId), mailboxId: oid(mailboxId) };
  if (!(await sendsOf(database).findOne(mine, { session, projection: { _id: 1 } })))
    throw invalid({ field: "emailJobId", message: "names no send of the message's mailbox" });
};

/** The message as its correction has it; whoever names its send vouches for its sender. */
const correctedMessage = (before: Message, { kind = before.kind, emailJobId }: Correction): Message => {
  const { emailJobId: _send, newcomer: _newcomer, ...rest } = before;
  const sendId = emailJobId ?? before.emailJobId;
  return {
    ...rest,
    kind,
    ...(sendId && { emailJobId: sendId }),
    ...(before.newcomer && !emailJobId && { newcomer: true }),
    ruled: before.ruled ?? ruledOf(before),
  };
};

const keep = async ({ database, session }: Transaction, { userId, mailboxId, dedupeKey }: Message, { kind, emailJobId }: Correction) => {
  const sendId = emailJobId === undefined ? undefined : emailJobId === "" ? null : oid(emailJobId);
  await correctionsOf(database).updateOne(
    { mailboxId: oid(mailboxId), dedupeKey },
    { $set: { ...given({ kind, emailJobId: sendId }), userId: oid(userId), updatedAt: new Date() } },
    { session, upsert: true },
  );
};

/** Writes the message and works out anew what follows from it. */
const replace = async (transaction: Transaction, before: Message, after: Message): Promise<void> => {
  const { database, session } = transaction;
  const { $push, $min } = pushEvents("message.corrected");
  const { kind, emailJobId, newcomer, ruled } = after;
  const set = given({ kind, newcomer, ruled, emailJobId: emailJobId === undefined ? undefined : oid(emailJobId) });
  const gone = (["emailJobId", "newcomer", "ruled"] as const).filter((field) => after[field] === undefined);
  const update = {
    $set: { ...set, threadId: oid(after.threadId) },
    $push,
    $min,
    ...(gone.length > 0 && { $unset: Object.fromEntries(gone.map((field) => [field, "" as const])) }),
  };
  await messagesOf(database).updateOne({ _id: oid(after.id), userId: oid(after.userId) }, update, { session });
  await deriveThread(transaction, after.userId, after.threadId);
  for (const sendId of new Set([before.emailJobId, after.emailJobId]))
    if (sendId) await recordAgainOnSend(transaction, after.userId, sendId);
  await followCancels(transaction, before, after);
};

const deriveThread = async (transaction: Transaction, userId: string, threadId: string): Promise<void> => {
  const thread = (await livingThreads(transaction, userId, [threadId])).get(threadId);
  if (!thread) return;
  const facts = await recount(transaction, thread, MESSAGES_MAX);
  if (!facts) throw conflict("The message cannot be corrected", `its conversation has more than ${MESSAGES_MAX} messages`);
  const { database, session } = transaction;
  await threadsOf(database).updateOne({ _id: thread._id, userId: thread.userId }, factsUpdate(facts), { session });
};

/** What the message had cancelled comes back, and what it cancels now is cancelled, in its conversation and its send's. */
const followCancels = async (transaction: Transaction, before: Message, after: Message): Promise<void> => {
  const [was, is] = [triggerOfMessage(before), triggerOfMessage(after)];
  if (was === is && before.emailJobId === after.emailJobId) return;
  const { database, session } = transaction;
  const sendIds = [before.emailJobId, after.emailJobId].flatMap((id) => (id ? [new ObjectId(id)] : []));
  const sends = await sendsOf(database)
    .find({ _id: { $in: sendIds }, userId: oid(after.userId) }, { session, projection: { threadId: 1 } })
    .toArray();
  const threadOf = (id: string | undefined) => sends.find(({ _id }) => String(_id) === id)?.threadId;
  const threads = ({ threadId, emailJobId }: Message) => [threadId, threadOf(emailJobId) ?? []].flat().map(String);
  if (was) await restoreCancelled(transaction, after.userId, threads(before));
  const came = is ? threads(after).map((threadId) => ({ trigger: is, threadId })) : [];
  await cancelAnswered(waitingSends(transaction, after.userId), came);
};
