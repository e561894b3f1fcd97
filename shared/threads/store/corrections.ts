import type { ObjectId } from "mongodb";
import { conflict, invalid } from "#shared/platform/errors.ts";
import type { Message } from "#shared/inbox/message.ts";
import type { Thread } from "../thread.ts";
import { exchangeOf } from "../thread-facts.ts";
import { firstState } from "../thread-state.ts";
import { oid, fromDocument, given } from "#shared/platform/mongo/documents.ts";
import { pushEvents } from "#shared/events/store/event-documents.ts";
import { sendsOf, toSend } from "#shared/sending/store/send-documents.ts";
import { correctionsOf } from "./correction-documents.ts";
import { type MessageDocument, messagesOf, WITHOUT_SEARCH } from "#shared/inbox/store/message-documents.ts";
import { factsUpdate, newThread, type ThreadDocument, threadsOf, toThread, type Transaction } from "./thread-documents.ts";
import { threadLinksOf, mergeThreads, spread } from "./thread-merges.ts";
import { currentThreads, recount } from "./thread-summary.ts";
import { workerNow } from "#shared/platform/world.ts";
import type { CorrectionStore, OpenCorrection } from "../correct-message.ts";
import { type LinkedMessage, meaningIn } from "#shared/inbox/ingest/correct-mail.ts";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { dropSuppressions } from "#shared/suppressions/store/suppressions.ts";
import { restorableSends } from "#shared/inbox/store/answers.ts";
import { applySendEffects, pageSuppressions } from "#shared/inbox/store/page/page-sends.ts";

/** The longest conversation that can be split: recomputing a longer one takes too long for a request. */
const MESSAGES_MAX = 2000;

/** Splits messages from a thread (Corrections.split). */
const splitOff = async (
  transaction: Transaction,
  userId: string,
  threadId: string,
  messageIds: readonly string[],
  by: string | undefined,
): Promise<Thread | undefined> => {
  const thread = (await currentThreads(transaction, userId, [threadId])).get(threadId);
  if (!thread) return undefined;
  const { database, session } = transaction;
  const own = { userId: thread.userId, threadId: spread(thread._id, thread.moving) };
  const wanted = { ...own, _id: { $in: messageIds.map(oid) } };
  const messages = await messagesOf(database).find(wanted, { session }).toArray();
  if (messages.length < new Set(messageIds).size) throw invalid({ field: "messageIds", message: "must be messages of this conversation" });
  const begun = { ...newThread(userId, String(thread.mailboxId)), apart: true as const };
  await threadsOf(database).insertOne(begun, { session });
  await place(transaction, messages, begun._id, { by });
  await threadsOf(database).updateOne({ _id: thread._id, userId: thread.userId }, { $set: { apart: true } }, { session });
  if ((await derive(transaction, thread)).messages === 0)
    throw invalid({ field: "messageIds", message: "must leave at least one message in the conversation" });
  const facts = await derive(transaction, begun, { change: undefined });
  const state = firstState(exchangeOf(facts));
  await threadsOf(database).updateOne({ _id: begun._id, userId: thread.userId }, { $set: { state } }, { session });
  return toThread((await threadsOf(database).findOne({ _id: begun._id, userId: thread.userId }, { session }))!);
};

/** Merges a thread into another because a person asked for it (Corrections.merge). */
const mergeBy = async (transaction: Transaction, userId: string, threadId: string, otherId: string): Promise<Thread | undefined> => {
  const living = await currentThreads(transaction, userId, [threadId, otherId]);
  const [into, from] = [living.get(threadId), living.get(otherId)];
  if (!into || !from) return undefined;
  if (into._id.equals(from._id)) throw invalid({ field: "threadId", message: "must be another conversation" });
  if (!into.mailboxId.equals(from.mailboxId)) throw invalid({ field: "threadId", message: "must be in the same mailbox" });
  const { database, session } = transaction;
  await mergeThreads(transaction, userId, [{ from: String(from._id), into: String(into._id) }]);
  const one = { _id: into._id, userId: into.userId };
  await threadsOf(database).updateOne(one, { $unset: { apart: "" } }, { session });
  return toThread((await threadsOf(database).findOne(one, { session }))!);
};

