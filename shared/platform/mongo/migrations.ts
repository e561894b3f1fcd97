import type { Document, ObjectId, UpdateFilter } from "mongodb";
import type { Database } from "./database.ts";
import { WORLD_PREFIX } from "../world.ts";

/**
 * A change of the rows that older versions stored, done once in each database. `rows` finds those of the old shape and `change` takes that away, so
 * that a repetition finds nothing left to change. Ids of the collection are ObjectIds. An id is never used for another change.
 */
export interface Migration {
  readonly id: string;
  readonly collection: string;
  readonly rows: Readonly<Document>;
  readonly change: UpdateFilter<Document> | readonly Document[];
}

/**
 * When a step of the deployment comes: before any new code answers, or when all of it does and no old code any more. A migration runs in both: old
 * code goes on storing its shape in between.
 */
export type Phase = "before" | "after";

/** How far a migration is in one collection and phase; `after` is the last id of what is done. */
export interface MigrationState {
  readonly _id: string;
  readonly startedAt: Date;
  readonly after?: ObjectId;
  readonly changed: number;
  readonly doneAt?: Date;
}

/** The collection of states. */
export const migrationsOf = (database: Database) => database.collection<MigrationState>("migrations");

/** How many rows are read before the state is stored: a page takes well below a second. */
const PAGE = 2_000;

/** Changes the rows of a page, in the order of their ids; answers the last id, or undefined when none is left. */
const changePage = async (database: Database, { collection, rows, change }: Migration, after?: ObjectId) => {
  const stored = database.raw.collection(collection);
  const ahead = after === undefined ? {} : { _id: { $gt: after } };
  const page = await stored.find(ahead, { projection: { _id: 1 }, sort: { _id: 1 }, limit: PAGE }).toArray();
  const last = page.at(-1)?._id;
  if (last === undefined) return { last, changed: 0 };
  const { modifiedCount } = await stored.updateMany({ ...rows, _id: { ...ahead._id, $lte: last } }, change);
  return { last: page.length < PAGE ? undefined : last, changed: modifiedCount };
};

const nameOf = ({ id, collection }: Migration, phase: Phase): string => `${id} in ${collection}, ${phase}`;

/** Runs a migration in its collection from where it stopped. */
const run = async (database: Database, migration: Migration, phase: Phase, doing: (what: string) => void): Promise<void> => {
  const states = migrationsOf(database);
  const _id = nameOf(migration, phase);
  const begun = { $setOnInsert: { startedAt: new Date(), changed: 0 } };
  let state = await states.findOneAndUpdate({ _id }, begun, { upsert: true, returnDocument: "after" });
  while (state && !state.doneAt) {
    doing(`${_id}: ${state.changed} rows so far; "npm run admin -- init" or the next deployment goes on from there`);
    const { last, changed } = await changePage(database, migration, state.after);
    const next = last === undefined ? { $set: { doneAt: new Date() } } : { $set: { after: last } };
    state = await states.findOneAndUpdate({ _id }, { ...next, $inc: { changed } }, { returnDocument: "after" });
  }
};

/**
 * Runs what is not done yet, in live mail and in test worlds. It may end at any moment: the next call goes on from the last page that was stored.
 * What this code does not know was changed by newer code, and is to be done anew once that is back: meanwhile rows are stored as before. `doing` is
 * called before each page.
 */
export const runMigrations = async (
  database: Database,
  migrations: readonly Migration[],
  phase: Phase,
  doing: (what: string) => void = () => undefined,
): Promise<void> => {
  const all = migrations.flatMap((one) => [one, { ...one, collection: WORLD_PREFIX + one.collection }]);
  const known = all.flatMap((one) => [nameOf(one, "before"), nameOf(one, "after")]);
  await migrationsOf(database).updateMany({ _id: { $nin: known } }, { $unset: { doneAt: "", after: "" } });
  for (const migration of all) await run(database, migration, phase, doing);
};
