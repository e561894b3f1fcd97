import * as mingo from "mingo/operators/expression";
import { BSON } from "mongodb";
import { Context, evalExpr, ProcessingMode } from "mingo/core";
import type { Options } from "mingo/types";
import { CommandError, type Doc, isDoc, keyOf, notSupported, typeMismatch } from "./value.ts";

type Operator = (doc: Doc, args: unknown, options: Options) => unknown;

/** Whether a condition counts as true: everything except false, null, missing and zero. */
export const isTrue = (value: unknown): boolean => value !== undefined && value !== null && value !== false && value !== 0;

/** Compares like a server in expressions, unlike mingo: across types, and a missing field below null. */
const order = (a: unknown, b: unknown): number => {
  const [left, right] = [a, b].map((value) => (value === undefined ? "\x03" : keyOf(value)));
  return left === right ? 0 : (left ?? "") < (right ?? "") ? -1 : 1;
};
const comparison =
  (result: (order: number) => unknown): Operator =>
  (doc, args, options) => {
    const [a, b] = evalExpr(doc, args, options) as unknown[];
    return result(order(a, b));
  };
const extreme =
  (sign: number): Operator =>
  (doc, args, options) => {
    const value: unknown = evalExpr(doc, args, options);
    const present = (Array.isArray(value) ? value : [value]).filter((item) => item !== null && item !== undefined);
    return present.length === 0 ? null : present.reduce((a: unknown, b: unknown) => (order(a, b) * sign >= 0 ? a : b));
  };
const truth =
  (result: (values: readonly unknown[]) => boolean): Operator =>
  (doc, args, options) => {
    const values = (Array.isArray(args) ? args : [args]).map((arg: unknown) => evalExpr(doc, arg, options));
    return result(values);
  };
const choice: Operator = (doc, args, options) => {
  const [test, yes, no] = Array.isArray(args)
    ? (args as unknown[])
    : ["if", "then", "else"].map((name) => (args as Record<string, unknown>)[name]);
  return evalExpr(doc, isTrue(evalExpr(doc, test, options)) ? yes : no, options);
};
/** The length of a document as BSON, bytes. */
const bsonSize: Operator = (doc, args, options) => {
  const value: unknown = evalExpr(doc, args, options);
  return isDoc(value) ? BSON.calculateObjectSize(value) : null;
};

const { $add, $subtract, $multiply, $divide, $mod, $floor, $ceil, $trunc, $abs, $ifNull, $switch, $literal, $concat, $toLower, $toUpper } =
  mingo;
const { $size, $slice, $filter, $map, $in, $concatArrays, $arrayElemAt, $isArray, $setUnion, $setDifference, $mergeObjects, $let } = mingo;
const taken = {
  $add,
  $subtract,
  $multiply,
  $divide,
  $mod,
  $floor,
  $ceil,
  $trunc,
  $abs,
  $ifNull,
  $switch,
  $literal,
  $concat,
  $toLower,
  $toUpper,
};
const arrays = { $size, $slice, $filter, $map, $in, $concatArrays, $arrayElemAt, $isArray, $setUnion, $setDifference, $mergeObjects, $let };

/** mingo's operators where they agree with a server, ours where they do not; all others are refused. */
const SUPPORTED = {
  ...taken,
  ...arrays,
  $cmp: comparison((sign) => sign),
  $eq: comparison((sign) => sign === 0),
  $ne: comparison((sign) => sign !== 0),
  $gt: comparison((sign) => sign > 0),
  $gte: comparison((sign) => sign >= 0),
  $lt: comparison((sign) => sign < 0),
  $lte: comparison((sign) => sign <= 0),
  $max: extreme(1),
  $min: extreme(-1),
  $and: truth((values) => values.every(isTrue)),
  $or: truth((values) => values.some(isTrue)),
  $not: truth((values) => !isTrue(values[0])),
  $cond: choice,
  $bsonSize: bsonSize,
};
const OPTIONS = {
  context: Context.init({ expression: SUPPORTED }),
  idKey: "_id",
  processingMode: ProcessingMode.CLONE_OFF,
  useStrictMode: true,
  scriptEnabled: false,
  failOnError: true,
};

