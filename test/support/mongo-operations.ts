import * as fc from "fast-check";
import type { Collection, Document, Sort } from "mongodb";

/** One random operation, as the service uses them. */
export type Operation =
  | { readonly find: Document; readonly sort: Sort; readonly projection: Document; readonly skip: number; readonly limit: number }
  | { readonly update: Document | Document[]; readonly filter: Document; readonly many: boolean; readonly upsert: boolean }
  | { readonly modify: Document | Document[]; readonly filter: Document; readonly sort: Sort; readonly after: boolean }
  | { readonly remove: Document }
  | { readonly aggregate: readonly Document[] }
  | { readonly distinct: string; readonly filter: Document };

const aNumber = fc.oneof(fc.integer({ min: -3, max: 6 }), fc.constantFrom(0.5, -1.5, 2 ** 31, 2 ** 40, 5e9));
const aString = fc.constantFrom("", "a", "b", "ab", "Zoë", "\u{1f600}", "\uffee", "a.b", "B");
const aDate = fc.integer({ min: -2, max: 5 }).map((hours) => new Date(hours * 3_600_000));
const tag = fc.constantFrom("x", "y", "z");
const value = { n: aNumber, s: aString, d: aDate, b: fc.boolean(), tag, k: fc.integer({ min: 0, max: 3 }) };

const item = fc.record({ k: value.k, v: aString }, { requiredKeys: ["k"] });
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 8 });

