import { BSON, type ClientSession, type Collection, type Document, type ObjectId } from "mongodb";
import { type BodyStore, mapAtOnce, packed, type ReadBodies, unpacked } from "../body-store.ts";
import { currentWorld, WORLD_PREFIX } from "../world.ts";
import { type Database, databaseNow } from "./database.ts";
import type { bodyCollections } from "./retention.ts";

/** The row of a body. After its content has moved to an object in the body store the row stays until it expires (infra/retention.md). */
export interface BodyRow {
  _id: ObjectId;
  userId: ObjectId;
  expiresAt?: Date;
  /** When it leaves the database; absent in rows that have left, and in those that have no time. */
  movesAt?: Date;
  moved?: true;
}

/** The name of a collection of bodies, live. */
export type BodyCollection = (typeof bodyCollections)[number];

/** The projection of the fields that identify a row's object in the body store. */
export const ITS_PLACE = { userId: 1, expiresAt: 1, moved: 1 } as const;

/** The objects of an account, or of its test world alone, begin with these; objects below `dated/` are deleted by the bucket's lifecycle. */
const prefixesOf = (userId: ObjectId, part = ""): readonly string[] =>
  ["dated", "undated"].map((kind) => `${kind}/${String(userId)}/${part}`);
/** The key of a row's object; `name` is the collection's, a world's with its prefix. */
const keyOf = (name: string, { _id, userId, expiresAt }: BodyRow): string =>
  [expiresAt ? "dated" : "undated", String(userId), name, String(_id)].join("/");
const nameHere = (name: BodyCollection): string => (currentWorld() ? WORLD_PREFIX + name : name);

/** The most objects that are read, and written, at once. */
const READS_AT_ONCE = 16;
const WRITES_AT_ONCE = 8;

/** Rows with their content; that of moved rows is read from the body store. Leaves out rows whose object no longer exists. */
export const wholeRows = async <R extends BodyRow>(name: BodyCollection, rows: readonly R[], store: ReadBodies): Promise<readonly R[]> => {
  const whole = await mapAtOnce(rows, READS_AT_ONCE, async (row): Promise<R | undefined> => {
    if (!row.moved) return row;
    const object = await store.get(keyOf(nameHere(name), row));
    return object && { ...row, ...BSON.deserialize(await unpacked(object)) };
  });
  return whole.filter((row) => row !== undefined);
};

/** An object, or all below a prefix, that is to be deleted. */
interface RemovalDocument {
  _id: string;
  /** Of a prefix: objects that were written later stay. */
  before?: Date;
  /** Of a prefix: the last key that was looked at. */
  after?: string;
}

/** What is left of erased bodies: their objects' keys, until the job `move-bodies` has deleted them. */
const removalsOf = (database: Database) => database.collection<RemovalDocument>("bodyRemovals");
const rowsOf = (database: Database, name: string) => database.collection<BodyRow & Document>(name);

/** Deletes bodies by their ids in the caller's transaction, which also records their objects for deletion; those are deleted within minutes. */
export const eraseBodies = async (
  { database, session }: { readonly database: Database; readonly session: ClientSession },
  name: BodyCollection,
  ids: readonly ObjectId[],
): Promise<void> => {
  const those = { _id: { $in: [...ids] } };
  const moved = await rowsOf(database, name)
    .find({ ...those, moved: true }, { session, projection: ITS_PLACE })
    .toArray();
  await remove(
    removalsOf(database),
    moved.map((row) => keyOf(nameHere(name), row)),
    { session },
  );
  await rowsOf(database, name).deleteMany(those, { session });
};

const remove = async (
  removals: Collection<RemovalDocument>,
  keys: readonly string[],
  options: { readonly session?: ClientSession } = {},
) => {
  const writes = keys.map((_id) => ({ replaceOne: { filter: { _id }, replacement: {}, upsert: true } }));
  if (writes.length > 0) await removals.bulkWrite(writes, options);
};

