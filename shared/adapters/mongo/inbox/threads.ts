import { type ClientSession, type Filter, ObjectId } from "mongodb";
import type { ThreadFilter, Threads } from "../../../domain/conversations/ports.ts";
import {
  emptySummary,
  type InboundFacts,
  type OutboundFacts,
  summarise,
  type Thread,
  type ThreadSummary,
} from "../../../domain/conversations/thread.ts";
import type { Message } from "../../../domain/inbox/message.ts";
import { sentContent } from "../../../domain/conversations/sent-content.ts";
import type { Connect, Database, IndexSpec } from "../database.ts";
import { exact, fromDocument, given, oid, type Stored } from "../documents.ts";
import { type SendDocument, sendBodiesOf, sendsOf, toSend } from "../sending/send-documents.ts";
import { threadLinksOf } from "./thread-links.ts";

/** A thread as stored; `version` counts recomputations, so that two at once conflict even when they come to the same result. */
export type ThreadDocument = Omit<Stored<Thread, "userId" | "mailboxId">, "aliasIds" | "emailJobId"> & {
  aliasIds: ObjectId[];
  emailJobId?: ObjectId;
  version: number;
};
type MessageDocument = Stored<Message, "userId" | "mailboxId" | "threadId" | "emailJobId">;

/** The threads' collection. */
export const threadsOf = (database: Database) => database.collection<ThreadDocument>("threads");
const messagesOf = (database: Database) => database.collection<MessageDocument>("messages");

/** Each filter of the list leads to its page by an index; merged threads are found by their old ids; a thread's sends are read when it is recomputed. */
export const threadIndexes: readonly IndexSpec[] = [
  { collection: "threads", keys: { userId: 1, lastMessageAt: -1, _id: -1 } },
  { collection: "threads", keys: { userId: 1, unread: 1, lastInboundKind: 1, lastMessageAt: -1, _id: -1 } },
  { collection: "threads", keys: { userId: 1, mailboxId: 1, lastMessageAt: -1, _id: -1 } },
  { collection: "threads", keys: { userId: 1, mailboxId: 1, unread: 1, lastInboundKind: 1, lastMessageAt: -1, _id: -1 } },
  { collection: "threads", keys: { userId: 1, participants: 1, lastMessageAt: -1, _id: -1 } },
  { collection: "threads", keys: { userId: 1, emailJobId: 1, lastMessageAt: -1, _id: -1 } },
  { collection: "threads", keys: { aliasIds: 1 } },
  { collection: "sends", keys: { userId: 1, threadId: 1 }, options: { partialFilterExpression: { threadId: { $exists: true } } } },
];

/** Document → domain. */
const toThread = (document: ThreadDocument): Thread => ({
  ...fromDocument<Thread>(document),
  aliasIds: document.aliasIds.map((id) => id.toHexString()),
});

/** A new thread; its summary is left out when recomputeThreads follows in the same transaction. */
export const newThread = (
  userId: string,
  mailboxId: string,
  id = new ObjectId(),
  summary: ThreadSummary = emptySummary,
): ThreadDocument => {
  const { emailJobId, ...rest } = summary;
  const now = new Date();
  return {
    _id: id,
    userId: oid(userId),
    mailboxId: oid(mailboxId),
    aliasIds: [],
    ...rest,
    ...(emailJobId !== undefined && { emailJobId: oid(emailJobId) }),
    createdAt: now,
    updatedAt: now,
    version: 0,
  } as ThreadDocument;
};

const inboundFields = {
  threadId: 1,
  messageId: 1,
  inReplyTo: 1,
  references: 1,
  subject: 1,
  snippet: 1,
  kind: 1,
  isRead: 1,
  receivedAt: 1,
  createdAt: 1,
  counterparts: 1,
} as const;
const outboundFields = {
  threadId: 1,
  messageId: 1,
  inReplyTo: 1,
  references: 1,
  subject: 1,
  kind: 1,
  fromEmail: 1,
  toEmail: 1,
  sentAt: 1,
  createdAt: 1,
} as const;

/**
 * Derives the threads anew from their messages and sends, in the caller's transaction. Exact under concurrency: whoever adds a
 * message or a send to a thread writes the thread's document too, so of two at once one is repeated (G18).
 * Ids of threads that were merged meanwhile are followed, and what was just written under them moves along.
 */
