import type { ObjectId, Filter } from "mongodb";
import type { Database, IndexSpec } from "#shared/platform/mongo/database.ts";
import { joinFacts } from "../thread-facts.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { joinedWork } from "../thread-state.ts";
import { factsUpdate, type ThreadDocument, threadsOf, type Transaction, type ReadFlagChange, workOf } from "./thread-documents.ts";
import { messagesOf } from "#shared/inbox/store/message-documents.ts";

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

/** Indexes: an id belongs to one thread of a mailbox; a thread's links, which a merge moves. */
export const threadLinkIndexes: readonly IndexSpec[] = [
  {
    collection: "threadLinks",
    keys: { userId: 1, mailboxId: 1, messageId: 1 },
    options: { unique: true },
    replaces: { mailboxId: 1, messageId: 1 },
  },
  { collection: "threadLinks", keys: { threadId: 1 } },
];

/** How many messages and sends are moved in one step. */
export const MOVES_PER_STEP = 500;

/** A merge of a newer thread into an older one. */
export interface Merge {
  readonly from: string;
  readonly into: string;
}

/**
 * Merges threads into older ones, which the newer ones' ids then also find. The summaries are correct at once. Messages and sends are moved in steps,
 * the first of them now; until they are moved they are found under both ids.
 */
export const mergeThreads = async (transaction: Transaction, userId: string, merges: readonly Merge[]): Promise<void> => {
  for (const merge of merges) await mergeThread(transaction, userId, merge);
  const { database, session } = transaction;
  const survivors = [...new Set(merges.map(({ into }) => into))].map(oid);
  if (survivors.length === 0) return;
  let left = MOVES_PER_STEP;
  for (const thread of await threadsOf(database)
    .find({ _id: { $in: survivors }, userId: oid(userId) }, { session })
    .toArray())
    if (left > 0) left -= await moveBatch(transaction, thread, left);
};

const mergeThread = async ({ database, session }: Transaction, user: string, { from, into }: Merge): Promise<void> => {
  const [userId, fromId, intoId] = [oid(user), oid(from), oid(into)];
  const threads = threadsOf(database);
  const gone = await threads.findOneAndDelete({ _id: fromId, userId }, { session });
  const survivor = await threads.findOne({ _id: intoId, userId }, { session });
  if (!gone || !survivor) return;
  const moving = [...(survivor.moving ?? []), fromId, ...(gone.moving ?? [])];
  const facts = joinFacts(survivor.facts, gone.facts);
  const update = factsUpdate(survivor, facts, { moving }, { change: joinedWork(workOf(survivor), workOf(gone)) });
  const aliases = { $push: { aliasIds: { $each: [fromId, ...gone.aliasIds] } } };
  await threads.updateOne({ _id: intoId, userId }, { ...update, $push: { ...update.$push, ...aliases.$push } }, { session });
};

/** Moves up to `most` messages and sends of merged threads; returns how many were moved. */
export const moveBatch = async (
  { database, session }: Transaction,
  { _id: into, userId, moving = [] }: Pick<ThreadDocument, "_id" | "userId" | "moving">,
  most: number,
): Promise<number> => {
  let left = most;
  let done = 0;
  const move = { $set: { threadId: into } };
  for (const threadId of moving) {
    for (const name of ["messages", "sends"]) {
      const collection = database.collection<{ _id: ObjectId; userId: ObjectId; threadId: ObjectId }>(name);
      const found = await collection
        .find({ userId, threadId }, { session, projection: { _id: 1 } })
        .limit(left)
        .toArray();
      if (found.length > 0) await collection.updateMany({ _id: { $in: found.map(({ _id }) => _id) } }, move, { session });
      left -= found.length;
      if (left === 0) break;
    }
    if (left === 0) break;
    done += 1;
  }
  const rest = moving.slice(done);
  const state = rest.length > 0 ? { $set: { moving: rest } } : { $unset: { moving: "" } as const };
  await threadsOf(database).updateOne({ _id: into, userId }, { ...state, $inc: { version: 1 } }, { session });
  return most - left;
};

/** The condition on `threadId` that finds everything in a thread, including what is still to be moved to it. */
export const threadIdFilter = async (database: Database, userId: string, id: string): Promise<ObjectId | { $in: ObjectId[] }> => {
  const find = (of: Filter<ThreadDocument>) => threadsOf(database).findOne({ ...of, userId: oid(userId) }, { projection: { moving: 1 } });
  const thread = (await find({ _id: oid(id) })) ?? (await find({ aliasIds: oid(id) }));
  return spread(thread?._id ?? oid(id), thread?.moving);
};

/** The same condition for a thread that was already read. */
export const spread = (id: ObjectId, moving: readonly ObjectId[] = []): ObjectId | { $in: ObjectId[] } =>
  moving.length === 0 ? id : { $in: [id, ...moving] };

/** How many messages' read flags are set in one step. */
const READ_FLAGS_PER_STEP = 500;

/** Sets the read flag of the thread's next messages; returns how many, 0 when it is done. The thread stores the progress. */
export const setSomeReadFlags = async (
  { database, session }: Transaction,
  thread: ThreadDocument,
  change: ReadFlagChange,
): Promise<number> => {
  const { _id, userId, facts, moving } = thread;
  const other = {
    userId,
    threadId: spread(_id, moving),
    isRead: !change.isRead,
    direction: { $exists: false },
    createdAt: { $lte: change.until },
  };
  const found = await messagesOf(database)
    .find(other, { session, projection: { _id: 1 } })
    .limit(READ_FLAGS_PER_STEP)
    .toArray();
  if (found.length > 0) {
    const some = { _id: { $in: found.map((message) => message._id) } };
    await messagesOf(database).updateMany(some, { $set: { isRead: change.isRead } }, { session });
  }
  const more = found.length === READ_FLAGS_PER_STEP;
  const unread = facts.unread + (change.isRead ? -found.length : found.length);
  const update = factsUpdate(thread, { ...facts, unread }, { marking: more ? change : undefined });
  await threadsOf(database).updateOne({ _id, userId }, update, { session });
  return more ? found.length : 0;
};
