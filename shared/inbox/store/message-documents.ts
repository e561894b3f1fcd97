import type { ObjectId } from "mongodb";
import type { ListedMessage, Message, MessageBody } from "../message.ts";
import type { Database, IndexSpec } from "#shared/platform/mongo/database.ts";
import type { Stored } from "#shared/platform/mongo/documents.ts";
import type { BodyRow } from "#shared/platform/mongo/moved-bodies.ts";
import type { HasPendingEvents } from "#shared/events/store/event-documents.ts";
import { type SearchFields, WITHOUT_SEARCH } from "./search/search-fields.ts";

/** An inbound message as stored. */
export type MessageDocument = Stored<Message, "userId" | "mailboxId" | "threadId" | "emailJobId"> & HasPendingEvents & SearchFields;
/** A message's bodies; the id is the message's. When all of its HTML is new, as in a first mail, it is stored once, without `replyHtml`. */
export type MessageBodyDocument = Omit<MessageBody, "replyHtml"> & BodyRow & { replyHtml?: string };

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