/** A document of fields that each hold one type, or null, or are missing. */
export const aDocument: fc.Arbitrary<Document> = fc.record(
  {
    n: orNull(aNumber),
    s: orNull(aString),
    d: orNull(aDate),
    b: fc.boolean(),
    tags: fc.array(tag, { maxLength: 3 }),
    o: fc.record({ x: aNumber, y: aString }, { requiredKeys: [] }),
    list: fc.array(item, { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

const comparison = (arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    arbitrary,
    orNull(arbitrary),
    ...["$gt", "$gte", "$lt", "$lte", "$ne", "$eq"].map((operator) => arbitrary.map((operand) => ({ [operator]: operand }))),
    fc.tuple(arbitrary, arbitrary).map(([low, high]) => ({ $gte: low, $lt: high })),
    fc.array(orNull(arbitrary), { maxLength: 3 }).map((list) => ({ $in: list })),
    fc.array(arbitrary, { maxLength: 3 }).map((list) => ({ $nin: list })),
    fc.boolean().map((exists) => ({ $exists: exists })),
    arbitrary.map((operand) => ({ $not: { $gt: operand } })),
  );
const clause: fc.Arbitrary<Document> = fc.oneof(
  comparison(value.n).map((n) => ({ n })),
  comparison(value.s).map((s) => ({ s })),
  comparison(value.d).map((d) => ({ d })),
  comparison(value.b).map((b) => ({ b })),
  comparison(value.tag).map((tags) => ({ tags })),
  comparison(value.n).map((x) => ({ "o.x": x })),
  comparison(value.k).map((k) => ({ "list.k": k })),
  fc.constantFrom<Document>(
    { tags: { $size: 2 } },
    { tags: { $all: ["x", "y"] } },
    { tags: [] },
    { tags: ["x"] },
    { list: { $elemMatch: { k: { $gt: 1 }, v: "a" } } },
    { s: /^a/ },
    { s: { $regex: "b", $options: "i" } },
    { n: { $type: "number" } },
    { d: { $type: "date" } },
    { $expr: { $gt: ["$n", "$o.x"] } },
    { $expr: { $lt: ["$d", new Date(3_600_000)] } },
    { $expr: { $eq: ["$s", "$o.y"] } },
    { "list.0.k": 1 },
    {},
  ),
);
const filter: fc.Arbitrary<Document> = fc.oneof(
  clause,
  fc.tuple(clause, clause).map(([a, b]) => ({ ...a, ...b })),
  fc.array(clause, { minLength: 1, maxLength: 3 }).map((branches) => ({ $or: branches })),
  fc.tuple(clause, fc.array(clause, { minLength: 1, maxLength: 2 })).map(([a, branches]) => ({ ...a, $and: branches })),
  fc.array(clause, { minLength: 1, maxLength: 2 }).map((branches) => ({ $nor: branches })),
);
const direction = fc.constantFrom<1 | -1>(1, -1);
/** A server sorts by one array at most. */
const oneArray = (paths: readonly string[]) => !(paths.includes("tags") && paths.includes("list.k"));
const sort: fc.Arbitrary<Sort> = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom("n", "s", "d", "tags", "o.x", "list.k", "b"), { maxLength: 2 }).filter(oneArray),
    fc.infiniteStream(direction),
  )
  .map(([paths, directions]) => ({ ...Object.fromEntries(paths.map((path) => [path, directions.next().value])), _id: 1 }));
const projection = fc.constantFrom<Document>(
  {},
  { n: 1, tags: 1 },
  { n: 1, _id: 0 },
  { list: 0 },
  { "o.x": 1 },
  { "o.x": 0, s: 0 },
  { "list.v": 1 },
  { "list.v": 0 },
  { _id: 1 },
  { _id: 0 },
  { s: 1, twice: { $add: ["$n", "$n"] } },
);

const single: fc.Arbitrary<Document> = fc.oneof(
  fc.record({ n: orNull(aNumber), s: aString }, { requiredKeys: [] }).map(($set) => ({ $set: { ...$set, b: true } })),
  aNumber.map((x) => ({ $set: { "o.x": x, "new.deep": x } })),
  fc.constantFrom<Document>(
    { $unset: { n: "" } },
    { $unset: { "o.x": "", "list.0": "" } },
    { $set: { "list.1.k": 9 } },
    { $set: { "tags.0": "q" } },
    { $set: { "s.x": 1 } },
    { $set: { n: 1, "n.x": 2 } },
    { $pop: { tags: 1 } },
    { $pull: { list: { k: { $gte: 2 } } } },
    { $set: { "list.$[one].v": "found" } },
    { $mul: { n: 2 } },
    { n: 1, replaced: true },
    { _id: 7000 },
  ),
  aNumber.map((n) => ({ $inc: { n } })),
  aNumber.map((n) => ({ $inc: { "o.z": n }, $min: { n } })),
  aDate.map((d) => ({ $max: { d } })),
  tag.map((tags) => ({ $push: { tags } })),
  tag.map((tags) => ({ $addToSet: { tags }, $setOnInsert: { born: 1 } })),
  fc.array(tag, { maxLength: 3 }).map((tags) => ({ $addToSet: { tags: { $each: tags } } })),
  tag.map((tags) => ({ $pull: { tags } })),
  tag.map((tags) => ({ $pull: { tags: { $in: [tags, "y"] } } })),
  fc
    .tuple(item, fc.integer({ min: -2, max: 2 }))
    .map(([one, slice]) => ({ $push: { list: { $each: [one], $sort: { k: 1 }, $slice: slice } } })),
  tag.map((one) => ({ $push: { n: one } })),
);
/* oxlint-disable unicorn/no-thenable -- the field is MongoDB's */
const expression = fc.constantFrom<unknown>(
  { $add: ["$n", 1] },
  { $ifNull: ["$n", 0] },
  { $cond: [{ $gt: ["$n", "$o.x"] }, "more", "less"] },
  { $cond: { if: { $lte: ["$d", new Date(0)] }, then: "$s", else: "$missing" } },
  { $max: ["$n", "$o.x"] },
  { $min: ["$n", 2, null] },
  { $add: ["$d", 1000] },
  { $subtract: ["$n", { $ifNull: ["$o.x", 1] }] },
  { $and: ["$n", { $ne: ["$s", "a"] }] },
  { $or: [{ $eq: ["$n", null] }, { $eq: ["$missing", "$gone"] }] },
  { $not: ["$b"] },
  { $literal: "$n" },
  { $concat: ["$s", "!"] },
  { $size: { $ifNull: ["$tags", []] } },
  { $concatArrays: [{ $ifNull: ["$tags", []] }, ["new"]] },
  { $filter: { input: { $ifNull: ["$list", []] }, as: "one", cond: { $gt: ["$$one.k", 1] } } },
  { $switch: { branches: [{ case: { $lt: ["$n", 0] }, then: "minus" }], default: "plus" } },
  { $in: ["x", { $ifNull: ["$tags", []] }] },
  { x: "$n", y: { z: "$s" } },
  "$list.k",
  "$o",
  "$$REMOVE",
  { $cmp: ["$n", "$s"] },
);
/* oxlint-enable unicorn/no-thenable */
const setStage = fc
  .tuple(fc.constantFrom("n2", "o.x", "o.new", "list.v", "s", "fresh.deep"), expression)
  .map(([path, e]) => ({ $set: { [path]: e } }));
const change: fc.Arbitrary<Document | Document[]> = fc.oneof(
  { weight: 3, arbitrary: single },
  {
    weight: 1,
    arbitrary: fc.oneof(setStage, fc.constantFrom<Document>({ $unset: "n" }, { $unset: ["o.x", "list.v"] })).map((one) => [one]),
  },
);

const stage: fc.Arbitrary<Document> = fc.oneof(
  setStage,
  projection.filter((p) => Object.keys(p).length > 0).map(($project) => ({ $project })),
  fc.constantFrom<Document>(
    { $unwind: "$tags" },
    { $unwind: { path: "$list", preserveNullAndEmptyArrays: true } },
    {
      $group: {
        _id: "$s",
        total: { $sum: "$n" },
        first: { $first: "$_id" },
        ids: { $push: "$_id" },
        top: { $max: "$n" },
        low: { $min: "$d" },
      },
    },
    { $group: { _id: { b: "$b" }, mean: { $avg: "$n" }, rows: { $sum: 1 }, last: { $last: "$s" } } },
    { $group: { _id: null, count: { $count: {} } } },
    { $skip: 1 },
    { $limit: 3 },
    { $unset: "tags" },
    { $count: "rows" },
    { $replaceWith: { _id: "$_id", o: "$o" } },
  ),
);

/** Groups come in no promised order. */
const byId = { $sort: { _id: 1 } };

/** Random operations: filters, sorts, projections, updates with operators and pipelines, aggregations. */
export const anOperation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ find: filter, sort, projection, skip: fc.constantFrom(0, 0, 2), limit: fc.constantFrom(0, 1, 5) }) },
  { weight: 4, arbitrary: fc.record({ update: change, filter, many: fc.boolean(), upsert: fc.constant(false) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      update: change,
      filter: aNumber.map((n) => ({ _id: 100, "o.x": n, s: { $gt: "a" } })),
      many: fc.boolean(),
      upsert: fc.constant(true),
    }),
  },
  { weight: 2, arbitrary: fc.record({ modify: change, filter, sort, after: fc.boolean() }) },
  { weight: 1, arbitrary: filter.map((remove) => ({ remove })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(filter, fc.array(stage, { minLength: 1, maxLength: 3 }))
      .map(([$match, stages]) => ({ aggregate: [{ $match }, byId, ...stages.flatMap((one) => ("$group" in one ? [one, byId] : [one]))] })),
  },
  { weight: 1, arbitrary: fc.record({ distinct: fc.constantFrom("n", "s", "tags", "list.k", "o.x"), filter }) },
);

