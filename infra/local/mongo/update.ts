import { BSON } from "mongodb";
import {
  type Doc,
  badValue,
  CommandError,
  notSupported,
  typeMismatch,
  isDoc,
  isOperators,
  keyOf,
  sameValue,
  sortDocs,
  typeTag,
} from "./value.ts";
import { compileFilter, operators } from "./match.ts";
import { clausesOf, pointsOf } from "./planner.ts";
import { documentStage, withField } from "./expression.ts";

/** The parts of an update statement; `inserting` is true while an upsert builds its document. */
export interface UpdateSpec {
  readonly change: Doc | readonly Doc[];
  readonly arrayFilters?: readonly Doc[] | undefined;
  readonly now: Date;
}
interface Change {
  readonly parts: readonly string[];
  /** Computes the new value of the field; undefined removes it. */
  readonly apply: (old: unknown) => unknown;
  /** False for changes that do not create a missing field. */
  readonly creates: boolean;
}

const add = (a: unknown, b: unknown, multiply: boolean): unknown => {
  if (typeof a === "number" && typeof b === "number") return multiply ? a * b : a + b;
  const [left, right] = [a, b].map((value) => (value instanceof BSON.Long ? value : BSON.Long.fromNumber(Number(value))));
  return left && right && (multiply ? left.multiply(right) : left.add(right));
};
const arithmetic = (operator: string, operand: unknown, path: string): Change["apply"] => {
  if (typeTag(operand) !== 10)
    throw typeMismatch(
      `Cannot ${operator === "$inc" ? "increment" : "multiply"} with non-numeric argument: {${path}: ${JSON.stringify(operand)}}`,
    );
  return (old) => {
    if (old === undefined) return operator === "$inc" ? operand : 0;
    if (typeTag(old) !== 10)
      throw typeMismatch(`Cannot apply ${operator} to a value of non-numeric type. {_id: …} has the field '${path}' of non-numeric type`);
    return add(old, operand, operator === "$mul");
  };
};
const arrayAt = (operator: string, path: string, old: unknown): unknown[] => {
  if (old === undefined) return [];
  if (!Array.isArray(old)) throw badValue(`Cannot apply ${operator} to a non-array value: the field '${path}' must be an array`);
  return old;
};
const push = (operand: unknown, path: string): Change["apply"] => {
  const modifiers: Doc = isDoc(operand) && "$each" in operand ? operand : { $each: [operand] };
  const { $each, $slice, $sort, $position, ...others } = modifiers;
  if (Object.keys(others).length > 0) throw notSupported(`$push with ${Object.keys(others).join()}`);
  if (!Array.isArray($each)) throw badValue("The argument to $each in $push must be an array");
  return (old) => {
    let list = [...arrayAt("$push", path, old)];
    list.splice($position === undefined ? list.length : Number($position), 0, ...($each as unknown[]));
    if (isDoc($sort)) list = sortDocs(list as Doc[], $sort);
    else if ($sort !== undefined)
      list = sortDocs(
        list.map((v) => ({ v })),
        { v: $sort },
      ).map(({ v }) => v);
    if ($slice === undefined) return list;
    return Number($slice) < 0 ? list.slice(Number($slice)) : list.slice(0, Number($slice));
  };
};
const addToSet = (operand: unknown, path: string): Change["apply"] => {
  const values = isDoc(operand) && Array.isArray(operand["$each"]) ? (operand["$each"] as unknown[]) : [operand];
  return (old) => {
    const list = [...arrayAt("$addToSet", path, old)];
    const present = new Set(list.map(keyOf));
    for (const value of values) if (present.size < present.add(keyOf(value)).size) list.push(value);
    return list;
  };
};
const pull = (operand: unknown, path: string): Change["apply"] => {
  const filter = isDoc(operand) && !isOperators(operand) ? compileFilter(operand) : undefined;
  const test = operators(isOperators(operand) ? operand : { $eq: operand });
  return (old) =>
    old === undefined ? undefined : arrayAt("$pull", path, old).filter((item) => !(filter ? isDoc(item) && filter(item) : test(item)));
};

