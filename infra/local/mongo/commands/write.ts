import { BSON } from "mongodb";
import type { Collection } from "../collection.ts";
import { type Doc, CommandError, keyOf } from "../value.ts";
import type { Query } from "../planner.ts";
import { projection } from "../expression.ts";
import { readDocs } from "../frames.ts";
import { type UpdateSpec, updater, upserted } from "../update.ts";
import { type Call, type Command, namespaceOf, refuseOptions, whenUnlocked } from "./call.ts";

/** The documents that a statement concerns; throws `Locked` before anything is written when a transaction holds one of them. */
const targetsOf = ({ store, transaction }: Call, collection: Collection, query: Query): readonly Doc[] => {
  const { docs } = readDocs(collection, query, transaction);
  for (const doc of docs) store.assertFree(collection, keyOf(doc["_id"]), transaction);
  return docs;
};

const writeError = (error: unknown, index: number): Doc => {
  if (!(error instanceof CommandError) || error.labels.length > 0) throw error;
  return { index, code: error.code, errmsg: error.message, ...error.extra };
};

/** Runs a command's statements one by one; an ordered command stops at the first error. */
const runStatements = async (call: Call, statements: readonly Doc[], run: (statement: Doc, index: number) => void): Promise<Doc> => {
  const writeErrors: Doc[] = [];
  for (const [index, statement] of statements.entries()) {
    try {
      await whenUnlocked(call, () => run(statement, index));
    } catch (error) {
      writeErrors.push(writeError(error, index));
      if (call.body["ordered"] !== false) break;
    }
  }
  return writeErrors.length > 0 ? { writeErrors } : {};
};

/** The document in a server's form: `_id` is the first field, and is created when missing. */
const withIdFirst = (doc: Doc): Doc => {
  if (Object.keys(doc)[0] === "_id") return doc;
  const { _id = new BSON.ObjectId(), ...rest } = doc;
  return { _id, ...rest };
};

const insert: Command = async (call) => {
  const collection = call.store.collection(namespaceOf(call, "insert"));
  let n = 0;
  const errors = await runStatements(call, call.body["documents"] as Doc[], (doc) => {
    call.store.insert(collection, withIdFirst(doc), call.transaction);
    n++;
  });
  return { n, ...errors, ok: 1 };
};

/** Updates the documents that the query finds, or inserts one; returns how many matched and changed, and the first document before and after. */
const updateStatement = (call: Call, collection: Collection, query: Query, spec: UpdateSpec, upsert: boolean) => {
  const { store, transaction } = call;
  const docs = targetsOf(call, collection, query);
  if (docs.length === 0 && upsert) {
    const doc = upserted(query.filter, spec);
    store.insert(collection, doc, transaction);
    return { matched: 0, modified: 0, before: undefined, after: doc, inserted: true };
  }
  const change = updater(spec);
  let modified = 0;
  let after: Doc | undefined;
  for (const doc of docs) {
    const next = change(doc);
    after ??= next;
    if (next === doc) continue;
    store.write(collection, keyOf(doc["_id"]), next, transaction);
    modified++;
  }
  return { matched: docs.length, modified, before: docs[0], after, inserted: false };
};

const update: Command = async (call) => {
  const collection = call.store.collection(namespaceOf(call, "update"));
  let [n, nModified] = [0, 0];
  const upsertedIds: Doc[] = [];
  const errors = await runStatements(call, call.body["updates"] as Doc[], (statement, index) => {
    refuseOptions(statement);
    const query = {
      filter: statement["q"] as Doc,
      sort: statement["sort"] as Doc | undefined,
      limit: statement["multi"] === true ? 0 : 1,
      hint: statement["hint"],
    };
    const spec = { change: statement["u"] as Doc | Doc[], arrayFilters: statement["arrayFilters"] as Doc[] | undefined, now: call.now };
    const result = updateStatement(call, collection, query, spec, statement["upsert"] === true);
    n += result.matched + (result.inserted ? 1 : 0);
    nModified += result.modified;
    if (result.inserted) upsertedIds.push({ index, _id: result.after?.["_id"] });
  });
  return { n, nModified, ...(upsertedIds.length > 0 ? { upserted: upsertedIds } : {}), ...errors, ok: 1 };
};

const remove: Command = async (call) => {
  const collection = call.store.collection(namespaceOf(call, "delete"));
  let n = 0;
  const errors = await runStatements(call, call.body["deletes"] as Doc[], (statement) => {
    refuseOptions(statement);
    const docs = targetsOf(call, collection, { filter: statement["q"] as Doc, limit: Number(statement["limit"]), hint: statement["hint"] });
    for (const doc of docs) call.store.write(collection, keyOf(doc["_id"]), undefined, call.transaction);
    n += docs.length;
  });
  return { n, ...errors, ok: 1 };
};

const findAndModify: Command = async (call) => {
  const { body, store, now } = call;
  refuseOptions(body);
  const collection = store.collection(namespaceOf(call, "findAndModify"));
  const query = { filter: (body["query"] ?? {}) as Doc, sort: body["sort"] as Doc | undefined, limit: 1, hint: body["hint"] };
  const shown = (doc: Doc | undefined): Doc | null => (doc && body["fields"] ? projection(body["fields"] as Doc, now)(doc) : (doc ?? null));
  return whenUnlocked(call, () => {
    if (body["remove"] === true) {
      const [doc] = targetsOf(call, collection, query);
      if (doc) store.write(collection, keyOf(doc["_id"]), undefined, call.transaction);
      return { lastErrorObject: { n: doc ? 1 : 0 }, value: shown(doc), ok: 1 };
    }
    const spec = { change: body["update"] as Doc | Doc[], arrayFilters: body["arrayFilters"] as Doc[] | undefined, now };
    const { matched, before, after, inserted } = updateStatement(call, collection, query, spec, body["upsert"] === true);
    const lastErrorObject = { n: inserted ? 1 : matched, updatedExisting: matched > 0, ...(inserted ? { upserted: after?.["_id"] } : {}) };
    return { lastErrorObject, value: shown(body["new"] === true ? after : before), ok: 1 };
  });
};

/** The commands that write documents. */
export const writeCommands: Record<string, Command> = { insert, update, delete: remove, findAndModify };
