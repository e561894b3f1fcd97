import { createHash } from "node:crypto";
import { ObjectId } from "mongodb";
import type { Counts } from "../../../domain/metrics/counts.ts";
import type { CountedUpTo } from "../../../domain/metrics/ports.ts";
import type { Tally } from "../../../domain/metrics/tally.ts";
import type { Database, IndexSpec } from "../database.ts";

/** The counts of a period, of the whole account or of a part of it. */
export interface MetricsDocument extends Omit<Tally, "counts">, Counts {
  _id: ObjectId;
  userId: ObjectId;
}

/** Up to where an account is counted; the id is the account's. */
export interface MetricsCursorDocument extends CountedUpTo {
  _id: ObjectId;
}

/** The metrics' collection. */
export const metricsOf = (database: Database) => database.collection<MetricsDocument>("metrics");
/** The collection of the cursors. */
export const metricsCursorsOf = (database: Database) => database.collection<MetricsCursorDocument>("metricsCursors");

const ID_BYTES = 12;

/** The id of a row follows from what it counts, so that a row is unique without an index. */
export const metricsIdOf = (userId: string, { interval, by, at, key }: Pick<Tally, "interval" | "by" | "at" | "key">): ObjectId => {
  const named = JSON.stringify([userId, interval, by, at.getTime(), key]);
  return new ObjectId(createHash("sha256").update(named).digest().subarray(0, ID_BYTES));
};

/** The list, that of some mailboxes, and expiry. */
export const metricsIndexes: readonly IndexSpec[] = [
  { collection: "metrics", keys: { userId: 1, interval: 1, by: 1, at: -1, _id: -1 } },
  {
    collection: "metrics",
    keys: { userId: 1, interval: 1, by: 1, key: 1, at: -1, _id: -1 },
    options: { partialFilterExpression: { by: "mailbox" } },
  },
  { collection: "metrics", keys: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } },
];
