import type { ObjectId } from "mongodb";
import { BUDGET_FILLS_IN_MS, WORKER_BUDGET_MS } from "../deliver/claim.ts";
import type { WorkerTime } from "../ports/claims.ts";
import { type Connect, type IndexSpec, isDuplicateKey, type Database, databaseNow } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { transitions } from "../transitions.ts";
import { updateBy, whichMay } from "./apply-transition.ts";
import { type SendDocument, sendsOf, STEP_MAX, toSend, toWaiting } from "./send-documents.ts";
import { recoveryOf } from "../deliver/look-up-unknown.ts";
import type { Deliveries } from "../ports/deliveries.ts";
import { isHeldBy, LOOK_UP_AFTER_MS } from "../waiting.ts";
import { whatIsDue } from "#shared/platform/mongo/due-records.ts";
import { areDeferred } from "./deferrals.ts";
import { pausesOf } from "./delivery-rows.ts";
import { dueSends, expiredLeases, lateSends, unapprovedSends } from "./due-sends.ts";

interface WorkerTimeDocument {
  _id: ObjectId;
  /** The time taken from the budget and not yet refilled, ms, as of `at`. */
  spentMs: number;
  at: Date;
  expiresAt: Date;
}

/** Indexes: full budgets expire. */
export const workerTimeIndexes: readonly IndexSpec[] = [
  { collection: "workerTime", keys: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } },
];

const FILLS = WORKER_BUDGET_MS / BUDGET_FILLS_IN_MS;
const FORGET_MS = 24 * 3_600_000;

/** Worker time in MongoDB, with one update by the database's clock. */
export const mongoWorkerTime = (connect: Connect): WorkerTime => {
  const spend: WorkerTime["spend"] = async (mailboxId, ms) => {
    const elapsed = { $subtract: ["$$NOW", { $ifNull: ["$at", "$$NOW"] }] };
    const left = { $max: [0, { $subtract: [{ $ifNull: ["$spentMs", 0] }, { $multiply: [elapsed, FILLS] }] }] };
    const rows = (await connect()).collection<WorkerTimeDocument>("workerTime");
    const row = await rows.findOneAndUpdate(
      { _id: oid(mailboxId) },
      [{ $set: { spentMs: { $add: [left, ms] }, at: "$$NOW", expiresAt: { $add: ["$$NOW", FORGET_MS] } } }],
      { upsert: true, returnDocument: "after" },
    );
    return Math.max(0, (row?.spentMs ?? 0) - WORKER_BUDGET_MS) / FILLS;
  };
  return {
    // Two first workers may both try to insert the row; the repetition then finds it.
    spend: (mailboxId, ms) =>
      spend(mailboxId, ms).catch((error: unknown) => {
        if (isDuplicateKey(error)) return spend(mailboxId, ms);
        throw error;
      }),
  };
};

/** With a mailbox its drafts end, too. */
const { draft: _drafts, ...endAll } = transitions.cancel;

interface Restore {
  readonly _id: string;
  readonly markedAt: Date;
}

/** When this ran first for a restore: nothing left from before the restore after that, so what becomes due later is no older worker's. */
const firstRunOf = async (database: Database, since: Date): Promise<Date> => {
  const markedAt = await databaseNow(database);
  const found = await database
    .collection<Restore>("settings")
    .findOneAndUpdate(
      { _id: `restored to ${since.toISOString()}` },
      { $setOnInsert: { markedAt } },
      { upsert: true, returnDocument: "after" },
    );
  return found?.markedAt ?? markedAt;
};

/**
 * To be run after the database was restored to its state at `since`: a send that waited or was held then, and is due by now, may have left meanwhile.
 * Each gets an unknown outcome, so that it is looked up in its mailbox's Sent folder and never sent blindly (G4 in shared/README.md). Sends accepted
 * later or due later are unchanged. Deferred recipients are not tried any more. Returns how many; safe to repeat, also days later, because "now" is
 * the first run's time.
 */
export const markUnknownAfterRestore = async (database: Database, since: Date): Promise<number> => {
  const markedAt = await firstRunOf(database, since);
  const mayBeSent = { ...whichMay(transitions.doubt), createdAt: { $lte: since }, dueAt: { $lte: markedAt } };
  const { modifiedCount } = await sendsOf(database).updateMany(mayBeSent, updateBy(transitions.doubt));
  await sendsOf(database).updateMany(
    {
      status: { $in: [...transitions.stopDeferred.from] },
      dueAt: { $gte: new Date(0) },
      createdAt: { $lte: since },
      sentAt: { $lte: markedAt },
    },
    updateBy(transitions.stopDeferred),
  );
  return modifiedCount;
};

