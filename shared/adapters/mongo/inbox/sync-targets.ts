import type { SyncTargets } from "../../../domain/inbox/ports/polls.ts";
import type { Connect, IndexSpec } from "../database.ts";
import { oid } from "../documents.ts";
import { mailboxesOf } from "../mailboxes/mailbox-documents.ts";
import { busy, HELD_FOR_MS, syncStatesOf } from "./sync-states.ts";

/** The mailboxes with sync on, in the order of their ids. */
export const syncTargetIndexes: readonly IndexSpec[] = [{ collection: "mailboxes", keys: { inboxSyncEnabled: 1, status: 1, _id: 1 } }];

/** How long a mailbox counts as queued, ms; then it may be queued again. */
const QUEUED_MS = 6 * 60_000;

/** The mailboxes that scheduled sync polls. */
export const lookedAfter = {
  inboxSyncEnabled: true,
  status: { $in: ["active" as const, "error" as const] },
  deletedAt: { $exists: false },
};

const projection = {
  userId: 1,
  type: 1,
  "imap.host": 1,
  inboxLastSyncAt: 1,
  syncIntervalMinutes: 1,
  inboxLastError: 1,
  inboxEnabledAt: 1,
  statusSince: 1,
} as const;

/** Finds due mailboxes in the mailboxes' own documents, so that a lost state or wake-up delays none of them by more than one round. */
export const mongoSyncTargets = (connect: Connect): SyncTargets => ({
  page: async (after, limit) => {
    const enabled = { ...lookedAfter, ...(after !== undefined && { _id: { $gt: oid(after) } }) };
    const rows = await mailboxesOf(await connect())
      .find(enabled, { projection })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    const targets = rows.map(
      ({ _id, userId, type, imap, inboxLastSyncAt, syncIntervalMinutes, inboxLastError, inboxEnabledAt, statusSince }) => ({
        id: _id.toHexString(),
        userId: userId.toHexString(),
        server: type === "smtp" ? (imap?.host ?? "") : type,
        ...(inboxLastSyncAt && { polledAt: inboxLastSyncAt }),
        ...(syncIntervalMinutes !== undefined && { intervalMinutes: syncIntervalMinutes }),
        ...(inboxLastError === "" && {
          healthySince: inboxEnabledAt && inboxEnabledAt > statusSince ? inboxEnabledAt : statusSince,
        }),
      }),
    );
    return { targets, last: rows.length < limit ? undefined : targets.at(-1)?.id };
  },
  claim: async (ids) => {
    if (ids.length === 0) return [];
    const states = syncStatesOf(await connect());
    const ahead = (field: string) => ({ $expr: { $gt: [{ $ifNull: [`$${field}`, null] }, "$$NOW"] } });
    const notNow = { _id: { $in: ids.map(oid) }, $or: [ahead("retryAt"), ahead("leaseUntil"), ahead("queuedUntil")] };
    const waiting = await states.find(notNow, { projection: { _id: 1 } }).toArray();
    const later = new Set(waiting.map(({ _id }) => _id.toHexString()));
    const free = ids.filter((id) => !later.has(id));
    // Marked as queued, so that a queue that is behind does not grow with every round. A mailbox whose worker died within a transaction may be queued
    // twice; it blocks no other.
    const queued = [{ $set: { queuedUntil: { $add: ["$$NOW", QUEUED_MS] } } }];
    if (free.length > 0) await states.updateMany({ _id: { $in: free.map(oid) } }, queued, { maxTimeMS: HELD_FOR_MS }).catch(busy);
    return free;
  },
});