/** Refuses unknown operators before the first document, and replaces `$$NOW` by the command's time. */
const prepare = (expression: unknown, now: Date): unknown => {
  if (expression === "$$NOW") return now;
  if (Array.isArray(expression)) return expression.map((item) => prepare(item, now));
  if (!isDoc(expression)) return expression;
  return Object.fromEntries(
    Object.entries(expression).map(([key, value]) => {
      if (key.startsWith("$") && !Object.hasOwn(SUPPORTED, key)) throw notSupported(key);
      return [key, key === "$literal" ? value : prepare(value, now)];
    }),
  );
};

/** True when the value is the same for every document: it names no field and no variable. */
const isConstant = (prepared: unknown): boolean => {
  if (typeof prepared === "string") return !prepared.startsWith("$");
  if (Array.isArray(prepared)) return prepared.every(isConstant);
  return !isDoc(prepared) || Object.entries(prepared).every(([key, value]) => key === "$literal" || isConstant(value));
};

/** In a computed document a missing value leaves out its field; in an array it becomes null. */
const withoutMissing = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => (item === undefined ? null : withoutMissing(item)));
  if (!isDoc(value)) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[key, withoutMissing(item)]])));
};

/** An aggregation expression as a function of a document; undefined means a missing value. */
export const expressionOf = (expression: unknown, now = new Date()): ((doc: Doc) => unknown) => {
  const prepared = prepare(expression, now);
  if (typeof prepared !== "string" && !Array.isArray(prepared) && !isDoc(prepared)) return () => prepared;
  const evaluate = (doc: Doc): unknown => {
    try {
      const value: unknown = evalExpr(doc, prepared, OPTIONS);
      return typeof prepared === "string" ? value : withoutMissing(value);
    } catch (error) {
      throw error instanceof CommandError ? error : typeMismatch(`expression failed: ${String(error)}`);
    }
  };
  if (!isConstant(prepared)) return evaluate;
  let known: { readonly value: unknown } | undefined;
  return (doc) => (known ??= { value: evaluate(doc) }).value;
};

interface Tree {
  readonly [field: string]: Tree | true;
}

/** Keeps (or removes) fields, through arrays, in the document's order. */
const pick = (value: unknown, tree: Tree, keep: boolean): unknown => {
  if (Array.isArray(value))
    return value.filter((item) => !keep || isDoc(item) || Array.isArray(item)).map((item) => pick(item, tree, keep));
  if (!isDoc(value)) return keep ? undefined : value;
  const out: Doc = {};
  for (const [field, child] of Object.entries(value)) {
    const below = tree[field];
    if (below === undefined ? keep : below === true && !keep) continue;
    const picked = below === undefined || below === true ? child : pick(child, below, keep);
    if (picked !== undefined) out[field] = picked;
  }
  return out;
};

const treeOf = (paths: readonly string[]): Tree => {
  const tree: Record<string, Tree | true> = {};
  for (const path of paths) {
    const parts = path.split(".");
    let node = tree;
    for (const part of parts.slice(0, -1)) node = (node[part] ??= {}) as Record<string, Tree | true>;
    node[parts.at(-1) ?? ""] = true;
  }
  return tree;
};

const setAt = (target: unknown, parts: readonly string[], at: number, value: unknown): unknown => {
  const field = parts[at];
  if (field === undefined) return value;
  if (Array.isArray(target)) return target.map((item) => setAt(item, parts, at, value));
  const out: Doc = isDoc(target) ? { ...target } : {};
  const next = setAt(out[field], parts, at + 1, value);
  if (next === undefined) delete out[field];
  else out[field] = next;
  return out;
};
/** Sets a value by path like an aggregation: through arrays, replacing scalars; undefined removes the field. */
export const withField = (doc: Doc, parts: readonly string[], value: unknown): Doc => setAt(doc, parts, 0, value) as Doc;

