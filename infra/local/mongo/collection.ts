import { CommandError, type Doc, sameValue } from "./value.ts";
import { createIndex, type FieldKeys, type Index, type IndexContent, type IndexSpec, Slot } from "./index.ts";

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
/** The committed documents of one namespace. */
export type Collection = ReturnType<typeof createCollection>;

/** What a transaction sees differently from the committed state of one collection. */
interface Overlay {
  /** The documents that it wrote; undefined for a deleted one. */
  readonly own: Map<string, Doc | undefined>;
  /** The index changes of its writes, for the commit, with the committed document that each replaces and the number of the indexes at that time. */
  readonly changes: Map<string, { readonly before: Doc | undefined; readonly changes: IndexChanges; readonly indexed: number }>;
  /** Documents that others have committed since it began, as they were at that time. */
  readonly past: Map<string, Doc | undefined>;
  /** The unique keys that it has locked. */
  readonly unique: Map<Index, Map<string, string>>;
}

/** A session's open transaction: a snapshot, kept by remembering documents that others overwrite, plus its own writes. */
export interface Transaction {
  readonly number: number;
  /** Ms since the epoch; a transaction older than a minute is ended. */
  readonly startedAt: number;
  readonly overlays: Map<Collection, Overlay>;
  /** Resolves when it has committed or aborted, so that those who wait for its documents can go on. */
  readonly ended: Promise<void>;
  readonly end: () => void;
}

/** Begins a transaction of a session. */
export const beginTransaction = (number: number): Transaction => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { number, startedAt: Date.now(), overlays: new Map(), ended: promise, end: resolve };
};

/** The overlay of one collection, created on first use. */
export const overlayOf = (transaction: Transaction, collection: Collection): Overlay => {
  const found = transaction.overlays.get(collection);
  if (found) return found;
  const made = { own: new Map(), changes: new Map(), past: new Map(), unique: new Map() };
  transaction.overlays.set(collection, made);
  return made;
};

/** A write outside a transaction met a document that an open transaction has written: wait for its end and repeat the write. */
export class Locked extends Error {
  readonly holder: Transaction;
  constructor(holder: Transaction) {
    super("locked by an open transaction");
    this.holder = holder;
  }
}
