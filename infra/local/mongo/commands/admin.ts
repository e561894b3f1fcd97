import { type Doc, CommandError, notSupported, isDoc, sameValue } from "../value.ts";
import type { IndexSpec } from "../index.ts";
import { type Call, type Command, namespaceOf, refuseOptions } from "./call.ts";
import { BSON } from "mongodb";

const KNOWN = new Set(["name", "key", "unique", "sparse", "expireAfterSeconds", "partialFilterExpression", "background", "v"]);

const createIndexes: Command = (call) => {
  const { store, body } = call;
  const namespace = namespaceOf(call, "createIndexes");
  const before = store.collection(namespace).indexes.length;
  for (const { background: _background, v: _v, ...spec } of body["indexes"] as (IndexSpec & Doc)[]) {
    const unknown = Object.keys(spec).find((option) => !KNOWN.has(option));
    if (unknown) throw notSupported(`the index option ${unknown}`);
    store.addIndex(namespace, spec);
  }
  return {
    numIndexesBefore: before,
    numIndexesAfter: store.collection(namespace).indexes.length,
    createdCollectionAutomatically: false,
    ok: 1,
  };
};

const existing = ({ store }: Call, namespace: string) => {
  const found = store.collections.get(namespace);
  if (!found) throw new CommandError(26, "NamespaceNotFound", `ns does not exist: ${namespace}`);
  return found;
};

const listIndexes: Command = (call) => {
  const namespace = namespaceOf(call, "listIndexes");
  const specs = existing(call, namespace).indexes.map(({ spec }) => ({ v: 2, ...spec }));
  return call.cursors.first(namespace, specs, undefined);
};

const dropIndexes: Command = (call) => {
  const namespace = namespaceOf(call, "dropIndexes");
  const { indexes } = existing(call, namespace);
  const before = indexes.length;
  const { index } = call.body;
  const names = indexes.slice(1).map(({ spec }) => spec);
  const dropped =
    index === "*"
      ? names
      : isDoc(index)
        ? names.filter(({ key }) => sameValue(key, index))
        : [index].flat().map((name) => ({ name: String(name) }));
  for (const { name } of dropped) call.store.dropIndex(namespace, name);
  return { nIndexesWas: before, ok: 1 };
};

/** Changes when an index lets documents expire; as an index of few rows it is made anew. */
const collMod: Command = (call) => {
  const namespace = namespaceOf(call, "collMod");
  const { name, expireAfterSeconds, ...others } = (call.body["index"] ?? {}) as Doc;
  if (typeof expireAfterSeconds !== "number" || Object.keys(others).length > 0) throw notSupported("collMod but of expireAfterSeconds");
  const found = existing(call, namespace).indexes.find(({ spec }) => spec.name === name);
  if (!found) throw new CommandError(27, "IndexNotFound", `cannot find index ${String(name)} for ns ${namespace}`);
  call.store.dropIndex(namespace, found.spec.name);
  call.store.addIndex(namespace, { ...found.spec, expireAfterSeconds });
  return { expireAfterSeconds_new: expireAfterSeconds, ok: 1 };
};

const create: Command = (call) => {
  const namespace = namespaceOf(call, "create");
  refuseOptions(call.body);
  for (const option of ["capped", "timeseries", "viewOn", "validator"]) if (call.body[option]) throw notSupported(`create with ${option}`);
  if (call.store.collections.has(namespace)) throw new CommandError(48, "NamespaceExists", `Collection ${namespace} already exists.`);
  call.store.collection(namespace);
  return { ok: 1 };
};

const drop: Command = (call) => ({ ns: namespaceOf(call, "drop"), dropped: call.store.drop(namespaceOf(call, "drop")), ok: 1 });

const inDatabase = ({ store, db }: Call) => [...store.collections.values()].filter(({ namespace }) => namespace.startsWith(`${db}.`));

const dropDatabase: Command = (call) => {
  for (const { namespace } of inDatabase(call)) call.store.drop(namespace);
  return { dropped: call.db, ok: 1 };
};

const listCollections: Command = (call) => {
  const filter = (call.body["filter"] ?? {}) as Doc;
  const other = Object.keys(filter).find((key) => key !== "name");
  if (other) throw notSupported(`listCollections by ${other}`);
  const names = inDatabase(call).map(({ namespace }) => namespace.slice(call.db.length + 1));
  const wanted = names.filter((name) => filter["name"] === undefined || filter["name"] === name);
  return call.cursors.first(
    `${call.db}.$cmd.listCollections`,
    wanted.map((name) => ({ name, type: "collection", options: {}, info: { readOnly: false } })),
    undefined,
  );
};

const listDatabases: Command = ({ store }) => {
  const names = new Set([...store.collections.keys()].map((namespace) => namespace.slice(0, namespace.indexOf("."))));
  return { databases: [...names].map((name) => ({ name, sizeOnDisk: 0, empty: false })), totalSize: 0, ok: 1 };
};

/** The commands about collections and indexes. */
export const adminCommands: Record<string, Command> = {
  createIndexes,
  listIndexes,
  dropIndexes,
  collMod,
  create,
  drop,
  dropDatabase,
  listCollections,
  listDatabases,
};

/**
 * The `hello` answer of a 7.0 server that is the only member and primary of replica set rs0. Without a topologyVersion, so that drivers ask again
 * every ten seconds instead of waiting for a stream of changes.
 */
const hello: Command = ({ address, now }: Call) => ({
  helloOk: true,
  ismaster: true,
  isWritablePrimary: true,
  secondary: false,
  setName: "rs0",
  setVersion: 1,
  electionId: new BSON.ObjectId("7fffffff0000000000000001"),
  hosts: [address],
  primary: address,
  me: address,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  localTime: now,
  logicalSessionTimeoutMinutes: 30,
  minWireVersion: 0,
  maxWireVersion: 21,
  readOnly: false,
  ok: 1,
});

/** The commands with which a driver connects to the server. */
export const handshakeCommands: Record<string, Command> = {
  hello,
  isMaster: hello,
  ismaster: hello,
  ping: () => ({ ok: 1 }),
  buildInfo: () => ({ version: "7.0.0", versionArray: [7, 0, 0, 0], modules: ["embedded"], maxBsonObjectSize: 16_777_216, ok: 1 }),
};
