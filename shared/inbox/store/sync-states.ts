import { isByPassword } from "#shared/providers/index.ts";
import { type ClientSession, MongoServerError, type ObjectId } from "mongodb";
import type { SyncStates } from "../ports/sync.ts";
import { type FolderCursor, LeaseLost, type SyncLease } from "../pull/sync-state.ts";
import { type Connect, type Database, type IndexSpec, isDuplicateKey } from "#shared/platform/mongo/database.ts";
import { newToken, oid, fromDocument, given } from "#shared/platform/mongo/documents.ts";
import type { SyncTarget, SyncTargets, Polls } from "../ports/polls.ts";
import { type MailboxDocument, mailboxesOf, withoutSecrets } from "#shared/mailboxes/store/mailbox-documents.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { messagesOf } from "./message-documents.ts";

/**
 * A mailbox's sync state; the id is the mailbox's. Lease and cursors are in one document, so that a single write checks the lease and moves the
 * cursors.
 */
export interface SyncStateDocument {
  _id: ObjectId;
  userId: ObjectId;
  cursors: FolderCursor[];
  failures: number;
  token?: string;
  leaseUntil?: Date;
  /** After failures: the mailbox is not pulled on schedule before this time. */
  retryAt?: Date;
  /** Six minutes after it was queued: until then it is not queued again, unless it was polled since. */
  queuedUntil?: Date;
  /** When the mailbox's next audit is due. */
  auditAt?: Date;
}

/** The sync states' collection. */
export const syncStatesOf = (database: Database) => database.collection<SyncStateDocument>("syncStates");

/** Indexes: the sync states of an account, for its deletion; all else finds them by the mailbox's id. */
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
const HELD_FOR_MS = 3_000;
/**
 * A renewal waits this long for its document, ms. The worker's own transaction may hold it, and its commit needs a connection: renewals of several
 * mailboxes that waited longer would hold the whole pool.
 */
