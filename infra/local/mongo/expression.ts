import * as mingo from "mingo/operators/expression";
import { BSON } from "mongodb";
import { Context, evalExpr, ProcessingMode } from "mingo/core";
import type { Options } from "mingo/types";
import { type Doc, CommandError, notSupported, typeMismatch, isDoc, keyOf } from "./value.ts";

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
