import type { CorrectionStore, OpenCorrection } from "../../../domain/conversations/corrections.ts";
import type { Message } from "../../../domain/inbox/message.ts";
import type { LinkedMessage } from "../../../domain/inbox/store/correct-mail.ts";
import type { Connect } from "../database.ts";
import { fromDocument, given, oid } from "../documents.ts";
import { pushEvents } from "../events/event-documents.ts";
import { sendsOf, toSend } from "../sending/send-documents.ts";
import { dropSuppressions } from "../suppressions/suppressions.ts";
import { restorableSends } from "./answers.ts";
import { correctionsOf } from "./correction-documents.ts";
import { messagesOf } from "./message-documents.ts";
import { WITHOUT_SEARCH } from "./search/search-fields.ts";
import { mergeBy, returnToThread, splitOff } from "./split-threads.ts";
import { noteOnSends } from "./store-page/page-sends.ts";
import { pageSuppressions } from "./store-page/page-suppressions.ts";
import { factsUpdate, type Transaction, threadsOf } from "./thread-documents.ts";
import { livingThreads, recount } from "./thread-summary.ts";
import { workerNow } from "../../../domain/world.ts";

/** Corrections in MongoDB. */
export const mongoCorrections = (connect: Connect): CorrectionStore => ({
  transaction: async (userId, work) => {
    const database = await connect();
    return database.transaction((session) => work(openCorrection({ database, session }, userId)));
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

const openCorrection = (transaction: Transaction, userId: string): OpenCorrection => ({
  messages: correctedMessages(transaction, userId),
  sends: {
    find: async (id) => {
      const found = await sendsOf(transaction.database).findOne({ _id: oid(id), userId: oid(userId) }, { session: transaction.session });
      return found ? toSend(found) : undefined;
    },
    note: (notes) => noteOnSends(transaction, userId, notes),
  },
  threads: {
    putBack: (message, ruledId) => returnToThread(transaction, message, ruledId),
    derive: (id, atMost) => derive(transaction, userId, id, atMost),
  },
  waiting: restorableSends(transaction, userId),
  suppressions: {
    ...pageSuppressions(transaction, userId),
    release: (emails, sendId) => dropSuppressions(transaction, oid(userId), { emails, reason: "bounced", sendId: oid(sendId) }),
  },
});

const linkedFields = { colleague: 1, kind: 1, snippet: 1, receivedAt: 1, explanation: 1, report: 1, ruled: 1 } as const;

const correctedMessages = ({ database, session }: Transaction, user: string): OpenCorrection["messages"] => {
  const [messages, corrections, userId] = [messagesOf(database), correctionsOf(database), oid(user)];
  const keyOf = ({ mailboxId, dedupeKey }: Message) => ({ mailboxId: oid(mailboxId), dedupeKey });
  return {
    find: async (id) => {
      const received = { _id: oid(id), userId, direction: { $exists: false as const } };
      const found = await messages.findOne(received, { session, projection: { ...WITHOUT_SEARCH, news: 0, newsAt: 0 } });
      return found ? fromDocument<Message>(found) : undefined;
    },
    write: async ({ id, ...message }) => {
      const { kind, threadId, emailJobId, tags, newcomer, colleague, ruled } = message;
      const set = given({
        kind,
        threadId: oid(threadId),
        newcomer,
        colleague,
        ruled,
        tags,
        emailJobId: emailJobId === undefined ? undefined : oid(emailJobId),
      });
      const gone = (["emailJobId", "tags", "newcomer", "colleague", "ruled"] as const).filter((field) => message[field] === undefined);
      const update = {
        $set: set,
        ...pushEvents("message.corrected"),
        ...(gone.length > 0 && { $unset: Object.fromEntries(gone.map((field) => [field, "" as const])) }),
      };
      await messages.updateOne({ _id: oid(id), userId }, update, { session });
    },
    keep: async (mail, { kind, emailJobId }) => {
      const sendId = emailJobId === undefined ? undefined : emailJobId === "" ? null : oid(emailJobId);
      const said = { ...given({ kind, emailJobId: sendId }), userId, updatedAt: workerNow() };
      await corrections.updateOne(keyOf(mail), { $set: said }, { session, upsert: true });
    },
    forget: async (mail) => void (await corrections.deleteOne(keyOf(mail), { session })),
    ofSend: async (sendId, atMost) => {
      const linked = messages.find({ userId, emailJobId: oid(sendId) }, { session, projection: linkedFields });
      return (await linked.limit(atMost).toArray()) as readonly LinkedMessage[];
    },
  };
};

const derive = async (transaction: Transaction, userId: string, threadId: string, atMost: number): Promise<boolean> => {
  const thread = (await livingThreads(transaction, userId, [threadId])).get(threadId);
  if (!thread) return true;
  const facts = await recount(transaction, thread, atMost);
  if (!facts) return false;
  const { database, session } = transaction;
  await threadsOf(database).updateOne({ _id: thread._id, userId: thread.userId }, factsUpdate(facts), { session });
  return true;
};
