import { type ClientSession, MongoServerError, type ObjectId } from "mongodb";
import type { SyncStates } from "../../../domain/inbox/ports/sync.ts";
import { type FolderCursor, LeaseLost, type SyncLease } from "../../../domain/inbox/pull/sync-state.ts";
import { type Connect, type Database, type IndexSpec, isDuplicateKey } from "../database.ts";
import { newToken, oid } from "../documents.ts";

/**
 * A mailbox's sync state. Its id is the mailbox's. Lease and cursors are in one document, so that one write checks the lease and moves the cursors.
 */
export interface SyncStateDocument {
  _id: ObjectId;
  userId: ObjectId;
  cursors: FolderCursor[];
  failures: number;
  token?: string;
  leaseUntil?: Date;
  /** After failures, the schedule does not pull it before this time. */
  retryAt?: Date;
  /** It is in the queue; after this time its message counts as lost. */
  queuedUntil?: Date;
  /** When the mailbox's next audit is due. */
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

/** A worker killed within a transaction blocks its documents for up to a minute more; waiting for a lease ends after this, ms. */
export const HELD_FOR_MS = 3_000;
/**
 * A renewal waits this long for its document, ms. The worker's own transaction may hold it, and its commit needs a connection: renewals of several mailboxes
 * that waited longer would hold the whole pool.
 */
const RENEWAL_WAITS_MS = 250;
const MAX_TIME_EXPIRED = 50;
/** Returns null when an open transaction blocked the document for too long; throws other errors. */
export const busy = (error: unknown): null => {
  if (error instanceof MongoServerError && error.code === MAX_TIME_EXPIRED) return null;
  throw error;
};

/** Leases and cursors in MongoDB, by the database's clock. */
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
      // The state exists with a lease, which may have expired.
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
    const longer = [{ $set: { leaseUntil: { $add: ["$$NOW", forMs] } } }];
    await syncStatesOf(await connect())
      .updateOne(held, longer, { maxTimeMS: RENEWAL_WAITS_MS })
      .catch(busy);
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
