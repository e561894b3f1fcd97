import { BSON } from "mongodb";
import { type Doc, badValue, notSupported, isDoc, isOperators, keyOf, typeTag } from "./value.ts";
import { expressionOf, isTrue } from "./expression.ts";

type Test = (value: unknown) => boolean;

/** Whether any value at a path, through arrays, passes the test; a missing value is undefined. */
const anyAt = (value: unknown, parts: readonly string[], i: number, test: Test): boolean => {
  const part = parts[i];
  if (part === undefined) return test(value);
  if (isDoc(value)) return anyAt(value[part], parts, i + 1, test);
  if (!Array.isArray(value)) return test(undefined);
  if (/^\d+$/.test(part) && Number(part) < value.length && anyAt(value[Number(part)], parts, i + 1, test)) return true;
  return value.some((item) => isDoc(item) && anyAt(item, parts, i, test));
};

/** A test that an array passes as a whole or by one of its elements. */
const orElement =
  (test: Test): Test =>
  (value) =>
    test(value) || (Array.isArray(value) && value.some(test));

const equals = (operand: unknown): Test => {
  if (operand === null || operand === undefined) return (value) => value === null || value === undefined;
  if (operand instanceof RegExp) return (value) => typeof value === "string" && matchesRegex(operand, value);
  if (typeof operand === "string" || typeof operand === "boolean") return (value) => value === operand;
  const [tag, key] = [typeTag(operand), keyOf(operand)];
  return (value) => value !== undefined && typeTag(value) === tag && keyOf(value) === key;
};

const matchesRegex = (regex: RegExp, value: string): boolean => {
  regex.lastIndex = 0;
  return regex.test(value);
};

const compares = (operand: unknown, accepts: (order: number) => boolean): Test => {
  const tag = typeTag(operand);
  const key = keyOf(operand);
  const nan = Number.isNaN(operand);
  return (value) => {
    if (typeTag(value) !== tag) return false;
    if (nan || Number.isNaN(value)) return nan && Number.isNaN(value) && accepts(0);
    const other = keyOf(value);
    return accepts(other < key ? -1 : other > key ? 1 : 0);
  };
};

const TYPES: Record<string, (value: unknown) => boolean> = {
  double: (v) => typeof v === "number" && !Number.isInteger(v),
  string: (v) => typeof v === "string",
  object: isDoc,
  array: Array.isArray,
  binData: (v) => v instanceof BSON.Binary,
  objectId: (v) => v instanceof BSON.ObjectId,
  bool: (v) => typeof v === "boolean",
  date: (v) => v instanceof Date,
  null: (v) => v === null,
  int: (v) => Number.isInteger(v) && v === Number(v) && Math.abs(v) < 2 ** 31,
  long: (v) => v instanceof BSON.Long,
  number: (v) => v !== undefined && typeTag(v) === 10,
};

const elemMatch = (condition: unknown): Test => {
  if (!isDoc(condition)) throw badValue("$elemMatch needs an Object");
  const first = Object.keys(condition)[0] ?? "";
  const byValue = first.startsWith("$") && !["$and", "$or", "$nor", "$expr"].includes(first);
  const test: Test = byValue ? operators(condition) : (compileFilter(condition) as Test);
  return (value) => Array.isArray(value) && value.some((item) => (byValue || isDoc(item)) && test(item));
};

const list = (operator: string, operand: unknown): unknown[] => {
  if (!Array.isArray(operand)) throw badValue(`${operator} needs an array`);
  return operand;
};

const isIn = (operand: unknown): Test => {
  const [plain, tests] = [new Set<string>(), [] as Test[]];
  for (const item of list("$in", operand)) {
    if (item instanceof RegExp || item === null) tests.push(equals(item));
    else plain.add(keyOf(item));
  }
  return (value) => (value !== undefined && plain.has(keyOf(value))) || tests.some((test) => test(value));
};

const regexOf = (operand: unknown, options: unknown): RegExp => {
  const flags = typeof options === "string" ? options : operand instanceof RegExp ? operand.flags : "";
  return new RegExp(operand instanceof RegExp ? operand.source : String(operand), flags);
};