type Operator = (operand: unknown, path: string, now: Date) => Change["apply"];
const pick =
  (sign: number): Operator =>
  (operand) =>
  (old) =>
    old === undefined || (keyOf(operand) < keyOf(old) ? -1 : 1) * sign > 0 ? operand : old;
const OPERATORS: Record<string, Operator> = {
  $set: (operand) => () => operand,
  $setOnInsert: (operand) => () => operand,
  $unset: () => () => undefined,
  $inc: (operand, path) => arithmetic("$inc", operand, path),
  $mul: (operand, path) => arithmetic("$mul", operand, path),
  $min: pick(-1),
  $max: pick(1),
  $push: push,
  $addToSet: addToSet,
  $pull: pull,
  $pullAll: (operand, path) => (old) =>
    old === undefined
      ? undefined
      : arrayAt("$pullAll", path, old).filter((item) => !(operand as unknown[]).some((value) => sameValue(value, item))),
  $pop: (operand, path) => (old) =>
    old === undefined ? undefined : operand === 1 ? arrayAt("$pop", path, old).slice(0, -1) : arrayAt("$pop", path, old).slice(1),
  $currentDate: (operand, _path, now) => {
    if (operand !== true && !(isDoc(operand) && operand["$type"] === "date")) throw notSupported("$currentDate other than a date");
    return () => now;
  },
};
const KEEPS_MISSING = new Set(["$unset", "$pull", "$pullAll", "$pop"]);

/** The changes in the server's order (by path); throws when two change the same field. */
const changesOf = (spec: Doc, inserting: boolean, now: Date): Change[] => {
  const changes = Object.entries(spec).flatMap(([operator, fields]) => {
    const make = OPERATORS[operator];
    if (!make) throw notSupported(operator);
    return Object.entries(fields as Doc).map(([path, operand]) => ({
      path,
      operator,
      parts: path.split("."),
      apply: make(operand, path, now),
      creates: !KEEPS_MISSING.has(operator),
    }));
  });
  changes.sort((a, b) => (a.parts.join("\0") < b.parts.join("\0") ? -1 : 1));
  changes.forEach(({ path }, i) => {
    const previous = changes[i - 1]?.path;
    if (previous !== undefined && `${path}.`.startsWith(`${previous}.`))
      throw new CommandError(40, "ConflictingUpdateOperators", `Updating the path '${path}' would create a conflict at '${previous}'`);
  });
  return changes.filter(({ operator }) => inserting || operator !== "$setOnInsert");
};

type ArrayFilters = ReadonlyMap<string, (item: unknown) => boolean>;
const filtersOf = (filters: readonly Doc[]): ArrayFilters =>
  new Map(
    filters.map((filter) => {
      const name = (Object.keys(filter)[0] ?? "").split(".")[0] ?? "";
      const test = compileFilter(filter);
      return [name, (item: unknown) => test({ [name]: item })];
    }),
  );