const RENEWAL_WAITS_MS = 250;
const MAX_TIME_EXPIRED = 50;
/** Returns null when an open transaction blocked the document for too long; throws other errors. */
const busy = (error: unknown): null => {
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

/** Indexes: the synced mailboxes, all and by shard, in the order of their ids. */
export const syncTargetIndexes: readonly IndexSpec[] = [
  { collection: "mailboxes", keys: { inboxSyncEnabled: 1, status: 1, _id: 1 } },
  { collection: "mailboxes", keys: { pollShard: 1, inboxSyncEnabled: 1, status: 1, _id: 1 } },
];

/** How long a mailbox counts as queued, ms, unless it is polled before; then it may be queued again. */
const QUEUED_MS = 6 * 60_000;
/** A poll that began so shortly before a mailbox was queued counts as the queued one, because clocks differ, ms. */
const CLOCKS_DIFFER_MS = 10_000;

/** The mailboxes that scheduled sync polls. */
const lookedAfter = {
  inboxSyncEnabled: true,
  status: { $in: ["active" as const, "error" as const] },
  deletedAt: { $exists: false },
};

const projection = {
  userId: 1,
  type: 1,
  "imap.host": 1,
  inboxLastSyncAt: 1,
  inboxLastNewAt: 1,
  syncIntervalMinutes: 1,
  maxPollMinutes: 1,
  inboxLastError: 1,
  inboxEnabledAt: 1,
  statusSince: 1,
  "hints.until": 1,
  "hints.toldAt": 1,
} as const;

/** Hints that told of mail are relied on for a day, ms, and never after the watch's end. */
const RELIED_ON_MS = 24 * 3_600_000;
const toldUntilOf = ({ until, toldAt }: NonNullable<MailboxDocument["hints"]> = {}): Date | undefined =>
  until && toldAt ? new Date(Math.min(until.getTime(), toldAt.getTime() + RELIED_ON_MS)) : undefined;

const toTarget = ({
  _id,
  userId,
  type,
  imap,
  inboxLastSyncAt: polledAt,
  inboxLastNewAt,
  syncIntervalMinutes: intervalMinutes,
  maxPollMinutes: maxIntervalMinutes,
  inboxLastError,
  inboxEnabledAt,
  statusSince,
  hints,
}: Pick<MailboxDocument, keyof typeof projection & keyof MailboxDocument> &
  Pick<MailboxDocument, "_id" | "imap" | "hints">): SyncTarget => ({
  id: _id.toHexString(),
  userId: userId.toHexString(),
  server: isByPassword(type) ? (imap?.host ?? "") : type,
  ...given({ polledAt, intervalMinutes, maxIntervalMinutes, activeAt: inboxLastNewAt ?? inboxEnabledAt, toldUntil: toldUntilOf(hints) }),
  ...(inboxLastError === "" && { healthySince: inboxEnabledAt && inboxEnabledAt > statusSince ? inboxEnabledAt : statusSince }),
});

/** A mailbox that older code has connected has no shard yet. */
const inShard = (shard: number | undefined) => (shard === undefined ? {} : { pollShard: shard === 0 ? { $in: [0, null] } : shard });

/** Finds due mailboxes in the mailboxes' own documents, so that a lost sync state or queue message delays a mailbox by at most one round. */
export const mongoSyncTargets = (connect: Connect): SyncTargets => ({
  page: async (shard, after, limit) => {
    const enabled = { ...inShard(shard), ...lookedAfter, ...(after !== undefined && { _id: { $gt: oid(after) } }) };
    const rows = await mailboxesOf(await connect())
      .find(enabled, { projection })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    const targets = rows.map(toTarget);
    return { targets, last: rows.length < limit ? undefined : targets.at(-1)?.id };
  },
  free: async (targets, nowMs) => {
    const ahead = (field: string) => ({ $expr: { $gt: [{ $ifNull: [`$${field}`, null] }, "$$NOW"] } });
    const ids = targets.map(({ id }) => oid(id));
    const rows = await syncStatesOf(await connect())
      .find(
        { _id: { $in: ids }, $or: [ahead("retryAt"), ahead("leaseUntil"), ahead("queuedUntil")] },
        { projection: { retryAt: 1, leaseUntil: 1, queuedUntil: 1 } },
      )
      .toArray();
    const byId = new Map(rows.map((row) => [row._id.toHexString(), row]));
    const isFree = ({ id, polledAt }: SyncTarget): boolean => {
      const { retryAt, leaseUntil, queuedUntil } = byId.get(id) ?? {};
      if (!queuedUntil || !polledAt) return !byId.has(id);
      const isHeld = [retryAt, leaseUntil].some((until) => until && until.getTime() > nowMs);
      return !isHeld && polledAt.getTime() > queuedUntil.getTime() - QUEUED_MS - CLOCKS_DIFFER_MS;
    };
    return targets.filter(isFree).map(({ id }) => id);
  },
  queued: async (ids, agoMs) => {
    if (ids.length === 0) return;
    // A queue that is behind does not grow with every round. A mailbox whose worker died within a transaction may be queued twice; it blocks no other.
    const queued = [{ $set: { queuedUntil: { $add: ["$$NOW", QUEUED_MS - agoMs] } } }];
    const states = syncStatesOf(await connect());
    await states.updateMany({ _id: { $in: ids.map(oid) } }, queued, { maxTimeMS: HELD_FOR_MS }).catch(busy);
  },
});

/** Those of these mailboxes whose servers are to be told of changes, now or later; no command for none. */
const withChanges = async (database: Database, ids: readonly ObjectId[]): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set();
  const due = { mailboxId: { $in: [...ids] }, "wish.dueAt": { $exists: true } };
  return new Set((await messagesOf(database).distinct("mailboxId", due)).map(String));
};

/** Polls of many mailboxes in MongoDB, with two reads and one write for any number, and one more read where changes go to servers. */
export const mongoPolls = (connect: Connect): Polls => ({
  read: async (ids) => {
    const database = await connect();
    const among = { _id: { $in: ids.map(oid) } };
    const [mailboxes, states] = await Promise.all([
      mailboxesOf(database)
        .find({ ...among, ...lookedAfter }, { projection: withoutSecrets })
        .toArray(),
      syncStatesOf(database)
        .find(among, { projection: { "cursors.window": 0, "cursors.notRead.paths": 0 } })
        .toArray(),
    ]);
    const byId = new Map(states.map((state) => [state._id.toHexString(), state]));
    const changing = await withChanges(
      database,
      mailboxes.filter(({ syncChanges }) => syncChanges === true).map(({ _id }) => _id),
    );
    return mailboxes.map((document) => {
      const mailbox = fromDocument<Mailbox>(document);
      const { cursors = [], failures = 0, auditAt } = byId.get(mailbox.id) ?? {};
      return { mailbox, cursors, failures, auditAt, ...(changing.has(mailbox.id) && { hasChanges: true }) };
    });
  },
  quiet: async (ids, at) => {
    const polled = { _id: { $in: ids.map(oid) }, ...lookedAfter };
    await mailboxesOf(await connect()).updateMany(polled, { $max: { inboxLastSyncAt: at } });
  },
});
