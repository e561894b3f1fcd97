import type { Filter, ObjectId } from "mongodb";
import type { PageMessages } from "../../../../domain/inbox/ports/open-page.ts";
import type { KnownMessage, PageKeys } from "../../../../domain/inbox/store/known-mail.ts";
import { fromDocument, oid, toDocument } from "../../documents.ts";
import { eventAtInsert } from "../../events/event-documents.ts";
import { endMessageBodies } from "../../retention.ts";
import { correctionsOf, toKept } from "../correction-documents.ts";
import { type MessageDocument, messageBodiesOf, messagesOf, toBodyDocument } from "../message-documents.ts";
import { movedTo } from "../moves.ts";
import { NOT_YET_SEARCHED } from "../search/search-fields.ts";
import { threadLinksOf } from "../thread-links.ts";
import type { PageTransaction } from "./page-transaction.ts";

const knownFields = {
  dedupeKey: 1,
  providerId: 1,
  messageId: 1,
  threadId: 1,
  from: 1,
  direction: 1,
  isRead: 1,
  createdAt: 1,
  receivedAt: 1,
  folder: 1,
  uidValidity: 1,
  uid: 1,
  onServer: 1,
  copyAt: 1,
} as const satisfies Partial<Record<keyof KnownMessage, 1>>;

/** How many stored messages are compared by their Message-IDs. */
const NAMESAKES_MAX = 200;
/** The parent is searched among this many of a thread's newest messages. */
const NEWEST_OF_THREAD = 20;

/** The messages of a page's mailbox in MongoDB. */
export const pageMessages = (page: PageTransaction): PageMessages => {
  const { database, session, lease, keptDays } = page;
  const [userId, mailboxId] = [oid(lease.userId), oid(lease.id)];
  const messages = messagesOf(database);
  return {
    alike: async (keys) => {
      const copies = await messages.find(copiesBy(mailboxId, keys), { session, projection: knownFields }).toArray();
      const found = [...copies, ...(await namesakes(page, keys.messageIds))];
      return [...new Map(found.map((row) => [row._id.toHexString(), row])).values()].map((row) => fromDocument<KnownMessage>(row));
    },
    named: async (messageIds) => (await namesakes(page, messageIds)).map(({ messageId }) => messageId),
    corrections: async (dedupeKeys) => {
      if (dedupeKeys.length === 0) return new Map();
      const kept = correctionsOf(database).find({ userId, mailboxId, dedupeKey: { $in: [...dedupeKeys] } }, { session });
      return new Map((await kept.toArray()).map((row) => [row.dedupeKey, toKept(row)]));
    },
    body: async (messageIds) => {
      const _id = await messageOf(page, messageIds);
      const found = _id && (await messageBodiesOf(database).findOne({ _id, userId }, { session, projection: { text: 1, html: 1 } }));
      return found ?? undefined;
    },
    place: async ({ moved, copied, sent }) => {
      const row = (id: string) => ({ _id: oid(id), mailboxId });
      const moves = moved.map(({ id, to }) => ({ updateOne: { filter: row(id), update: movedTo(to) } }));
      const copies = copied.map(({ id, at }) => ({
        updateOne: { filter: row(id), update: { $set: { copyAt: at, mayHaveMoved: true as const } } },
      }));
      const ours = sent.map(({ id }) => ({
        updateOne: { filter: row(id), update: { $set: { direction: "outbound" as const, isRead: true } } },
      }));
      const changes = [...moves, ...copies, ...ours];
      if (changes.length > 0) await messages.bulkWrite(changes, { session });
    },
    erase: async (ids) => {
      if (ids.length === 0) return;
      const those = { _id: { $in: ids.map(oid) }, userId };
      await messages.deleteMany(those, { session });
      await messageBodiesOf(database).deleteMany(those, { session });
    },
    add: async (added) => {
      const documents = added.map(({ message, hasEvent }) => ({
        ...toDocument(message, ["userId", "mailboxId", "threadId", "emailJobId"]),
        ...NOT_YET_SEARCHED,
        ...(hasEvent && eventAtInsert("message.received", message.createdAt)),
      }));
      await messages.insertMany(documents, { session });
      const bodies = added.map(({ message, body }) => toBodyDocument(oid(message.id), userId, body));
      await messageBodiesOf(database).insertMany(bodies, { session });
      const stored = added.map(({ message }) => oid(message.id));
      await endMessageBodies(database, session, stored, keptDays);
    },
  };
};

/** Finds stored messages that may be copies of a page's mails; each branch uses an index. */
const copiesBy = (mailboxId: ObjectId, { folder, uidValidity, uids, dedupeKeys, providerIds }: PageKeys): Filter<MessageDocument> => ({
  $or: [
    { mailboxId, dedupeKey: { $in: [...dedupeKeys] } },
    { mailboxId, folder, uidValidity, uid: { $in: [...uids] } },
    ...(providerIds.length > 0 ? [{ mailboxId, providerId: { $in: [...providerIds] } }] : []),
  ],
});

/** Stored messages with these Message-IDs, found through their threads. */
const namesakes = async ({ database, session, lease }: PageTransaction, messageIds: readonly string[]) => {
  if (messageIds.length === 0) return [];
  const links = await threadLinksOf(database)
    .find({ mailboxId: oid(lease.id), messageId: { $in: [...messageIds] } }, { session, projection: { threadId: 1 } })
    .toArray();
  const those = {
    userId: oid(lease.userId),
    threadId: { $in: links.map(({ threadId }) => threadId) },
    messageId: { $in: [...messageIds] },
  };
  return messagesOf(database).find(those, { session, projection: knownFields }).limit(NAMESAKES_MAX).toArray();
};

/** The stored message with one of these Message-IDs, found through the thread to which they are linked. */
const messageOf = async ({ database, session, lease }: PageTransaction, ids: readonly string[]): Promise<ObjectId | undefined> => {
  const userId = oid(lease.userId);
  const link = await threadLinksOf(database).findOne({ mailboxId: oid(lease.id), messageId: { $in: [...ids] } }, { session });
  if (!link) return undefined;
  const newest = messagesOf(database)
    .find({ userId, threadId: link.threadId }, { session, projection: { messageId: 1 } })
    .sort({ receivedAt: -1, _id: -1 })
    .limit(NEWEST_OF_THREAD);
  return (await newest.toArray()).find(({ messageId }) => ids.includes(messageId))?._id;
};