/** Applies one change at its path, copying only the objects on the path. */
const applyAt = (target: unknown, change: Change, i: number, filters: ArrayFilters): unknown => {
  const part = change.parts[i];
  if (part === undefined) return change.apply(target);
  if (Array.isArray(target)) {
    if (part === "$") throw notSupported("the positional operator $ (use arrayFilters)");
    if (part.startsWith("$[")) {
      const name = part.slice(2, -1);
      const test = name === "" ? () => true : filters.get(name);
      if (!test) throw badValue(`No array filter found for identifier '${name}'`);
      return target.map((item) => (test(item) ? (applyAt(item, change, i + 1, filters) ?? null) : item));
    }
    if (!/^\d+$/.test(part)) throw pathNotViable(part, change);
    const at = Number(part);
    if (at >= target.length && !change.creates) return target;
    const copy = [...(target as unknown[])];
    while (copy.length < at) copy.push(null);
    copy[at] = applyAt(copy[at], change, i + 1, filters) ?? null;
    return copy;
  }
  if (target !== undefined && !isDoc(target)) {
    if (!change.creates) return target;
    throw pathNotViable(part, change);
  }
  if (part.startsWith("$"))
    throw badValue(`The path '${change.parts.join(".")}' must exist in the document in order to apply array updates`);
  const old = target?.[part];
  if (old === undefined && !change.creates) return target;
  const next = applyAt(old, change, i + 1, filters);
  if (next === old) return target;
  if (next !== undefined) return { ...target, [part]: next };
  const { [part]: _gone, ...rest } = target ?? {};
  return rest;
};
const pathNotViable = (part: string, change: Change) =>
  new CommandError(28, "PathNotViable", `Cannot create field '${part}' in the element on the path '${change.parts.join(".")}'`);

const firstField = (doc: Doc): string | undefined => {
  for (const name in doc) return name;
  return undefined;
};

/** Puts `_id` first and throws when it would change (code 66). */
const keepingId = (before: Doc, after: Doc): Doc => {
  if (after["_id"] !== undefined && after["_id"] === before["_id"] && firstField(after) === "_id") return after;
  const { _id, ...rest } = after;
  if (_id !== undefined && before["_id"] !== undefined && !sameValue(_id, before["_id"]))
    throw new CommandError(66, "ImmutableField", "Performing an update on the path '_id' would modify the immutable field '_id'");
  return { _id: before["_id"] ?? _id, ...rest };
};

const isPipeline = (change: Doc | readonly Doc[]): change is readonly Doc[] => Array.isArray(change);
const refuse = (what: string): never => {
  throw notSupported(what);
};

/** Whether two documents have the same fields in the same order with the same values; most are the same objects. */
const isSame = (before: Doc, after: Doc): boolean => {
  const names = Object.keys(before);
  const others = Object.keys(after);
  return names.length === others.length && names.every((name, i) => name === others[i] && sameValue(before[name], after[name]));
};

/** Compiles an update into a function from the old document to the new one; it returns the same object when nothing changes. */
export const updater = ({ change, arrayFilters, now }: UpdateSpec, inserting = false): ((doc: Doc) => Doc) => {
  const filters = filtersOf(arrayFilters ?? []);
  const pushes = "$push" in change; // counts as a change even when it leaves the array unchanged
  let next: (doc: Doc) => Doc;
  if (isPipeline(change)) {
    const stages = change.map((stage) => {
      const [[name, operand] = ["", {}]] = Object.entries(stage);
      return documentStage(name, operand, now) ?? refuse(`${name} in an update`);
    });
    next = (doc) =>
      keepingId(
        doc,
        stages.reduce((out, stage) => stage(out), doc),
      );
  } else if (isOperators(change)) {
    const changes = changesOf(change, inserting, now);
    next = (doc) =>
      keepingId(
        doc,
        changes.reduce((out, one) => applyAt(out, one, 0, filters) as Doc, doc),
      );
  } else next = (doc) => keepingId(doc, change);
  return (doc) => {
    const after = next(doc);
    return !pushes && isSame(doc, after) ? doc : after;
  };
};

/** The document that an upsert inserts: the values that the filter fixes, then the update, with a new `_id` if neither gives one. */
export const upserted = (filter: Doc, spec: UpdateSpec): Doc => {
  const replaces = !isPipeline(spec.change) && !isOperators(spec.change);
  let base: Doc = {};
  for (const [path, clauses] of clausesOf(filter)) {
    const points = pointsOf(clauses);
    if (points?.length === 1 && points[0] !== undefined && (!replaces || path === "_id"))
      base = withField(base, path.split("."), points[0]);
  }
  const after = updater(spec, true)(base);
  return keepingId({ _id: after["_id"] ?? new BSON.ObjectId() }, after);
};
