import type { ObjectId } from "mongodb";
import type { Database, IndexSpec } from "../database.ts";

/** A Message-ID that was seen or referred to in a mailbox, and its thread. */
export interface ThreadLinkDocument {
  _id: ObjectId;
  userId: ObjectId;
  mailboxId: ObjectId;
  /** With angle brackets; or Gmail's thread id as `gm:{X-GM-THRID}`. */
  messageId: string;
  threadId: ObjectId;
}

/** The thread links' collection. */
export const threadLinksOf = (database: Database) => database.collection<ThreadLinkDocument>("threadLinks");

/** An id belongs to one thread of a mailbox; merging moves a thread's links. */
export const threadLinkIndexes: readonly IndexSpec[] = [
  { collection: "threadLinks", keys: { mailboxId: 1, messageId: 1 }, options: { unique: true } },
  { collection: "threadLinks", keys: { threadId: 1 } },
];