/** Each operator as a test of the value at the path: a positive one passes by any value there, a negative one is the negation of its positive. */
const OPERATORS: Record<string, (operand: unknown, all: Doc) => Test> = {
  $eq: (operand) => orElement(equals(operand)),
  $gt: (operand) => orElement(compares(operand, (order) => order > 0)),
  $gte: (operand) => orElement(compares(operand, (order) => order >= 0)),
  $lt: (operand) => orElement(compares(operand, (order) => order < 0)),
  $lte: (operand) => orElement(compares(operand, (order) => order <= 0)),
  $in: (operand) => orElement(isIn(operand)),
  $exists: () => (value) => value !== undefined,
  $regex: (operand, all) => orElement(equals(regexOf(operand, all["$options"]))),
  $size: (operand) => (value) => Array.isArray(value) && value.length === Number(operand),
  $elemMatch: elemMatch,
  $mod: (operand) => {
    const [divisor, rest] = list("$mod", operand).map(Number);
    return orElement((value) => typeof value === "number" && Math.trunc(value) % (divisor ?? 1) === rest);
  },
  $type: (operand) => {
    const tests = (Array.isArray(operand) ? operand : [operand]).map(
      (name: unknown) => TYPES[String(name)] ?? refuse(`$type: ${String(name)}`),
    );
    return orElement((value) => tests.some((test) => test(value)));
  },
};
const refuse = (what: string): never => {
  throw notSupported(what);
};

type PathTest = (doc: unknown, parts: readonly string[]) => boolean;
const NEGATIONS: Record<string, string> = { $ne: "$eq", $nin: "$in" };

const pathTest = (operator: string, operand: unknown, all: Doc): PathTest => {
  if (operator === "$not") {
    const test = pathTests(operand instanceof RegExp ? { $regex: operand } : (operand as Doc));
    return (doc, parts) => !test(doc, parts);
  }
  if (operator === "$all") {
    const tests = list("$all", operand).map((item) => pathTests(isOperators(item) ? item : { $eq: item }));
    return (doc, parts) => tests.length > 0 && tests.every((test) => test(doc, parts));
  }
  const positive = NEGATIONS[operator];
  const make = OPERATORS[positive ?? operator] ?? refuse(operator);
  const test = make(operand, all);
  const negative = positive !== undefined || (operator === "$exists" && !isTrue(operand));
  return (doc, parts) => anyAt(doc, parts, 0, test) !== negative;
};

const pathTests = (condition: Doc): PathTest => {
  const tests = Object.entries(condition)
    .filter(([operator]) => operator !== "$options")
    .map(([operator, operand]) => pathTest(operator, operand, condition));
  return tests.length === 1 && tests[0] ? tests[0] : (doc, parts) => tests.every((test) => test(doc, parts));
};

/** A condition such as `{$gt: 5}` as a test of one value, for `$elemMatch`, `$pull` and the planner. */
export const operators = (condition: Doc): Test => {
  const test = pathTests(condition);
  return (value) => test(value, []);
};

/** A find filter as a function. Operators not listed above are refused by name. */
export const compileFilter = (filter: Doc): ((doc: Doc) => boolean) => {
  const tests = Object.entries(filter).map(([key, condition]): ((doc: Doc) => boolean) => {
    if (key === "$expr") {
      const expression = expressionOf(condition);
      return (doc) => isTrue(expression(doc));
    }
    if (key === "$comment") return () => true;
    if (key === "$and" || key === "$or" || key === "$nor") {
      const branches = list(key, condition).map((branch) => compileFilter(branch as Doc));
      if (branches.length === 0) throw badValue("$and/$or/$nor must be a nonempty array");
      if (key === "$and") return (doc) => branches.every((branch) => branch(doc));
      return (doc) => branches.some((branch) => branch(doc)) === (key === "$or");
    }
    if (key.startsWith("$")) throw notSupported(key);
    const parts = key.split(".");
    const test = pathTests(isOperators(condition) ? condition : { $eq: condition });
    return (doc) => test(doc, parts);
  });
  return tests.length === 1 && tests[0] ? tests[0] : (doc) => tests.every((test) => test(doc));
};
