import { type Doc, badValue, notSupported, isDoc, isOperators, keyOf, sortDocs } from "./value.ts";
import { expressionOf } from "./expression.ts";
import { compileFilter } from "./match.ts";
import type { Query } from "./planner.ts";
import { documentStage, withField } from "./project.ts";

/** Reads another collection of the same database, for `$lookup`. */
export type Reader = (collection: string, query: Query) => readonly Doc[];

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
export const splitPipeline = (pipeline: readonly Doc[]): { query: Query; rest: readonly Doc[] } => {
  const query: { -readonly [K in keyof Query]: Query[K] } = { filter: {} };
  const rest = [...pipeline];
  if (rest[0]?.["$match"]) query.filter = rest.shift()?.["$match"] as Doc;
  if (rest[0]?.["$sort"]) query.sort = rest.shift()?.["$sort"] as Doc;
  if (rest[0]?.["$skip"]) query.skip = Number(rest.shift()?.["$skip"]);
  if (rest[0]?.["$limit"]) query.limit = Number(rest.shift()?.["$limit"]);
  return { query, rest };
};

/** Runs the stages over documents already read. */
export const runStages = (docs: readonly Doc[], stages: readonly Doc[], now: Date, read: Reader): readonly Doc[] =>
  stages
    .map((stage) => {
      const [[name, spec] = ["", {}], ...more] = Object.entries(stage);
      if (more.length > 0) throw badValue("A pipeline stage specification object must contain exactly one field.");
      return stageOf(name, spec, now, read);
    })
    .reduce((out, stage) => stage(out), docs);
