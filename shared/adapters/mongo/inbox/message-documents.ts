import type { ObjectId } from "mongodb";
import type { Message, MessageBody } from "../../../domain/inbox/message.ts";
import type { Database, IndexSpec } from "../database.ts";
import type { Stored } from "../documents.ts";
import type { HasPendingEvents } from "../events/event-documents.ts";
import { type SearchFields, WITHOUT_SEARCH } from "./search/search-fields.ts";

/** An inbound message as stored. */
export type MessageDocument = Stored<Message, "userId" | "mailboxId" | "threadId" | "emailJobId"> & HasPendingEvents & SearchFields;
/** Its bodies; the id is the message's. Html that is new altogether, as a first mail's is, is kept once: without `replyHtml`. */
export type MessageBodyDocument = Omit<MessageBody, "replyHtml"> & { _id: ObjectId; userId: ObjectId; replyHtml?: string };

/** A message's bodies as they are stored. */
export const toBodyDocument = (_id: ObjectId, userId: ObjectId, { text, html, replyHtml }: MessageBody): MessageBodyDocument => ({
  _id,
  userId,
  text,
  html,
  ...(replyHtml !== html && { replyHtml }),
});
/** The bodies that were stored. */
export const toBody = ({ text, html, replyHtml = html }: MessageBodyDocument): MessageBody => ({ text, html, replyHtml });

/** A projection without what no row of a list shows. */
export const NOT_LISTED = { ...WITHOUT_SEARCH, report: 0 } as const;

/** The messages' collection. */
export const messagesOf = (database: Database) => database.collection<MessageDocument>("messages");
/** The bodies' collection; lists do not touch it. */
export const messageBodiesOf = (database: Database) => database.collection<MessageBodyDocument>("messageBodies");

/** No message twice (G16); every filter of the list leads to its page by an index. */
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
    keys: { userId: 1, emailJobId: 1, receivedAt: -1, _id: -1 },
    options: { partialFilterExpression: { emailJobId: { $exists: true } } },
  },
];