/** Turns `{a: {b: 1}}` into `{"a.b": 1}`, down to the expressions. */
const flatten = (spec: Doc, prefix = ""): [string, unknown][] =>
  Object.entries(spec).flatMap(([key, value]): [string, unknown][] =>
    isDoc(value) && Object.keys(value).length > 0 && !Object.keys(value)[0]?.startsWith("$")
      ? flatten(value, `${prefix}${key}.`)
      : [[prefix + key, value]],
  );

/** `$set` of a pipeline: every expression reads the document as it was before the stage. */
const setStage = (spec: Doc, now: Date): ((doc: Doc) => Doc) => {
  const fields = flatten(spec).map(([path, expression]) => ({ parts: path.split("."), value: expressionOf(expression, now) }));
  return (doc) => {
    const values = fields.map(({ value }) => value(doc));
    const out = { ...doc };
    for (const [i, { parts }] of fields.entries()) {
      const [root = "", ...rest] = parts;
      const value = setAt(out[root], rest, 0, values[i]);
      if (value === undefined) delete out[root];
      else out[root] = value;
    }
    return out;
  };
};

/** A projection of find or `$project`: fields to keep or to remove, and (when keeping) computed fields. */
export const projection = (spec: Doc, now: Date): ((doc: Doc) => Doc) => {
  const fields = flatten(spec);
  const flag = (value: unknown) => (typeof value === "number" || typeof value === "boolean" ? Boolean(value) : undefined);
  const refused = fields.find(([, value]) => isDoc(value) && ["$slice", "$elemMatch", "$meta"].includes(Object.keys(value)[0] ?? ""));
  if (refused) throw notSupported(`${Object.keys(refused[1] as Doc).join()} in a projection`);
  if (fields.some(([path]) => path.endsWith(".$"))) throw notSupported("$ in a projection");
  const others = fields.filter(([path]) => path !== "_id");
  const kept = others.filter(([, value]) => flag(value) === true).map(([path]) => path);
  const left = others.filter(([, value]) => flag(value) === false).map(([path]) => path);
  const computed = fields.filter(([, value]) => flag(value) === undefined);
  const keep = kept.length + computed.length > 0 || (left.length === 0 && flag(spec["_id"]) === true);
  if (keep && left.length > 0)
    throw new CommandError(31254, "Location31254", `Cannot do exclusion on field ${left[0]} in inclusion projection`);
  const withId = spec["_id"] === undefined ? true : flag(spec["_id"]);
  const tree = treeOf([...(keep ? kept : left), ...(withId === keep ? ["_id"] : [])]);
  const set = setStage(Object.fromEntries(computed), now);
  return (doc) => {
    const out = pick(doc, tree, keep) as Doc;
    if (computed.length === 0) return out;
    const values = set(doc);
    for (const [path] of computed) {
      const parts = path.split(".");
      const value = parts.reduce<unknown>((v, part) => (isDoc(v) ? v[part] : undefined), values);
      if (value !== undefined) Object.assign(out, withField(out, parts, value));
    }
    return out;
  };
};

/** A stage that turns one document into one document, used by aggregate and update; undefined for any other stage. */
export const documentStage = (name: string, spec: unknown, now: Date): ((doc: Doc) => Doc) | undefined => {
  if (name === "$set" || name === "$addFields") return setStage(spec as Doc, now);
  if (name === "$project") return projection(spec as Doc, now);
  if (name === "$unset") return projection(Object.fromEntries([spec].flat().map((path) => [String(path), 0])), now);
  if (name !== "$replaceWith" && name !== "$replaceRoot") return undefined;
  const value = expressionOf(name === "$replaceWith" ? spec : (spec as Doc)["newRoot"], now);
  return (doc) => {
    const out = value(doc);
    if (!isDoc(out)) throw new CommandError(40228, "Location40228", "the new root must evaluate to an object");
    return out;
  };
};