export const recomputeThreads = async (
  database: Database,
  session: ClientSession,
  userId: string,
  threadIds: readonly string[],
): Promise<void> => {
  const user = oid(userId);
  const ids = await followMerges(database, session, user, [...new Set(threadIds)].map(oid));
  if (ids.length === 0) return;
  const of = { userId: user, threadId: { $in: ids } };
  const inbound = await messagesOf(database).find(of, { session, projection: inboundFields }).toArray();
  const outbound = await sendsOf(database)
    .find({ ...of, status: { $ne: "cancelled" } }, { session, projection: outboundFields })
    .toArray();
  const inboundBy = Map.groupBy(inbound, (row) => String(row.threadId));
  const outboundBy = Map.groupBy(outbound, (row) => String(row.threadId));
  const summaryOf = (id: string, snippetOf: (sendId: string) => string) =>
    summarise(
      (inboundBy.get(id) ?? []).map((row) => fromDocument<InboundFacts>(row)),
      (outboundBy.get(id) ?? []).map((row) => fromDocument<OutboundFacts>(row)),
      snippetOf,
    );
  const wanted = new Set<string>();
  const first = ids.map((id) => summaryOf(String(id), (sendId) => (wanted.add(sendId), "")));
  const latest = outbound.filter(({ _id }) => wanted.has(String(_id)));
  const snippets = await sendSnippets(database, session, user, latest);
  const updatedAt = new Date();
  await threadsOf(database).bulkWrite(
    ids.map((id, i) => {
      const { emailJobId, lastMessageAt, lastInboundAt, ...summary } = outboundBy.has(String(id))
        ? summaryOf(String(id), (sendId) => snippets.get(sendId) ?? "")
        : first[i]!;
      const $set = {
        ...summary,
        ...given({ emailJobId: emailJobId === undefined ? undefined : oid(emailJobId), lastMessageAt, lastInboundAt }),
        updatedAt,
      };
      const $unset = given({
        emailJobId: emailJobId === undefined ? ("" as const) : undefined,
        lastMessageAt: lastMessageAt === undefined ? ("" as const) : undefined,
        lastInboundAt: lastInboundAt === undefined ? ("" as const) : undefined,
      });
      return {
        updateOne: {
          filter: { _id: id, userId: user },
          update: { $set, $inc: { version: 1 }, ...(Object.keys($unset).length > 0 && { $unset }) },
        },
      };
    }),
    { session, ordered: false },
  );
};

/** Moves everything of a thread to an older one, which keeps answering to the younger's id. */
export const mergeThread = async (
  database: Database,
  session: ClientSession,
  user: string,
  fromId: string,
  intoId: string,
): Promise<void> => {
  const [userId, from, into] = [oid(user), oid(fromId), oid(intoId)];
  const moved = await threadsOf(database).findOneAndDelete({ _id: from, userId }, { session });
  if (!moved) return;
  const move = { $set: { threadId: into } };
  await messagesOf(database).updateMany({ userId, threadId: from }, move, { session });
  await sendsOf(database).updateMany({ userId, threadId: from }, move, { session });
  await threadLinksOf(database).updateMany({ threadId: from, userId }, move, { session });
  await threadsOf(database).updateOne({ _id: into, userId }, { $push: { aliasIds: { $each: [from, ...moved.aliasIds] } } }, { session });
};

/** The living threads behind the ids; what was written under the id of a merged one is moved to its survivor. */
const followMerges = async (
  database: Database,
  session: ClientSession,
  userId: ObjectId,
  ids: readonly ObjectId[],
): Promise<readonly ObjectId[]> => {
  if (ids.length === 0) return [];
  const living = await threadsOf(database)
    .find({ _id: { $in: [...ids] }, userId }, { session, projection: { _id: 1 } })
    .toArray();
  if (living.length === ids.length) return ids;
  const found = new Set(living.map(({ _id }) => String(_id)));
  for (const id of ids.filter((candidate) => !found.has(String(candidate)))) {
    const survivor = await threadsOf(database).findOne({ aliasIds: id, userId }, { session, projection: { _id: 1 } });
    if (!survivor) continue;
    await messagesOf(database).updateMany({ userId, threadId: id }, { $set: { threadId: survivor._id } }, { session });
    await sendsOf(database).updateMany({ userId, threadId: id }, { $set: { threadId: survivor._id } }, { session });
    found.add(String(survivor._id));
  }
  return [...found].map(oid);
};

