import { badValue, type Doc, isDoc, isOperators, keyOf, notSupported, sortDocs } from "../value.ts";
import { documentStage, expressionOf, projection, withField } from "../expression.ts";
import { compileFilter } from "../match.ts";
import type { Plan, Query } from "../planner.ts";
import { createCollection } from "../collection.ts";
import { readDocs, type ReadResult } from "../frames.ts";
import { type Call, type Command, namespaceOf, refuseOptions } from "./call.ts";

/** Reads another collection of the same database, for `$lookup`. */
type Reader = (collection: string, query: Query) => readonly Doc[];

type Accumulator = (values: readonly unknown[]) => unknown;
const present = (values: readonly unknown[]) => values.filter((value) => value !== undefined && value !== null);
const numbers = (values: readonly unknown[]) => values.filter((value): value is number => typeof value === "number");
const sum = (values: readonly unknown[]) => numbers(values).reduce((a, b) => a + b, 0);
const ACCUMULATORS: Record<string, Accumulator> = {
  $sum: sum,
  $count: (values) => values.length,
  $avg: (values) => (numbers(values).length === 0 ? null : sum(values) / numbers(values).length),
  $min: (values) => present(values).reduce<unknown>((a, b) => (a === null || keyOf(b) < keyOf(a) ? b : a), null),
  $max: (values) => present(values).reduce<unknown>((a, b) => (a === null || keyOf(b) > keyOf(a) ? b : a), null),
  $first: (values) => values[0] ?? null,
  $last: (values) => values.at(-1) ?? null,
  $push: (values) => values.filter((value) => value !== undefined),
  $addToSet: (values) => [...new Map(values.filter((value) => value !== undefined).map((value) => [keyOf(value), value])).values()],
};

/** A missing value groups as null, also within a compound `_id`. */
const groupId = (spec: unknown, now: Date): ((doc: Doc) => unknown) => {
  const compound = isDoc(spec) && !isOperators(spec);
  const fields = Object.entries(compound ? spec : { only: spec }).map(([field, expression]) => ({
    field,
    value: expressionOf(expression, now),
  }));
  const values = (doc: Doc): Doc => Object.fromEntries(fields.map(({ field, value }) => [field, value(doc) ?? null]));
  return compound ? values : (doc) => values(doc)["only"];
};

const group = (spec: Doc, now: Date): ((docs: readonly Doc[]) => Doc[]) => {
  const { _id, ...fields } = spec;
  const id = groupId(_id, now);
  const outputs = Object.entries(fields).map(([field, accumulator]) => {
    const [[name, operand] = ["", null]] = Object.entries(accumulator as Doc);
    const combine = ACCUMULATORS[name];
    if (!combine) throw notSupported(`${name} in $group`);
    return { field, combine, value: expressionOf(name === "$count" ? 1 : operand, now) };
  });
  return (docs) => {
    const groups = new Map<string, { id: unknown; docs: Doc[] }>();
    for (const doc of docs) {
      const value = id(doc);
      const key = keyOf(value);
      const found = groups.get(key);
      if (found) found.docs.push(doc);
      else groups.set(key, { id: value, docs: [doc] });
    }
    return [...groups.values()].map((one) => ({
      _id: one.id,
      ...Object.fromEntries(outputs.map(({ field, combine, value }) => [field, combine(one.docs.map(value))])),
    }));
  };
};

const unwind = (spec: unknown): ((docs: readonly Doc[]) => Doc[]) => {
  const { path, preserveNullAndEmptyArrays, includeArrayIndex }: Doc = isDoc(spec) ? spec : { path: spec };
  const parts = String(path).slice(1).split(".");
  return (docs) =>
    docs.flatMap((doc) => {
      const value = parts.reduce<unknown>((v, part) => (isDoc(v) ? v[part] : undefined), doc);
      if (value === undefined || value === null || (Array.isArray(value) && value.length === 0))
        return preserveNullAndEmptyArrays === true ? [Array.isArray(value) ? withField(doc, parts, undefined) : doc] : [];
      return (Array.isArray(value) ? value : [value]).map((item: unknown, i) => {
        const out = withField(doc, parts, item);
        return typeof includeArrayIndex === "string" ? { ...out, [includeArrayIndex]: Array.isArray(value) ? i : null } : out;
      });
    });
};

const lookup = (spec: Doc, read: Reader): ((docs: readonly Doc[]) => Doc[]) => {
  const { from, localField, foreignField, as, ...others } = spec;
  if (Object.keys(others).length > 0) throw notSupported(`$lookup with ${Object.keys(others).join()}`);
  const local = expressionOf(`$${String(localField)}`);
  return (docs) =>
    docs.map((doc) => {
      const value = local(doc) ?? null;
      const found = read(String(from), {
        filter: { [String(foreignField)]: { $in: Array.isArray(value) ? (value as unknown[]) : [value] } },
      });
      return withField(doc, String(as).split("."), found);
    });
};

const stageOf = (name: string, spec: unknown, now: Date, read: Reader): ((docs: readonly Doc[]) => readonly Doc[]) => {
  const change = documentStage(name, spec, now);
  if (change) return (docs) => docs.map(change);
  switch (name) {
    case "$match":
      return (docs) => docs.filter(compileFilter(spec as Doc));
    case "$sort":
      return (docs) => sortDocs(docs, spec as Doc);
    case "$limit":
      return (docs) => docs.slice(0, Number(spec));
    case "$skip":
      return (docs) => docs.slice(Number(spec));
    case "$count":
      return (docs) => (docs.length === 0 ? [] : [{ [String(spec)]: docs.length }]);
    case "$group":
      return group(spec as Doc, now);
    case "$unwind":
      return unwind(spec);
    case "$lookup":
      return lookup(spec as Doc, read);
    default:
      throw notSupported(name);
  }
};

/** Turns the first `$match`, `$sort`, `$skip` and `$limit` of a pipeline into one indexed query; returns the remaining stages too. */
const splitPipeline = (pipeline: readonly Doc[]): { query: Query; rest: readonly Doc[] } => {
  const query: { -readonly [K in keyof Query]: Query[K] } = { filter: {} };
  const rest = [...pipeline];
  if (rest[0]?.["$match"]) query.filter = rest.shift()?.["$match"] as Doc;
  if (rest[0]?.["$sort"]) query.sort = rest.shift()?.["$sort"] as Doc;
  if (rest[0]?.["$skip"]) query.skip = Number(rest.shift()?.["$skip"]);
  if (rest[0]?.["$limit"]) query.limit = Number(rest.shift()?.["$limit"]);
  return { query, rest };
};

/** Runs the stages over documents already read. */
const runStages = (docs: readonly Doc[], stages: readonly Doc[], now: Date, read: Reader): readonly Doc[] =>
  stages
    .map((stage) => {
      const [[name, spec] = ["", {}], ...more] = Object.entries(stage);
      if (more.length > 0) throw badValue("A pipeline stage specification object must contain exactly one field.");
      return stageOf(name, spec, now, read);
    })
    .reduce((out, stage) => stage(out), docs);

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
const explainedPlan = (plan: Plan, query: Query): Doc => {
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
  const winningPlan = explainedPlan(plan, query);
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
