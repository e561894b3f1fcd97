import type { SyncTargets } from "../../../domain/inbox/ports.ts";
import type { Connect, IndexSpec } from "../database.ts";
import { oid } from "../documents.ts";
import { mailboxesOf } from "../mailboxes/mailbox-documents.ts";
import { syncStatesOf } from "./sync-states.ts";

/** The mailboxes with sync on, in the order of their ids. */
export const syncTargetIndexes: readonly IndexSpec[] = [{ collection: "mailboxes", keys: { inboxSyncEnabled: 1, status: 1, _id: 1 } }];

/** How long a mailbox may wait in the queue before it is put there again. */
const QUEUED_MS = 6 * 60_000;

/** Which mailboxes are due, from the mailboxes themselves: a lost state or wake-up stops none of them for longer than one round. */
export const mongoSyncTargets = (connect: Connect): SyncTargets => ({
  due: async (after, limit) => {
    const database = await connect();
    const enabled = {
      inboxSyncEnabled: true,
      status: { $in: ["active" as const, "error" as const] },
      deletedAt: { $exists: false },
      ...(after !== undefined && { _id: { $gt: oid(after) } }),
    };
    const rows = await mailboxesOf(database)
      .find(enabled, { projection: { _id: 1 } })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    const ids = rows.map(({ _id }) => _id);
    const states = syncStatesOf(database);
    const ahead = (field: string) => ({ $expr: { $gt: [{ $ifNull: [`$${field}`, null] }, "$$NOW"] } });
    const notNow = { _id: { $in: ids }, $or: [ahead("retryAt"), ahead("leaseUntil"), ahead("queuedUntil")] };
    const waiting = await states.find(notNow, { projection: { _id: 1 } }).toArray();
    const later = new Set(waiting.map(({ _id }) => _id.toHexString()));
    const due = ids.filter((id) => !later.has(id.toHexString()));
    // A queue that is behind does not grow by every round.
    if (due.length > 0) await states.updateMany({ _id: { $in: due } }, [{ $set: { queuedUntil: { $add: ["$$NOW", QUEUED_MS] } } }]);
    return {
      due: due.map((id) => id.toHexString()),
      last: rows.length < limit ? undefined : ids.at(-1)?.toHexString(),
    };
  },
});