/** A server puts a field that a stage took away and a later one sets back into its old place; that is not promised. */
const inFieldOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inFieldOrder);
  if (typeof value !== "object" || value === null || value.constructor !== Object) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, inFieldOrder(item)]),
  );
};
const arrayFilters = (change: Document | Document[]) =>
  JSON.stringify(change).includes("$[one]") ? { arrayFilters: [{ "one.k": { $gt: 1 } }] } : {};

/** Runs an operation and gives back what a caller sees of it. A single update takes the lowest `_id`, which servers do not promise otherwise. */
export const runOperation = async (rows: Collection, operation: Operation): Promise<unknown> => {
  if ("find" in operation) {
    const { find, sort, projection, skip, limit } = operation;
    return rows.find(find, { sort, projection, skip, limit }).toArray();
  }
  if ("update" in operation) {
    const { update, filter, many, upsert } = operation;
    const options = { upsert, ...arrayFilters(update) };
    const replaces = !Array.isArray(update) && !Object.keys(update)[0]?.startsWith("$");
    if (many && !replaces) return rows.updateMany(filter, update, options);
    const target = upsert ? undefined : await rows.findOne(filter, { sort: { _id: 1 }, projection: { _id: 1 } });
    const one = upsert ? filter : { _id: target?._id ?? -1 };
    return replaces ? rows.replaceOne(one, update, { upsert }) : rows.updateOne({ ...one }, update, options);
  }
  if ("modify" in operation) {
    const { modify, filter, sort, after } = operation;
    const options = { sort, returnDocument: after ? "after" : "before", ...arrayFilters(modify) } as const;
    const replaces = !Array.isArray(modify) && !Object.keys(modify)[0]?.startsWith("$");
    return replaces ? rows.findOneAndReplace(filter, modify, options) : rows.findOneAndUpdate(filter, modify, options);
  }
  if ("remove" in operation) return rows.deleteMany(operation.remove);
  // A server's null for missing fields and empty arrays comes and goes with the index it picks.
  if ("distinct" in operation)
    return (await rows.distinct(operation.distinct, operation.filter)).filter((value) => value !== null && value !== undefined);
  return (await rows.aggregate([...operation.aggregate]).toArray()).map(inFieldOrder);
};
