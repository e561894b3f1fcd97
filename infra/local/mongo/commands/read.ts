import { runStages, splitPipeline } from "../aggregate.ts";
import { createCollection } from "../collection.ts";
import { type Doc, badValue, notSupported, isDoc, keyOf } from "../value.ts";
import type { Plan, Query } from "../planner.ts";
import { projection } from "../project.ts";
import { type ReadResult, readDocs } from "../frames.ts";
import { type Call, type Command, namespaceOf, refuseOptions } from "./call.ts";

const read = ({ store, db, transaction }: Call, collection: string, query: Query): ReadResult =>
  readDocs(store.collections.get(`${db}.${collection}`) ?? createCollection(`${db}.${collection}`), query, transaction);

const queryOf = (body: Doc): Query => ({
  filter: (body["filter"] ?? body["query"] ?? {}) as Doc,
  sort: body["sort"] as Doc | undefined,
  skip: Number(body["skip"] ?? 0),
  limit: Math.abs(Number(body["limit"] ?? 0)),
  hint: body["hint"],
});

const find: Command = (call) => {
  const { body, now } = call;
  refuseOptions(body);
  const { docs } = read(call, String(body["find"]), queryOf(body));
  const fields = body["projection"];
  const out = isDoc(fields) && Object.keys(fields).length > 0 ? docs.map(projection(fields, now)) : docs;
  return call.cursors.first(namespaceOf(call, "find"), out, body["batchSize"], body["singleBatch"] === true);
};

const aggregate: Command = (call) => {
  const { body, now } = call;
  refuseOptions(body);
  const { query, rest } = splitPipeline(body["pipeline"] as Doc[]);
  const { docs } = read(call, String(body["aggregate"]), { ...query, hint: body["hint"] });
  const out = runStages(docs, rest, now, (collection, lookup) => read(call, collection, lookup).docs);
  return call.cursors.first(namespaceOf(call, "aggregate"), out, (body["cursor"] as Doc | undefined)?.["batchSize"]);
};

const distinct: Command = (call) => {
  const { body } = call;
  refuseOptions(body);
  const parts = String(body["key"]).split(".");
  const { docs } = read(call, String(body["distinct"]), queryOf(body));
  const values = new Map<string, unknown>();
  const collect = (value: unknown, i: number): void => {
    const part = parts[i];
    if (Array.isArray(value)) for (const item of value) collect(item, i);
    else if (part !== undefined) collect(isDoc(value) ? value[part] : undefined, i + 1);
    else if (value !== undefined) values.set(keyOf(value), value);
  };
  for (const doc of docs) collect(doc, 0);
  return { values: [...values].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value), ok: 1 };
};

const count: Command = (call) => {
  refuseOptions(call.body);
  return { n: read(call, String(call.body["count"]), queryOf(call.body)).docs.length, ok: 1 };
};

const scanOf = (scan: Exclude<Plan, { readonly stage: "OR" | "COLLSCAN" }>): Doc => {
  if (scan.stage === "IDHACK") return { stage: "IXSCAN", indexName: "_id_", keyPattern: { _id: 1 }, ranges: scan.ids.length };
  const { index, backward, ranges } = scan;
  return {
    stage: "IXSCAN",
    indexName: index.spec.name,
    keyPattern: index.spec.key,
    isMultiKey: index.multikey.size > 0,
    direction: backward ? "backward" : "forward",
    ranges: ranges.length,
  };
};
const stageOf = (plan: Plan, query: Query): Doc => {
  const scans = plan.stage === "OR" ? plan.plans : plan.stage === "COLLSCAN" ? [] : [plan];
  const inputs = scans.map(scanOf);
  const source = plan.stage === "OR" ? { stage: "OR", inputStages: inputs } : inputs[0];
  const fetch: Doc = source ? { stage: "FETCH", inputStage: source } : { stage: "COLLSCAN", direction: "forward" };
  return query.sort && Object.keys(query.sort).length > 0 && !plan.sorted
    ? { stage: "SORT", sortPattern: query.sort, inputStage: fetch }
    : fetch;
};

/** The query inside any explainable command. */
const explained = (body: Doc): [collection: unknown, query: Query] => {
  const statement = ((body["updates"] ?? body["deletes"]) as Doc[] | undefined)?.[0];
  if (statement) return [body["update"] ?? body["delete"], { filter: statement["q"] as Doc, hint: statement["hint"] }];
  if (body["aggregate"]) return [body["aggregate"], { ...splitPipeline(body["pipeline"] as Doc[]).query, hint: body["hint"] }];
  return [body["find"] ?? body["findAndModify"] ?? body["distinct"] ?? body["count"], queryOf(body)];
};
const explain: Command = (call) => {
  const [collection, query] = explained(call.body["explain"] as Doc);
  if (typeof collection !== "string") throw notSupported(`explain of ${Object.keys(call.body["explain"] as Doc)[0]}`);
  const started = performance.now();
  const { docs, plan, examined } = read(call, collection, query);
  const winningPlan = stageOf(plan, query);
  return {
    queryPlanner: { namespace: `${call.db}.${collection}`, parsedQuery: query.filter, winningPlan, rejectedPlans: [] },
    executionStats: {
      executionSuccess: true,
      nReturned: docs.length,
      executionTimeMillis: Math.round(performance.now() - started),
      totalKeysExamined: plan.stage === "COLLSCAN" ? 0 : examined,
      totalDocsExamined: examined,
      executionStages: winningPlan,
    },
    ok: 1,
  };
};

const getMore: Command = ({ body, cursors }) => cursors.next(Number(body["getMore"]), body["batchSize"]);

const killCursors: Command = ({ body, cursors }) => {
  const ids = body["cursors"];
  if (!Array.isArray(ids)) throw badValue("killCursors needs an array of cursors");
  return { cursorsKilled: ids.filter((id) => cursors.kill(Number(id))), cursorsNotFound: [], cursorsAlive: [], cursorsUnknown: [], ok: 1 };
};

/** The commands that read documents. */
export const readCommands: Record<string, Command> = { find, aggregate, distinct, count, explain, getMore, killCursors };
