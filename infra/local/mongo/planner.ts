import { type Doc, badValue, invertKey, isDoc, isOperators, keyOf, sameValue, typeTag } from "./value.ts";
import type { Index, Slot } from "./index.ts";
import { operators } from "./match.ts";

/** The options of a find besides its filter. */
export interface Query {
  readonly filter: Doc;
  readonly sort?: Doc | undefined;
  readonly skip?: number | undefined;
  readonly limit?: number | undefined;
  readonly hint?: unknown;
}

/** One range of an index, `lo <= key < hi`; all its keys have the same first `stem` characters. */
interface Range {
  readonly lo: string;
  readonly hi: string;
  readonly stem: number;
}
interface IndexPlan {
  readonly stage: "IXSCAN";
  readonly index: Index;
  readonly ranges: readonly Range[];
  readonly sorted: boolean;
  readonly backward: boolean;
  readonly cost: number;
}
/** Documents found by their ids, in the order of the ids' keys. */
interface IdPlan {
  readonly stage: "IDHACK";
  readonly ids: readonly string[];
  readonly sorted: false;
}
/** How a query reads: by ids, by one index, by several indexes for the branches of an `$or`, or everything. */
export type Plan =
  | IdPlan
  | IndexPlan
  | { readonly stage: "OR"; readonly plans: readonly (IdPlan | IndexPlan)[]; readonly sorted: false }
  | { readonly stage: "COLLSCAN"; readonly sorted: false };

const END = "\xff";
type Clause = readonly [operator: string, operand: unknown];

/** The conditions on each path, including those inside `$and`. */
export const clausesOf = (filter: Doc, into = new Map<string, Clause[]>()): Map<string, Clause[]> => {
  for (const [path, condition] of Object.entries(filter)) {
    if (path === "$and") for (const branch of condition as Doc[]) clausesOf(branch, into);
    if (path.startsWith("$")) continue;
    const clauses: Clause[] = isOperators(condition) ? Object.entries(condition) : [["$eq", condition]];
    into.set(path, [...(into.get(path) ?? []), ...clauses]);
  }
  return into;
};

/** The values that the filter allows for a field, if it lists them. */
export const pointsOf = (clauses: readonly Clause[]): readonly unknown[] | undefined => {
  for (const [operator, operand] of clauses) {
    const values = operator === "$eq" ? [operand] : operator === "$in" && Array.isArray(operand) ? (operand as unknown[]) : undefined;
    if (values && !values.some((value) => value instanceof RegExp || Array.isArray(value))) return values;
  }
  return undefined;
};

/** A position between keys: before all that start with `key`, or after them. */
interface Edge {
  readonly key: string;
  readonly after: boolean;
}
const boundOf = ({ key, after }: Edge): string =>
  !after ? key : key.length === 1 ? String.fromCharCode(key.charCodeAt(0) + 1) : key + END;

/** The bounds `lo <= key < hi` that comparisons set on a field, each within one type; reversed for a descending field. */
const boundsOf = (clauses: readonly Clause[], multikey: boolean, down: boolean): readonly [string, string] => {
  let [lo, hi]: [Edge, Edge] = [
    { key: "", after: false },
    { key: "", after: true },
  ];
  for (const [operator, operand] of clauses) {
    if (!["$gt", "$gte", "$lt", "$lte", "$regex"].includes(operator) || operand === null || Array.isArray(operand) || Number.isNaN(operand))
      continue;
    const type = String.fromCharCode(typeTag(operator === "$regex" ? "" : operand));
    const key = operator === "$regex" ? type : keyOf(operand);
    const low = { key: operator.startsWith("$gt") ? key : type, after: operator === "$gt" };
    const high = { key: operator.startsWith("$lt") ? key : type, after: operator !== "$lt" };
    if (boundOf(low) > boundOf(lo)) lo = low;
    if (boundOf(high) < boundOf(hi)) hi = high;
    if (multikey) break;
  }
  const turn = ({ key, after }: Edge): Edge => ({ key: invertKey(key), after: !after });
  return down ? [boundOf(turn(hi)), boundOf(turn(lo))] : [boundOf(lo), boundOf(hi)];
};

/** Whether a partial index contains everything that the query may find. */
const covers = (index: Index, clauses: Map<string, Clause[]>): boolean =>
  !index.spec.partialFilterExpression ||
  [...clausesOf(index.spec.partialFilterExpression)].every(([path, wanted]) => {
    const given = clauses.get(path) ?? [];
    const points = pointsOf(given);
    return wanted.every(([operator, operand]) => {
      const test = operators({ [operator]: operand });
      if (points?.every((value) => test(value) && (value !== null || operator !== "$exists"))) return true;
      if (given.some(([op, value]) => op === operator && sameValue(value, operand))) return true;
      return operator === "$exists" && given.some(([op, value]) => ["$gt", "$gte", "$lt", "$lte"].includes(op) && value !== null);
    });
  });

interface Order {
  readonly sorted: boolean;
  readonly backward: boolean;
}
/** Whether the index's fields from `from` on are in the requested order, forwards or backwards; `fixed` fields have one value. */
const orderFrom = (index: Index, from: number, sort: Doc, fixed: ReadonlySet<string>): Order => {
  const wanted = Object.entries(sort).filter(([path]) => !fixed.has(path));
  const turns = wanted.map(([path, direction], i) => {
    const field = index.fields[from + i];
    return field?.path === path ? (Number(direction) === -1) !== field.down : undefined;
  });
  return { sorted: turns.every((turn) => turn !== undefined && turn === turns[0]), backward: turns[0] ?? false };
};

const MAX_RANGES = 2000;

