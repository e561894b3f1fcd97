import type { Document, ObjectId, UpdateFilter } from "mongodb";
import type { Database } from "./database.ts";
import { WORLD_PREFIX } from "../world.ts";

/**
 * A change of rows that older versions stored, made once in each database. `rows` selects rows of the old form and `change` turns them into the new
 * form, so that a repetition finds none. The collection's ids are ObjectIds. An `id` is never reused for another change.
 */
export interface Migration {
  readonly id: string;
  readonly collection: string;
  readonly rows: Readonly<Document>;
  readonly change: UpdateFilter<Document> | readonly Document[];
}

/**
 * The step of a deployment: before the first new version serves, or after the last old one has stopped. A migration runs in both, because old
 * versions store rows of the old form in between.
 */
export type Phase = "before" | "after";

/** The progress of a migration in one collection and phase; `after` is the id of the last changed row. */
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
 * Runs migrations that are not done, for live mail and test worlds. It may be stopped at any time; the next call continues after the last stored
 * page. Migrations that this code does not know are marked as not done, because a rollback brought back code that stores the old form. `doing` is
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
