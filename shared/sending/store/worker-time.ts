import type { ObjectId } from "mongodb";
import { BUDGET_FILLS_IN_MS, WORKER_BUDGET_MS } from "../deliver/claim.ts";
import type { WorkerTime } from "../ports/claims.ts";
import { type Connect, type IndexSpec, isDuplicateKey } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";

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