const planFor = (index: Index, clauses: Map<string, Clause[]>, query: Query): IndexPlan | undefined => {
  const first = index.fields[0];
  if (!covers(index, clauses)) return undefined;
  let stems = [""];
  let [at, single] = [0, 0];
  const fixed = new Set<string>();
  for (; at < index.fields.length; at++) {
    const field = index.fields[at];
    const points = field && pointsOf(clauses.get(field.path) ?? []);
    if (!field || !points || points.length * stems.length > MAX_RANGES) break;
    const keys = [...new Set(points.map(keyOf))].map((key) => (field.down ? invertKey(key) : key));
    stems = stems.flatMap((stem) => keys.map((key) => stem + key));
    if (keys.length === 1) fixed.add(field.path);
    if (stems.length === 1) single = at + 1;
  }
  const field = index.fields[at];
  const bounded = field && clauses.get(field.path);
  const [lo, hi] = bounded ? boundsOf(bounded, index.multikey.has(field.path), field.down) : ["", END];
  const ranges = stems.map((stem) => ({ lo: stem + lo, hi: stem + hi, stem: stem.length })).sort((a, b) => (a.lo < b.lo ? -1 : 1));

  const sort = query.sort ?? {};
  const merged = orderFrom(index, at, sort, fixed);
  const inRow = orderFrom(index, single, sort, fixed);
  const usable = Object.keys(sort).length > 0 && Object.keys(sort).every((path) => !index.multikey.has(path));
  const { sorted, backward } = usable && merged.sorted ? merged : usable && inRow.sorted ? inRow : { sorted: false, backward: false };
  if (!clauses.has(first?.path ?? "") && !sorted && query.hint === undefined) return undefined;

  const keys = ranges.reduce((total, range) => total + index.count(range.lo, range.hi), 0);
  const needed = ((query.skip ?? 0) + (query.limit ?? 0)) * 10;
  const read = sorted && query.limit ? Math.min(keys, needed) : keys * (sorted || !query.sort ? 1 : 2);
  // Of two indexes that read equally many keys, a partial one returns fewer documents that the filter drops.
  const partial = index.spec.partialFilterExpression === undefined ? 0 : 0.5;
  const rank = at * 2 + (lo === "" && hi === END ? 0 : 1) + (sorted ? 1.5 : 0) + partial;
  const merging = sorted && merged.sorted && ranges.length > 1;
  return {
    stage: "IXSCAN",
    index,
    ranges: merging ? ranges : ranges.map((range) => ({ ...range, stem: 0 })),
    sorted,
    backward,
    cost: read + 1 - rank / 100,
  };
};

/** Chooses the cheapest index by the number of keys that it would read. As on a server, everything is read only where no index fits. */
export const planQuery = (indexes: readonly Index[], query: Query): Plan => {
  const hinted =
    query.hint === undefined
      ? indexes
      : indexes.filter(({ spec }) => spec.name === query.hint || (isDoc(query.hint) && sameValue(spec.key, query.hint)));
  if (hinted.length === 0) throw badValue("error processing query: hint provided does not correspond to an existing index");
  const clauses = clausesOf(query.filter);
  const ids = query.hint === undefined ? pointsOf(clauses.get("_id") ?? []) : undefined;
  if (ids) return { stage: "IDHACK", ids: [...new Set(ids.map(keyOf))].sort(), sorted: false };
  const plans = hinted.flatMap((index) => planFor(index, clauses, query) ?? []).sort((a, b) => a.cost - b.cost);
  const best = plans[0];
  if (best) return best;
  const branches = query.filter["$or"];
  if (Array.isArray(branches)) {
    const each = branches.map((branch: Doc) => planQuery(indexes, { filter: { $and: [branch, { ...query.filter, $or: [{}] }] } }));
    const scans = each.flatMap((plan) => (plan.stage === "OR" ? plan.plans : plan.stage === "COLLSCAN" ? [] : [plan]));
    if (each.every((plan) => plan.stage !== "COLLSCAN")) return { stage: "OR", plans: scans, sorted: false };
  }
  return { stage: "COLLSCAN", sorted: false };
};

/** The slots of an index plan, each once, in the plan's order: several ranges are merged by the key after their common stem. */
export const readIndex = function* ({ index, ranges, sorted, backward }: IndexPlan): Generator<Slot> {
  const seen = index.multikey.size > 0 ? new Set<Slot>() : undefined;
  const ordered = backward ? ranges.toReversed() : ranges;
  if (!sorted || ranges.length < 2 || ranges[0]?.stem === 0) {
    for (const { lo, hi } of ordered)
      for (const [, slot] of index.scan(lo, hi, backward)) {
        if (seen?.has(slot)) continue;
        seen?.add(slot);
        yield slot;
      }
    return;
  }
  const heads = ordered.flatMap((range) => {
    const scan = index.scan(range.lo, range.hi, backward);
    const next = scan.next();
    return next.done ? [] : [{ scan, stem: range.stem, key: next.value[0].slice(range.stem), slot: next.value[1] }];
  });
  while (heads.length > 0) {
    let best = 0;
    for (let i = 1; i < heads.length; i++) {
      const [a, b] = [heads[i]?.key ?? "", heads[best]?.key ?? ""];
      if (backward ? a > b : a < b) best = i;
    }
    const head = heads[best];
    if (!head) return;
    if (!seen?.has(head.slot)) yield head.slot;
    seen?.add(head.slot);
    const next = head.scan.next();
    if (next.done) heads.splice(best, 1);
    else Object.assign(head, { key: next.value[0].slice(head.stem), slot: next.value[1] });
  }
};
