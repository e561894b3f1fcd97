import { BSON, type BulkWriteOptions, type Collection, type Document, ObjectId, type OrderedBulkOperation } from "mongodb";
import { WORLD_PREFIX, type World } from "../world.ts";
import { scopeOf } from "./collections.ts";
import type { Database } from "./database.ts";

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

/** An expression with the world's time in place of the database's. The content of `$literal` is data, and is not changed. */
const timed = (value: unknown, now: Date): unknown => {
  if (value === "$$NOW") return now;
  if (Array.isArray(value)) return value.map((item) => timed(item, now));
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, key === "$literal" ? item : timed(item, now)]));
};

/** A filter with the world's time: only the content of `$expr` is an expression; elsewhere a text that looks like one is data. */
const timedFilter = (filter: unknown, now: Date): unknown => {
  if (Array.isArray(filter)) return filter.map((item) => timedFilter(item, now));
  if (!isPlain(filter)) return filter;
  return Object.fromEntries(
    Object.entries(filter).map(([key, value]) => {
      if (key === "$expr") return [key, timed(value, now)];
      return [key, key === "$and" || key === "$or" || key === "$nor" ? timedFilter(value, now) : value];
    }),
  );
};

const timedUpdate = (update: unknown, now: Date): unknown => {
  if (Array.isArray(update)) return timed(update, now);
  if (!isPlain(update) || update["$currentDate"] === undefined) return update;
  const { $currentDate, $set = {}, ...rest } = update as Record<string, Record<string, unknown>>;
  const dates = Object.fromEntries(Object.keys($currentDate ?? {}).map((field) => [field, now]));
  return { ...rest, $set: { ...$set, ...dates } };
};

/** Counts inserted documents towards what the world's call has stored. */
const noting =
  (name: string, { added }: World) =>
  (documents: readonly Document[]): void => {
    if (!added || scopeOf(name) !== "user") return;
    added.rows += documents.length;
    for (const document of documents) added.bytes += BSON.calculateObjectSize(document);
  };

/** Stages of an aggregation that read no other collection, after its `$match`. */
const OWN_STAGES: ReadonlySet<string> = new Set(["$sort", "$limit", "$project", "$group"]);

type Change = (...given: never[]) => readonly unknown[];

/** How the arguments of each method are changed. */
const changesFor = (name: string, world: World): Readonly<Record<string, Change>> => {
  const { userId, now: timeOf } = world;
  const account = new ObjectId(userId);
  const scope = scopeOf(name);
  const ownIn = (filter: object) => {
    if (scope === "user" && !("userId" in filter)) return { ...filter, userId: account };
    return scope === "id" && !("_id" in filter) ? { ...filter, _id: account } : filter;
  };
  const own = (filter: object = {}) => timedFilter(ownIn(filter), timeOf());
  const options = (given?: Document) => (given?.["projection"] ? { ...given, projection: timed(given["projection"], timeOf()) } : given);
  const read = (filter?: object, given?: Document) => [own(filter), options(given)];
  const write = (filter: object, update: object, given?: Document) => [own(filter), timedUpdate(update, timeOf()), options(given)];
  const inBulk = (operation: Document) =>
    Object.fromEntries(
      Object.entries(operation).map(([kind, { filter, update, ...rest }]: [string, Document]) => [
        kind,
        { ...rest, ...(filter && { filter: own(filter) }), ...(update && { update: timedUpdate(update, timeOf()) }) },
      ]),
    );
  const note = noting(name, world);
  const aggregate = ([first, ...rest]: readonly Document[], given?: Document) => {
    const others = rest.flatMap((stage) => Object.keys(stage)).filter((stage) => !OWN_STAGES.has(stage));
    if (!first?.["$match"] || others.length > 0)
      throw new TypeError("an aggregation in a test world begins with $match and reads no other");
    return [[{ $match: own(first["$match"] as object) }, ...rest.map((stage) => timed(stage, timeOf()))], given];
  };
  return {
    aggregate,
    find: read,
    findOne: read,
    countDocuments: read,
    deleteOne: read,
    deleteMany: read,
    updateOne: write,
    updateMany: write,
    findOneAndUpdate: write,
    findOneAndDelete: read,
    replaceOne: (filter: object, document: object, given?: Document) => [own(filter), document, given],
    distinct: (field: string, filter?: object, given?: Document) => [field, own(filter), given],
    bulkWrite: (operations: readonly Document[], given?: Document) => [operations.map(inBulk), given],
    insertOne: (document: Document, ...given: readonly unknown[]) => (note([document]), [document, ...given]),
    insertMany: (documents: readonly Document[], ...given: readonly unknown[]) => (note(documents), [documents, ...given]),
  };
};

/** A collection with the methods that adapters use, and no other. */
const worldCollection = <D extends Document>(collection: Collection<D>, name: string, world: World): Collection<D> => {
  const methods = Object.entries(changesFor(name, world)).map(([method, change]) => {
    const call = collection[method as "find"].bind(collection) as (...given: readonly unknown[]) => unknown;
    return [method, (...given: never[]) => call(...change(...given))];
  });
  const note = noting(name, world);
  const initializeOrderedBulkOp = (given?: BulkWriteOptions): OrderedBulkOperation => {
    const bulk = collection.initializeOrderedBulkOp(given);
    const insert = bulk.insert.bind(bulk);
    bulk.insert = (document) => (note([document]), insert(document));
    return bulk;
  };
  return { ...Object.fromEntries(methods), initializeOrderedBulkOp } as Collection<D>;
};

/**
 * The database as a test world sees it: its own collections, only its account's documents in them, and the world's time wherever a store uses the
 * database's.
 */
export const worldDatabase = (database: Database, world: World): Database => ({
  ...database,
  collection: (name) => {
    const scope = scopeOf(name);
    if (scope === undefined || scope === "live")
      throw new TypeError(`a test world has no collection ${name}: its scope is in collections.ts`);
    return worldCollection(database.collection(WORLD_PREFIX + name), name, world);
  },
  now: async () => world.now(),
});