/**
 * Moves a message back to the thread that the rules had chosen and returns that thread's current id; when the thread no longer exists, the message
 * stays.
 */
const returnToThread = async (transaction: Transaction, message: Message, ruledId: string): Promise<string> => {
  const { database, session } = transaction;
  const living = await currentThreads(transaction, message.userId, [ruledId, message.threadId]);
  const [home, now] = [living.get(ruledId), living.get(message.threadId)];
  if (!home || !now || home._id.equals(now._id)) return message.threadId;
  const mine = { _id: oid(message.id), userId: oid(message.userId) };
  const document = await messagesOf(database).findOne(mine, { session });
  if (document) await place(transaction, [document], home._id, undefined);
  const facts = await derive(transaction, now);
  if (facts.messages === 0 && !(await sendsOf(database).findOne({ userId: now.userId, threadId: now._id }, { session }))) {
    await threadsOf(database).deleteOne({ _id: now._id, userId: now.userId }, { session });
    const aliases = { $push: { aliasIds: { $each: [now._id, ...now.aliasIds] } } };
    await threadsOf(database).updateOne({ _id: home._id, userId: home.userId }, aliases, { session });
  }
  return String(home._id);
};

/** Moves messages with the links to them; where somebody `corrects` so, stores the move as a correction and records an event. */
const place = async (
  { database, session }: Transaction,
  messages: readonly MessageDocument[],
  threadId: ObjectId,
  corrects: { readonly by: string | undefined } | undefined,
): Promise<void> => {
  const { $push, $min } = pushEvents("message.corrected");
  for (const { _id, userId, mailboxId, dedupeKey, ...before } of messages) {
    const { kind, emailJobId, newcomer, colleague } = before;
    const said = {
      kind,
      threadId: String(before.threadId),
      ...(emailJobId && { emailJobId: String(emailJobId) }),
      ...(newcomer && { newcomer }),
      ...(colleague && { colleague }),
      ...meaningIn(before),
    };
    const ruled = before.ruled ?? said;
    await messagesOf(database).updateOne(
      { _id, userId },
      corrects ? { $set: { threadId, ruled, ...given({ correctedBy: corrects.by }) }, $push, $min } : { $set: { threadId } },
      {
        session,
      },
    );
    const link = { userId, mailboxId, messageId: before.messageId };
    if (before.messageId !== "") await threadLinksOf(database).updateOne(link, { $set: { threadId } }, { session });
    if (corrects)
      await correctionsOf(database).updateOne(
        { userId, mailboxId, dedupeKey },
        { $set: { threadId, ...given(corrects), updatedAt: workerNow() } },
        { session, upsert: true },
      );
  }
};

const derive = async (transaction: Transaction, thread: ThreadDocument, work?: { readonly change: undefined }) => {
  const facts = await recount(transaction, thread, MESSAGES_MAX);
  if (!facts) throw conflict("The conversation cannot be split", `it has more than ${MESSAGES_MAX} messages`);
  const one = { _id: thread._id, userId: thread.userId };
  await threadsOf(transaction.database).updateOne(one, factsUpdate(thread, facts, {}, work), { session: transaction.session });
  return facts;
};

/** Corrections in MongoDB. */
export const mongoCorrections = (connect: Connect): CorrectionStore => ({
  transaction: async (userId, work) => {
    const database = await connect();
    return database.transaction((session) => work(openCorrection({ database, session }, userId)));
  },
  split: async (userId, threadId, messageIds, by) => {
    const database = await connect();
    return database.transaction((session) => splitOff({ database, session }, userId, threadId, messageIds, by));
  },
  merge: async (userId, threadId, otherId) => {
    const database = await connect();
    return database.transaction((session) => mergeBy({ database, session }, userId, threadId, otherId));
  },
});

