import type { SyncTargets } from "../../domain/inbox/ports.ts";
import type { Connect, IndexSpec } from "./database.ts";
import { oid } from "./documents.ts";
import { mailboxesOf } from "./mailbox-documents.ts";
import { syncStatesOf } from "./sync-states.ts";

/** The mailboxes with sync on, in the order of their ids. */
export const syncTargetIndexes: readonly IndexSpec[] = [{ collection: "mailboxes", keys: { inboxSyncEnabled: 1, status: 1, _id: 1 } }];

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
    const notNow = {
      _id: { $in: ids },
      $or: [
        { $expr: { $gt: [{ $ifNull: ["$retryAt", null] }, "$$NOW"] } },
        { $expr: { $gt: [{ $ifNull: ["$leaseUntil", null] }, "$$NOW"] } },
      ],
    };
    const waiting = await syncStatesOf(database)
      .find(notNow, { projection: { _id: 1 } })
      .toArray();
    const later = new Set(waiting.map(({ _id }) => _id.toHexString()));
    return {
      due: ids.map((id) => id.toHexString()).filter((id) => !later.has(id)),
      last: rows.length < limit ? undefined : ids.at(-1)?.toHexString(),
    };
  },
});
