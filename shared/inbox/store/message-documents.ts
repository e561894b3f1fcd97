import type { DueRecords } from "#shared/platform/mongo/due-records.ts";
import type { IndexSpec, Database } from "#shared/platform/mongo/database.ts";
import type { Migration } from "#shared/platform/mongo/migrations.ts";
import type { ObjectId } from "mongodb";
import type { ListedMessage, Message, MessageBody } from "../message.ts";
import type { Stored } from "#shared/platform/mongo/documents.ts";
import type { BodyRow } from "#shared/platform/mongo/moved-bodies.ts";
import type { HasPendingEvents } from "#shared/events/store/event-documents.ts";

/** The search's fields in the document of a message, and of a conversation that a send started. */
export interface SearchFields {
  /** The hashes of its words; absent until the sweeper has stored them. */
  words?: number[];
  /**
   * True until its words are stored. That happens after the message is stored, because indexing at once would slow a backlog down by a factor of
   * three.
   */
  unsearched?: true;
}

/** The search fields of a newly stored document. */
export const NOT_YET_SEARCHED = { unsearched: true } as const satisfies SearchFields;

/** What no search finds yet. */
export const unsearched = /* @__PURE__ */ (["messages", "threads"] as const).map(
  (collection) => ({ collection, where: NOT_YET_SEARCHED, leftMs: 0, inWorld: "end" }) as const satisfies DueRecords,
);

/** A projection without these fields. */
export const WITHOUT_SEARCH = { words: 0, unsearched: 0 } as const satisfies Record<keyof SearchFields, 0>;

/** Two indexes: by word, newest first, and the documents still to be indexed. */
const indexesOf = (collection: string, at: string): readonly IndexSpec[] => [
  {
    collection,
    keys: { userId: 1, words: 1, [at]: -1, _id: -1 },
    options: { partialFilterExpression: { words: { $exists: true } } },
  },
  {
    collection,
    keys: { unsearched: 1 },
    options: { partialFilterExpression: { unsearched: { $exists: true } } },
  },
];
export const searchIndexes: readonly IndexSpec[] = [...indexesOf("messages", "receivedAt"), ...indexesOf("threads", "lastMessageAt")];

/**
 * Marks what was stored before the search existed, so that the sweeper indexes it: every message, and conversations in which nothing was received.
 */
export const searchMigrations: readonly Migration[] = [
  // Written out, so that esbuild leaves the table out of bundles that do not migrate.
  {
    id: "searched",
    collection: "messages",
    rows: { words: { $exists: false }, unsearched: { $exists: false } },
    change: { $set: { unsearched: true } },
  },
  {
    id: "searched",
    collection: "threads",
    rows: { words: { $exists: false }, unsearched: { $exists: false }, lastInboundAt: { $exists: false } },
    change: { $set: { unsearched: true } },
  },
];

/** An inbound message as stored. */
export type MessageDocument = Stored<Message, "userId" | "mailboxId" | "threadId" | "emailJobId"> & HasPendingEvents & SearchFields;
/** A message's bodies; the id is the message's. When all of its HTML is new, as in a first mail, it is stored once, without `replyHtml`. */
type MessageBodyDocument = Omit<MessageBody, "replyHtml"> & BodyRow & { replyHtml?: string };

/** A message's bodies in stored form. */
export const toBodyDocument = (_id: ObjectId, userId: ObjectId, { text, html, replyHtml, flow }: MessageBody): MessageBodyDocument => ({
  _id,
  userId,
  text,
  html,
  ...(replyHtml !== html && { replyHtml }),
  ...(flow && { flow }),
});
/** Restores the bodies from their stored form. */
export const toBody = ({ text, html, replyHtml = html, flow }: MessageBodyDocument): MessageBody => ({
  text,
  html,
  replyHtml,
  ...(flow && { flow }),
});

/** A projection for conversations: without report and search words, but with attachments and participants, which answers need. */
export const WITHOUT_REPORT = { ...WITHOUT_SEARCH, report: 0 } as const;

/** A projection without the fields that lists do not show. */
export const NOT_LISTED = {
  ...WITHOUT_REPORT,
  userId: 0,
  uidValidity: 0,
  uid: 0,
  dedupeKey: 0,
  colleague: 0,
  forged: 0,
  copyAt: 0,
  mayHaveMoved: 0,
  wish: 0,
  providerId: 0,
  counterparts: 0,
  news: 0,
  newsAt: 0,
} as const satisfies Record<Exclude<keyof MessageDocument, "_id" | keyof ListedMessage>, 0>;

/** The messages' collection. */
export const messagesOf = (database: Database) => database.collection<MessageDocument>("messages");
/** The bodies' collection; lists do not read it. */
export const messageBodiesOf = (database: Database) => database.collection<MessageBodyDocument>("messageBodies");

/** Indexes: no message is stored twice (G16 in shared/README.md); one for every filter of the list. */
export const messageIndexes: readonly IndexSpec[] = [
  { collection: "messages", keys: { mailboxId: 1, folder: 1, uidValidity: 1, uid: 1 }, options: { unique: true } },
  { collection: "messages", keys: { mailboxId: 1, dedupeKey: 1 }, options: { unique: true } },
  {
    collection: "messages",
    keys: { mailboxId: 1, providerId: 1 },
    options: { partialFilterExpression: { providerId: { $exists: true } } },
  },
  { collection: "messages", keys: { userId: 1, receivedAt: -1, _id: -1 } },
  { collection: "messages", keys: { userId: 1, kind: 1, isRead: 1, receivedAt: -1, _id: -1 } },
  { collection: "messages", keys: { userId: 1, mailboxId: 1, receivedAt: -1, _id: -1 } },
  { collection: "messages", keys: { userId: 1, mailboxId: 1, kind: 1, isRead: 1, receivedAt: -1, _id: -1 } },
  { collection: "messages", keys: { userId: 1, threadId: 1, receivedAt: -1, _id: -1 } },
  { collection: "messages", keys: { threadId: 1, isRead: 1 } },
  {
    collection: "messages",
    keys: { mailboxId: 1, onServer: 1 },
    options: { partialFilterExpression: { onServer: { $exists: true } } },
  },
  {
    collection: "messages",
    keys: { mailboxId: 1, mayHaveMoved: 1 },
    options: { partialFilterExpression: { mayHaveMoved: { $exists: true } } },
  },
  {
    collection: "messages",
    keys: { mailboxId: 1, "wish.dueAt": 1 },
    options: { partialFilterExpression: { "wish.dueAt": { $exists: true } } },
  },
  {
    collection: "messages",
    keys: { userId: 1, emailJobId: 1, receivedAt: -1, _id: -1 },
    options: { partialFilterExpression: { emailJobId: { $exists: true } } },
  },
  {
    collection: "messages",
    keys: { userId: 1, tags: 1, receivedAt: -1, _id: -1 },
    options: { partialFilterExpression: { tags: { $exists: true } } },
  },
  {
    collection: "messages",
    keys: { userId: 1, intent: 1, receivedAt: -1, _id: -1 },
    options: { partialFilterExpression: { intent: { $exists: true } } },
  },
];