/** Schedules the deletion of all body objects of an account, or of its test world; called after its rows were deleted. */
export const eraseObjects = async (database: Database, userId: ObjectId, part: "all" | "world"): Promise<void> => {
  const before = await databaseNow(database);
  for (const _id of prefixesOf(userId, part === "all" ? "" : WORLD_PREFIX))
    await removalsOf(database).updateOne({ _id }, { $set: { before }, $unset: { after: "" } }, { upsert: true });
};

/** Returns, by row id, the fields that moved rows keep besides their dates: those that summaries show. */
export type KeptOfRows = (name: BodyCollection, rows: readonly Document[]) => Promise<ReadonlyMap<string, object>>;

/**
 * Moves up to `most` bodies that are due to leave the database, the oldest first, to the body store; returns how many. A row's content is removed
 * only after its object is stored; after a crash in between the object is written again under the same key. When a row was deleted meanwhile, its
 * object is deleted too.
 */
export const moveBodies = async (
  database: Database,
  store: BodyStore,
  {
    name,
    prefix,
    most,
    kept,
  }: { readonly name: BodyCollection; readonly prefix: string; readonly most: number; readonly kept: KeptOfRows },
): Promise<number> => {
  const rows = rowsOf(database, prefix + name);
  const due = { movesAt: { $gte: new Date(0), $lte: await databaseNow(database) } };
  const found = await rows.find(due).sort({ movesAt: 1 }).limit(most).toArray();
  if (found.length === 0) return 0;
  const keeps = await kept(name, found);
  await mapAtOnce(found, WRITES_AT_ONCE, async (row) => {
    const { _id, userId: _user, expiresAt: _end, movesAt: _due, ...content } = row;
    await store.put(keyOf(prefix + name, row), await packed(BSON.serialize(content)));
  });
  const forget = found.map(({ _id, userId, expiresAt, movesAt }) => ({
    replaceOne: {
      filter: { _id, movesAt: movesAt! },
      replacement: { userId, ...(expiresAt && { expiresAt }), moved: true as const, ...keeps.get(String(_id)) },
    },
  }));
  await rows.bulkWrite(forget, { ordered: false });
  const left = await rows.find({ _id: { $in: found.map(({ _id }) => _id) } }, { projection: { _id: 1 } }).toArray();
  const there = new Set(left.map(({ _id }) => String(_id)));
  const gone = found.filter(({ _id }) => !there.has(String(_id)));
  await remove(
    database.collection(`${prefix}bodyRemovals`),
    gone.map((row) => keyOf(prefix + name, row)),
  );
  return found.length;
};

/** An object that was written so long after its account was erased belongs to a newer world, ms; the database's clock and S3's may differ by less. */
const CLOCKS_MS = 3_600_000;

/**
 * Deletes the objects of deleted bodies, for up to `most` removal rows, and for a key prefix one listing at a time; returns whether there were any
 * removal rows.
 */
export const removeObjects = async (database: Database, store: BodyStore, prefix: string, most: number): Promise<boolean> => {
  const removals = database.collection<RemovalDocument>(`${prefix}bodyRemovals`);
  const found = await removals
    .find({ _id: { $gt: "" } })
    .limit(most)
    .toArray();
  const single = found.filter(({ before }) => before === undefined);
  await mapAtOnce(single, WRITES_AT_ONCE, ({ _id }) => store.remove(_id));
  await removals.deleteMany({ _id: { $in: single.map(({ _id }) => _id) } });
  for (const { _id, before = new Date(0), after = "" } of found.filter((row) => row.before)) {
    const last = await removeNext(store, _id, after, before);
    if (last === undefined) await removals.deleteOne({ _id, before });
    else await removals.updateOne({ _id, before }, { $set: { after: last } });
  }
  return found.length > 0;
};

/** Deletes what one listing of a prefix shows, as far as it is old enough; the last key that it looked at, undefined when there was none. */
const removeNext = async (store: BodyStore, prefix: string, after: string, before: Date): Promise<string | undefined> => {
  const listed = await store.list(prefix, after);
  const old = listed.filter(({ at }) => at.getTime() <= before.getTime() + CLOCKS_MS);
  await mapAtOnce(old, WRITES_AT_ONCE, ({ key }) => store.remove(key));
  return listed.at(-1)?.key;
};
