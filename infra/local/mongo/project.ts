import { type Doc, CommandError, notSupported, isDoc } from "./value.ts";
import { expressionOf } from "./expression.ts";

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