const openCorrection = (transaction: Transaction, userId: string): OpenCorrection => ({
  messages: correctedMessages(transaction, userId),
  sends: {
    find: async (id) => {
      const found = await sendsOf(transaction.database).findOne({ _id: oid(id), userId: oid(userId) }, { session: transaction.session });
      return found ? toSend(found) : undefined;
    },
    note: (notes) => applySendEffects(transaction, userId, notes),
  },
  threads: {
    putBack: (message, ruledId) => returnToThread(transaction, message, ruledId),
    derive: (id, atMost) => deriveAtMost(transaction, userId, id, atMost),
  },
  waiting: restorableSends(transaction, userId),
  suppressions: {
    ...pageSuppressions(transaction, userId),
    release: (emails, sendId, reason = "bounced") => dropSuppressions(transaction, oid(userId), { emails, reason, sendId: oid(sendId) }),
  },
});

/** What the event of a correction says of a changed meaning, whatever changes before it is published. */
const intentChange = (now: Pick<Message, "intent">, before: Pick<Message, "intent">) => ({
  ...(now.intent && { intent: now.intent }),
  intentBefore: before.intent ?? "",
});

const linkedFields = { colleague: 1, kind: 1, snippet: 1, receivedAt: 1, explanation: 1, report: 1, ruled: 1 } as const;

const correctedMessages = ({ database, session }: Transaction, user: string): OpenCorrection["messages"] => {
  const [messages, corrections, userId] = [messagesOf(database), correctionsOf(database), oid(user)];
  const keyOf = ({ mailboxId, dedupeKey }: Message) => ({ userId, mailboxId: oid(mailboxId), dedupeKey });
  return {
    find: async (id) => {
      const received = { _id: oid(id), userId, direction: { $exists: false as const } };
      const found = await messages.findOne(received, { session, projection: { ...WITHOUT_SEARCH, news: 0, newsAt: 0 } });
      return found ? fromDocument<Message>(found) : undefined;
    },
    write: async ({ id, ...message }, before) => {
      const {
        kind,
        threadId,
        emailJobId,
        tags,
        newcomer,
        colleague,
        ruled,
        correctedBy,
        autoClass,
        returnsOn,
        successor,
        intent,
        intentBy,
      } = message;
      const set = given({
        kind,
        autoClass,
        returnsOn,
        successor,
        intent,
        intentBy,
        threadId: oid(threadId),
        newcomer,
        colleague,
        ruled,
        correctedBy,
        tags,
        emailJobId: emailJobId === undefined ? undefined : oid(emailJobId),
      });
      const optional = [
        "emailJobId",
        "tags",
        "newcomer",
        "colleague",
        "ruled",
        "correctedBy",
        "autoClass",
        "returnsOn",
        "successor",
        "intent",
        "intentBy",
      ] as const;
      const gone = optional.filter((field) => message[field] === undefined);
      const update = {
        $set: set,
        ...pushEvents(
          message.intent === before.intent ? "message.corrected" : { type: "message.corrected", facts: intentChange(message, before) },
        ),
        ...(gone.length > 0 && { $unset: Object.fromEntries(gone.map((field) => [field, "" as const])) }),
      };
      await messages.updateOne({ _id: oid(id), userId }, update, { session });
    },
    keep: async (mail, { kind, emailJobId, autoClass, returnsOn, intent, intentBy, by }) => {
      const sendId = emailJobId === undefined ? undefined : emailJobId === "" ? null : oid(emailJobId);
      const said = { ...given({ kind, emailJobId: sendId, autoClass, returnsOn, intent, intentBy, by }), updatedAt: workerNow() };
      await corrections.updateOne(keyOf(mail), { $set: said }, { session, upsert: true });
    },
    forget: async (mail) => void (await corrections.deleteOne(keyOf(mail), { session })),
    ofSend: async (sendId, atMost) => {
      const linked = messages.find({ userId, emailJobId: oid(sendId) }, { session, projection: linkedFields });
      return (await linked.limit(atMost).toArray()) as readonly LinkedMessage[];
    },
  };
};

const deriveAtMost = async (transaction: Transaction, userId: string, threadId: string, atMost: number): Promise<boolean> => {
  const thread = (await currentThreads(transaction, userId, [threadId])).get(threadId);
  if (!thread) return true;
  const facts = await recount(transaction, thread, atMost);
  if (!facts) return false;
  const { database, session } = transaction;
  await threadsOf(database).updateOne({ _id: thread._id, userId: thread.userId }, factsUpdate(thread, facts), { session });
  return true;
};