const sendSnippets = async (
  database: Database,
  session: ClientSession,
  userId: ObjectId,
  sends: readonly Pick<SendDocument, "_id" | "kind">[],
): Promise<ReadonlyMap<string, string>> => {
  if (sends.length === 0) return new Map();
  const bodies = await sendBodiesOf(database)
    .find({ _id: { $in: sends.map(({ _id }) => _id) }, userId }, { session, projection: { text: 1, html: 1 } })
    .toArray();
  const byId = new Map(sends.map((send) => [String(send._id), send]));
  return new Map(bodies.map(({ _id, text, html }) => [String(_id), sentContent(byId.get(String(_id))!, { text, html }).snippet]));
};

const kinds: readonly Thread["lastInboundKind"][] = ["", "reply", "inbound", "bulk", "bounce", "auto_reply"];

/** The filter of a list. One on kind or unread names all values of the other, so that the index that holds both gives rows in order. */
export const threadQuery = (
  userId: string,
  { mailboxId, emailJobId, participant, unread, kind, since, before }: ThreadFilter,
): Filter<ThreadDocument> => ({
  userId: oid(userId),
  ...given({
    mailboxId: mailboxId === undefined ? undefined : oid(mailboxId),
    emailJobId: emailJobId === undefined ? undefined : oid(emailJobId),
    participants: participant?.toLowerCase(),
  }),
  ...((kind !== undefined || unread !== undefined) && {
    unread: unread ?? { $in: [true, false] },
    lastInboundKind: kind ?? { $in: [...kinds] },
  }),
  // A conversation whose sends were all cancelled has no latest message, and nothing to show.
  lastMessageAt: given({ $gte: since ?? new Date(0), $lt: before }),
});

/** The conversations in MongoDB. */
export const mongoThreads = (connect: Connect): Threads => {
  const find = async (userId: string, id: string, session?: ClientSession) => {
    const threads = threadsOf(await connect());
    const options = session ? { session } : {};
    const found =
      (await threads.findOne({ _id: oid(id), userId: oid(userId) }, options)) ??
      (await threads.findOne({ aliasIds: oid(id), userId: oid(userId) }, options));
    return found ? toThread(found) : undefined;
  };
  return {
    find: (userId, id) => find(userId, id),
    list: async (userId, filter, { limit, offset }) => {
      const rows = threadsOf(await connect()).find(exact(threadQuery(userId, filter)));
      return (await rows.sort({ lastMessageAt: -1, _id: -1 }).skip(offset).limit(limit).toArray()).map(toThread);
    },
    sends: async (userId, threadId, limit) => {
      const rows = sendsOf(await connect()).find({ userId: oid(userId), threadId: oid(threadId), status: { $ne: "cancelled" } });
      return (await rows.sort({ createdAt: -1, _id: -1 }).limit(limit).toArray()).map(toSend).toReversed();
    },
    ofSend: async (userId, { id }) => {
      const database = await connect();
      return database.transaction(async (session) => {
        const send = await sendsOf(database).findOne({ _id: oid(id), userId: oid(userId) }, { session });
        if (!send) throw new Error("the send of a thread does not exist");
        if (send.threadId) return String(send.threadId);
        const thread = newThread(userId, String(send.mailboxId));
        await threadsOf(database).insertOne(thread, { session });
        await threadLinksOf(database).insertOne(
          { _id: new ObjectId(), userId: send.userId, mailboxId: send.mailboxId, messageId: send.messageId, threadId: thread._id },
          { session },
        );
        await sendsOf(database).updateOne({ _id: send._id, userId: send.userId }, { $set: { threadId: thread._id } }, { session });
        await recomputeThreads(database, session, userId, [String(thread._id)]);
        return String(thread._id);
      });
    },
    setRead: async (userId, id, isRead) => {
      const database = await connect();
      return database.transaction(async (session) => {
        const thread = await find(userId, id, session);
        if (!thread) return undefined;
        await messagesOf(database).updateMany(
          { userId: oid(userId), threadId: oid(thread.id), isRead: { $ne: isRead } },
          { $set: { isRead } },
          { session },
        );
        await recomputeThreads(database, session, userId, [thread.id]);
        return find(userId, thread.id, session);
      });
    },
  };
};
