import { type Doc, CommandError, sameValue } from "./value.ts";
import { type FieldKeys, type Index, type IndexContent, type IndexSpec, Slot, createIndex } from "./index.ts";

/** The keys of a document in each index before and after a change; undefined where the change does not touch the index. */
export type IndexChanges = readonly ({ readonly before: readonly string[]; readonly after: readonly string[] } | undefined)[];

const OPTIONS = ["name", "key", "unique", "sparse", "expireAfterSeconds", "partialFilterExpression"] as const;
const sameSpec = (a: IndexSpec, b: IndexSpec): boolean => OPTIONS.every((option) => sameValue(a[option], b[option]));
/** Two indexes with the same keys may exist if their partial filters differ, or one alone is unique or sparse. */
const sameKeys = (a: IndexSpec, b: IndexSpec): boolean =>
  (["key", "partialFilterExpression"] as const).every((option) => sameValue(a[option], b[option])) &&
  (["unique", "sparse"] as const).every((option) => (a[option] ?? false) === (b[option] ?? false));

/** The committed documents of one namespace (`db.collection`). */
export const createCollection = (namespace: string) => {
  const indexes: Index[] = [createIndex({ name: "_id_", key: { _id: 1 } })];
  const slots = new Map<string, Slot>();
  let serial = 0;
  let indexed = 0;

  return {
    namespace,
    indexes: indexes as readonly Index[],
    slots: slots as ReadonlyMap<string, Slot>,
    /** Changes whenever an index is created or dropped. */
    indexed: () => indexed,
    changesOf: (before: Doc | undefined, after: Doc | undefined): IndexChanges => {
      const [ofBefore, ofAfter]: FieldKeys[] = [new Map(), new Map()];
      return indexes.map((index) =>
        before && after && index.isUntouched(before, after)
          ? undefined
          : { before: before ? index.keysFor(before, ofBefore) : [], after: after ? index.keysFor(after, ofAfter) : [] },
      );
    },

    /** Puts slots of a snapshot into an empty collection, and its indexes with their content; indexes without content are built again. */
    restore: (restored: readonly Slot[], content: readonly { readonly spec: IndexSpec; readonly held: IndexContent }[]) => {
      for (const slot of restored) slots.set(slot.id, slot);
      serial = (restored.at(-1)?.serial ?? -1) + 1;
      for (const { spec, held } of content) {
        if (spec.name !== "_id_") indexes.push(createIndex(spec));
        indexes.at(-1)?.fill(held);
      }
    },

    /** Stores a document, or deletes it when `doc` is undefined. */
    put: (id: string, doc: Doc | undefined, changes: IndexChanges) => {
      const slot = slots.get(id) ?? new Slot(id, serial++, {});
      if (doc) slots.set(id, slot);
      else slots.delete(id);
      slot.doc = doc ?? slot.doc;
      for (const [i, index] of indexes.entries()) {
        const change = changes[i];
        if (change) index.change(slot, change.before, change.after);
      }
    },

    /**
     * Builds an index over the existing documents; false when it exists. Throws E11000 (11000), or code 85 or 86 for another index with that name or
     * key.
     */
    addIndex: (spec: IndexSpec): boolean => {
      const existing = indexes.find((index) => index.spec.name === spec.name || sameKeys(index.spec, spec));
      if (existing) {
        if (existing.spec.name === "_id_" || sameSpec(existing.spec, spec)) return false;
        throw new CommandError(86, "IndexKeySpecsConflict", `An index like ${spec.name} exists with other options`);
      }
      const index = createIndex(spec);
      for (const slot of slots.values()) {
        const keys = index.keysFor(slot.doc);
        if (spec.unique && keys.some((key) => index.count(key, `${key}\xff`) > 0)) throw index.duplicate(namespace, slot.doc);
        index.change(slot, [], keys);
      }
      indexes.push(index);
      indexed++;
      return true;
    },
    dropIndex: (name: string) => {
      const at = indexes.findIndex(({ spec }) => spec.name === name);
      if (at < 1) throw new CommandError(27, "IndexNotFound", `index not found with name [${name}]`);
      indexes.splice(at, 1);
      indexed++;
    },
  };
};
export type Collection = ReturnType<typeof createCollection>;
