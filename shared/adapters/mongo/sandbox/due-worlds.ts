import type { ObjectId } from "mongodb";
import type { WorldHolder, Worlds } from "../../../domain/sandbox/ports.ts";
import type { Connect, Database, IndexSpec } from "../database.ts";

/** An account's world; its id is the account's. All its dates but `at` are real. */
export interface WorldDocument {
  _id: ObjectId;
  offsetMs: number;
  /** Its time while it is moved. */
  at?: Date;
  lease?: { token: string; until: Date; by?: WorldHolder };
  /** It lacks its settings and its wallet: emptying it has not ended. */
  isBare?: true;
  /** What it stores, as far as it was counted, and when its records were counted last. */
  stored?: { rows: number; bytes: number };
  countedAt?: Date;
  /** When something in it is due. */
  wakeAt?: Date;
}

/** The most worlds that one sweep wakes. */
const DUE_MAX = 1000;

/** The wake-ups of all worlds. */
export const worldIndexes: readonly IndexSpec[] = [
  { collection: "worlds", keys: { wakeAt: 1 }, options: { partialFilterExpression: { wakeAt: { $exists: true } } } },
];

/** The worlds' collection. */
export const worldsOf = (database: Database) => database.collection<WorldDocument>("worlds");

/** The worlds in which something is due, in MongoDB; `connect` opens the live database. */
export const mongoDueWorlds = (connect: Connect): Pick<Worlds, "due"> => ({
  due: async () => {
    const due = { wakeAt: { $gte: new Date(0) }, $expr: { $lte: ["$wakeAt", "$$NOW"] } };
    const found = await worldsOf(await connect())
      .find(due, { projection: { _id: 1 } })
      .limit(DUE_MAX)
      .toArray();
    return found.map(({ _id }) => _id.toHexString());
  },
});
