import { type ClientSession, MongoServerError, type ObjectId } from "mongodb";
import type { SyncStates } from "../../../domain/inbox/ports/sync.ts";
import { type FolderCursor, LeaseLost, type SyncLease } from "../../../domain/inbox/pull/sync-state.ts";
import { type Connect, type Database, type IndexSpec, isDuplicateKey } from "../database.ts";
import { newToken, oid } from "../documents.ts";

/** A mailbox's sync: its id is the mailbox's, so there is one; lease and cursors stand in one document, so that one write fences and moves them. */
export interface SyncStateDocument {
  _id: ObjectId;
  userId: ObjectId;
  cursors: FolderCursor[];
  failures: number;
  token?: string;
  leaseUntil?: Date;
  /** After failures: not before then by the schedule. */
  retryAt?: Date;
  /** It waits in the queue; a lost message is made up for after this. */
  queuedUntil?: Date;
  /** When the mailbox is to be audited. */
  auditAt?: Date;
}

/** The sync states' collection. */
export const syncStatesOf = (database: Database) => database.collection<SyncStateDocument>("syncStates");

/** Found by the mailbox's id alone. */
export const syncStateIndexes: readonly IndexSpec[] = [{ collection: "syncStates", keys: { userId: 1 } }];

/** Writes the cursors if the lease still holds, in the caller's transaction; throws LeaseLost. */
export const moveCursors = async (
  database: Database,
  lease: SyncLease,
  cursors: readonly FolderCursor[],
  session?: ClientSession,
): Promise<void> => writeUnderLease(database, lease, { cursors: [...cursors] }, session);

/** Writes fields of the state if the lease still holds, in the caller's transaction; throws LeaseLost. */
export const writeUnderLease = async (
  database: Database,
  lease: SyncLease,
  fields: Partial<Pick<SyncStateDocument, "cursors" | "auditAt">>,
  session?: ClientSession,
): Promise<void> => {
  const held = { _id: oid(lease.id), userId: oid(lease.userId), token: lease.token };
  const { matchedCount } = await syncStatesOf(database).updateOne(held, { $set: fields }, session ? { session } : {});
  if (matchedCount === 0) throw new LeaseLost("another pull has taken the mailbox over");
};

/** A worker that was killed within a transaction holds its documents for up to a minute more; nobody waits so long for a lease. */
export const HELD_FOR_MS = 3_000;
const MAX_TIME_EXPIRED = 50;
/** Null for a document that an open transaction held for too long; other errors are thrown. */
export const busy = (error: unknown): null => {
  if (error instanceof MongoServerError && error.code === MAX_TIME_EXPIRED) return null;
  throw error;
};

/** Leases and cursors in MongoDB, on its clock. */
export const mongoSyncStates = (connect: Connect): SyncStates => ({
  acquire: async ({ id, userId }, forMs) => {
    const states = syncStatesOf(await connect());
    const token = newToken();
    const take = (condition: object, upsert: boolean) =>
      states.findOneAndUpdate(
        { _id: oid(id), userId: oid(userId), ...condition },
        [
          {
            $set: {
              token,
              leaseUntil: { $add: ["$$NOW", forMs] },
              cursors: { $ifNull: ["$cursors", []] },
              failures: { $ifNull: ["$failures", 0] },
            },
          },
          { $unset: "queuedUntil" },
        ],
        { upsert, returnDocument: "after", maxTimeMS: HELD_FOR_MS },
      );
    const state = await take({ leaseUntil: { $exists: false } }, true).catch((error: unknown) => {
      // It exists with a lease, which may have run out.
      if (isDuplicateKey(error)) return take({ $expr: { $lte: ["$leaseUntil", "$$NOW"] } }, false).catch(busy);
      return busy(error);
    });
    if (!state) return undefined;
    const { cursors, failures, auditAt } = state;
    return { id, userId, token, cursors, failures, ...(auditAt && { auditAt }) };
  },
  save: async (lease, cursors) => moveCursors(await connect(), lease, cursors),
  renew: async ({ id, userId, token }, forMs) => {
    const held = { _id: oid(id), userId: oid(userId), token };
    await syncStatesOf(await connect()).updateOne(held, [{ $set: { leaseUntil: { $add: ["$$NOW", forMs] } } }]);
  },
  release: async ({ id, userId, token }, failure) => {
    const after = failure ? { failures: { $add: ["$failures", 1] }, retryAt: { $add: ["$$NOW", failure.retryAfterMs] } } : { failures: 0 };
    const held = { _id: oid(id), userId: oid(userId), token };
    const { matchedCount } = await syncStatesOf(await connect()).updateOne(held, [
      { $set: after },
      { $unset: failure ? ["token", "leaseUntil"] : ["token", "leaseUntil", "retryAt"] },
    ]);
    return matchedCount > 0;
  },
});