/** The operations of the sweeper and of removing a mailbox, in steps of at most 1,000 documents. */
export const mongoRecovery = (
  connect: Connect,
): Pick<Deliveries, "recover" | "expire" | "expireHolds" | "forgotten" | "cancelWaiting"> => ({
  recover: async () => {
    const database = await connect();
    const sends = sendsOf(database);
    const expired = whatIsDue<SendDocument>(expiredLeases, await databaseNow(database));
    const found = await sends
      .find(expired, { projection: { userId: 1, mailboxId: 1, status: 1, stage: 1, deaths: 1, countedAt: 1 } })
      .sort({ dueAt: 1 })
      .limit(STEP_MAX)
      .toArray();
    const groups = Map.groupBy(found, recoveryOf);
    for (const [name, group] of groups) {
      // The update repeats the condition: a lease that was renewed meanwhile is not taken.
      const filter = { ...expired, ...whichMay(transitions[name]), _id: { $in: group.map(({ _id }) => _id) } };
      await sends.updateMany(filter, updateBy(transitions[name]));
    }
    const { requeueCrashed = [], awaitLookUp = [], failPoison = [], recoverDeferred = [] } = Object.fromEntries(groups);
    const lookUps = awaitLookUp.map((send) => ({
      ...send,
      ...(send.countedAt && { dueAt: new Date(send.countedAt.getTime() + LOOK_UP_AFTER_MS) }),
    }));
    return {
      woken: [...requeueCrashed, ...recoverDeferred, ...lookUps].map(toWaiting),
      failed: failPoison.map(toWaiting),
      more: found.length === STEP_MAX,
    };
  },
  expire: async () => {
    const database = await connect();
    const late = whatIsDue<SendDocument>(lateSends, await databaseNow(database));
    const found = await sendsOf(database).find(late).limit(STEP_MAX).toArray();
    const those = { ...late, _id: { $in: found.map(({ _id }) => _id) } };
    if (found.length > 0) await sendsOf(database).updateMany(those, updateBy(transitions.expire));
    return { failed: found.map(toSend), more: found.length === STEP_MAX };
  },
  expireHolds: async () => {
    const database = await connect();
    const over = whatIsDue<SendDocument>(unapprovedSends, await databaseNow(database));
    const found = await sendsOf(database).find(over).limit(STEP_MAX).toArray();
    const those = { ...over, _id: { $in: found.map(({ _id }) => _id) } };
    if (found.length > 0) await sendsOf(database).updateMany(those, updateBy(transitions.expireHold));
    return { cancelled: found.map(toSend), more: found.length === STEP_MAX };
  },
  forgotten: async (forMs, after) => {
    const database = await connect();
    const overdue = {
      ...whatIsDue<SendDocument>(dueSends, await databaseNow(database), forMs),
      ...(after !== undefined && { mailboxId: { $gt: oid(after) } }),
    };
    const rows = await sendsOf(database)
      .find(overdue, { projection: { userId: 1, mailboxId: 1, status: 1 } })
      .sort({ mailboxId: 1 })
      .limit(STEP_MAX)
      .toArray();
    const lines = Map.groupBy(rows, ({ mailboxId }) => mailboxId.toHexString());
    const pauses = await pausesOf(
      database,
      [...lines.values()].flatMap(([first]) => first?.mailboxId ?? []),
    );
    const found = [...lines].flatMap(([id, line]) => {
      const first = line.find(({ status }) => !isHeldBy(pauses.get(id), status));
      return first ? [toWaiting({ _id: first._id, userId: first.userId, mailboxId: first.mailboxId })] : [];
    });
    const last = rows.length === STEP_MAX ? rows.at(-1) : undefined;
    return { found, ...(last && { next: last.mailboxId.toHexString() }) };
  },
  cancelWaiting: async (mailboxId) => {
    const database = await connect();
    const waiting = { mailboxId: oid(mailboxId), ...whichMay(endAll) };
    const some = async (which: { readonly dueAt: object } | { readonly holdUntil: object }) =>
      sendsOf(database)
        .find({ ...waiting, ...which }, { projection: { userId: 1, mailboxId: 1 } })
        .limit(STEP_MAX + 1)
        .toArray();
    // Those that wait for approval are not due at any time.
    const [due, held] = [await some({ dueAt: { $gte: new Date(0) } }), await some({ holdUntil: { $gte: new Date(0) } })];
    const found = [...due, ...held];
    const step = found.slice(0, STEP_MAX);
    const filter = { _id: { $in: step.map(({ _id }) => _id) }, ...whichMay(endAll) };
    if (step.length > 0) await sendsOf(database).updateMany(filter, updateBy(transitions.cancel));
    await sendsOf(database).updateMany({ ...areDeferred, mailboxId: oid(mailboxId) }, updateBy(transitions.stopDeferred));
    const left = found[STEP_MAX];
    return left && toWaiting({ _id: left._id, userId: left.userId, mailboxId: left.mailboxId });
  },
});
