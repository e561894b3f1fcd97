import type { Filter, ObjectId } from "mongodb";
import type { InboundKind } from "../../../domain/mail/read/classify.ts";
import type { Message, MessageBody } from "../../../domain/inbox/message.ts";
import type { MessageFilter, Messages } from "../../../domain/inbox/ports.ts";
import type { Connect, Database, IndexSpec } from "../database.ts";
import { exact, fromDocument, given, oid, type Stored } from "../documents.ts";
import { recomputeThreads } from "./threads.ts";

/** An inbound message as stored. */
export type MessageDocument = Stored<Message, "userId" | "mailboxId" | "threadId" | "emailJobId">;
/** Its bodies; the id is the message's. */
export type MessageBodyDocument = MessageBody & { _id: ObjectId; userId: ObjectId };

/** The messages' collection. */
export const messagesOf = (database: Database) => database.collection<MessageDocument>("messages");
/** The bodies' collection; lists do not touch it. */
export const messageBodiesOf = (database: Database) => database.collection<MessageBodyDocument>("messageBodies");

/** No message twice (G16); every filter of the list leads to its page by an index. */
export const messageIndexes: readonly IndexSpec[] = [
  { collection: "messages", keys: { mailboxId: 1, folder: 1, uidValidity: 1, uid: 1 }, options: { unique: true } },
  { collection: "messages", keys: { mailboxId: 1, dedupeKey: 1 }, options: { unique: true } },
  { collection: "messages", keys: { userId: 1, receivedAt: -1, _id: -1 } },
  { collection: "messages", keys: { userId: 1, kind: 1, isRead: 1, receivedAt: -1, _id: -1 } },
  { collection: "messages", keys: { userId: 1, mailboxId: 1, receivedAt: -1, _id: -1 } },
  { collection: "messages", keys: { userId: 1, mailboxId: 1, kind: 1, isRead: 1, receivedAt: -1, _id: -1 } },
  { collection: "messages", keys: { userId: 1, threadId: 1, receivedAt: -1, _id: -1 } },
  {
    collection: "messages",
    keys: { userId: 1, emailJobId: 1, receivedAt: -1, _id: -1 },
    options: { partialFilterExpression: { emailJobId: { $exists: true } } },
  },
];

const kinds: readonly InboundKind[] = ["reply", "inbound", "bulk", "bounce", "auto_reply"];

/** The sort order of the list. */
const newestFirst = { receivedAt: -1, _id: -1 } as const;

/** The filter of a list. One on kind or isRead names all values of the other, so that the index that holds both gives rows in order. */
export const messageQuery = (
  userId: string,
  { mailboxId, threadId, emailJobId, kind, unread, since }: MessageFilter,
): Filter<MessageDocument> => ({
  userId: oid(userId),
  ...given({
    mailboxId: mailboxId === undefined ? undefined : oid(mailboxId),
    threadId: threadId === undefined ? undefined : oid(threadId),
    emailJobId: emailJobId === undefined ? undefined : oid(emailJobId),
    receivedAt: since && { $gte: since },
  }),
  ...((kind !== undefined || unread !== undefined) && {
    kind: kind ?? { $in: [...kinds] },
    isRead: unread === undefined ? { $in: [true, false] } : !unread,
  }),
});

/** The inbound messages in MongoDB. */
export const mongoMessages = (connect: Connect): Messages => {
  const toMessage = (document: object) => fromDocument<Message>(document);
  return {
    find: async (userId, id) => {
      const found = await messagesOf(await connect()).findOne({ _id: oid(id), userId: oid(userId) });
      return found ? toMessage(found) : undefined;
    },
    list: async (userId, filter, { limit, offset }) => {
      const rows = messagesOf(await connect()).find(exact(messageQuery(userId, filter)));
      return (await rows.sort(newestFirst).skip(offset).limit(limit).toArray()).map(toMessage);
    },
    ofThread: async (userId, threadId, limit, until) => {
      const of = { userId: oid(userId), threadId: oid(threadId), ...(until && { receivedAt: { $lte: until } }) };
      const rows = messagesOf(await connect()).find(of);
      return (await rows.sort(newestFirst).limit(limit).toArray()).map(toMessage).toReversed();
    },
    bodies: async (userId, ids) => {
      const rows = await messageBodiesOf(await connect())
        .find({ _id: { $in: ids.map(oid) }, userId: oid(userId) })
        .toArray();
      return new Map(rows.map(({ _id, text, html, replyHtml }) => [_id.toHexString(), { text, html, replyHtml }]));
    },
    setRead: async (userId, id, isRead) => {
      const database = await connect();
      return database.transaction(async (session) => {
        const mine = { _id: oid(id), userId: oid(userId) };
        const found = await messagesOf(database).findOneAndUpdate(mine, { $set: { isRead } }, { session, returnDocument: "after" });
        if (!found) return undefined;
        await recomputeThreads(database, session, userId, [found.threadId.toHexString()]);
        return toMessage(found);
      });
    },
  };
};
