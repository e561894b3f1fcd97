import type { Collection } from "./collection.ts";
import type { Doc } from "./errors.ts";
import type { Slot } from "./index.ts";
import { compileFilter } from "./match.ts";
import { type Plan, type Query, clausesOf, planQuery, pointsOf, readIndex } from "./planner.ts";
import type { Transaction } from "./transactions.ts";
import { keyOf, sortDocs } from "./value.ts";

/** Statistics of a read, for explain. */
export interface ReadResult {
  readonly docs: readonly Doc[];
  readonly plan: Plan;
  readonly examined: number;
}

const slotsOf = (plan: Plan, collection: Collection): Iterable<Slot> => {
  if (plan.stage === "IXSCAN") return readIndex(plan);
  if (plan.stage === "COLLSCAN") return collection.slots.values();
  if (plan.stage === "IDHACK") return plan.ids.flatMap((id) => collection.slots.get(id) ?? []);
  return new Set(plan.plans.flatMap((one) => [...slotsOf(one, collection)]));
};

/** The documents that the transaction sees differently from the committed ones; only those that the filter can match, when it names their `_id`. */
const overlaid = (collection: Collection, query: Query, transaction: Transaction | undefined) => {
  const overlay = transaction?.overlays.get(collection);
  if (!overlay || overlay.own.size + overlay.past.size === 0) return undefined;
  const { own, past } = overlay;
  const points = pointsOf(clausesOf(query.filter).get("_id") ?? [])?.map(keyOf);
  const ids = new Set(points ?? [...own.keys(), ...past.keys()]);
  const docs = [...ids].map((id) => (own.has(id) ? own.get(id) : past.get(id))).filter((doc) => doc !== undefined);
  return { has: (id: string) => own.has(id) || past.has(id), docs };
};

/** Runs a query on the documents that the transaction sees or, without one, on the committed ones. */
export const readDocs = (collection: Collection, query: Query, transaction?: Transaction): ReadResult => {
  const matches = compileFilter(query.filter);
  const plan = planQuery(collection.indexes, query);
  const overlay = overlaid(collection, query, transaction);
  const sort = query.sort && Object.keys(query.sort).length > 0 ? query.sort : undefined;
  const end = query.limit ? (query.skip ?? 0) + query.limit : Infinity;
  const found: Doc[] = [];
  let examined = 0;
  for (const { id, doc } of slotsOf(plan, collection)) {
    examined++;
    if (overlay?.has(id) || !matches(doc)) continue;
    found.push(doc);
    if (found.length >= end && (plan.sorted || !sort)) break;
  }
  const extra = overlay?.docs.filter(matches) ?? [];
  const all = extra.length > 0 ? [...found, ...extra] : found;
  const sorted = sort && (!plan.sorted || extra.length > 0) ? sortDocs(all, sort) : all;
  return { docs: query.skip || end < sorted.length ? sorted.slice(query.skip ?? 0, end) : sorted, plan, examined };
};
