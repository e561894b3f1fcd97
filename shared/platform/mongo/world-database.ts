import { BSON, type BulkWriteOptions, type Collection, type Document, ObjectId, type OrderedBulkOperation } from "mongodb";
import { WORLD_PREFIX, type World } from "../world.ts";
import type { Database } from "./database.ts";

/** Which field the documents of a collection name, and so how a world's filters are limited. */
type Scope =
  /** By the account, in `userId`. */
  | "user"
  /** By the account, in `_id`: one document for each account. */
  | "id"
  /** Not at all: the documents name a mailbox that was found in the world's account before, or belong to nobody. */
  | "as given";

/** How the filters of each collection are limited to the world's account; a world cannot open a collection that is missing here. */
export const SCOPES: Readonly<Record<string, Scope>> = {
  auditLog: "user",
  audits: "user",
  bodyRemovals: "as given",
  checks: "as given",
  connectLinks: "user",
  contacts: "user",
  corrections: "user",
  deliveryLimits: "as given",
  events: "user",
  feeds: "id",
  graphFolders: "as given",
  graphItems: "as given",
  idempotency: "user",
  ips: "as given",
  ledger: "user",
  mailboxes: "user",
  messageBodies: "user",
  messages: "user",
  metrics: "user",
  metricsCursors: "id",
  notes: "user",
  oauthClients: "user",
  pools: "user",
  refusals: "as given",
  sandboxMails: "user",
  sendAttachments: "user",
  sendBodies: "user",
  sends: "user",
  sequencePeople: "user",
  sequences: "user",
  settings: "as given",
  stops: "id",
  suppressions: "user",
  syncStates: "user",
  threadLinks: "user",
  threads: "user",
  users: "id",
  wallets: "id",
  webhookDeliveries: "user",
  webhooks: "user",
  workerTime: "as given",
};

/** The collections whose documents have the account's `userId`; the size of a world is counted in them. */
export const BY_USER: readonly string[] = Object.keys(SCOPES).filter((name) => SCOPES[name] === "user");

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
    if (!added || SCOPES[name] !== "user") return;
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
  const ownIn = (filter: object) => {
    if (SCOPES[name] === "user" && !("userId" in filter)) return { ...filter, userId: account };
    return SCOPES[name] === "id" && !("_id" in filter) ? { ...filter, _id: account } : filter;
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
    if (!Object.hasOwn(SCOPES, name)) throw new TypeError(`a test world has no collection ${name}: name its scope in world-database.ts`);
    return worldCollection(database.collection(WORLD_PREFIX + name), name, world);
  },
  now: async () => world.now(),
});
