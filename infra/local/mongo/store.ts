import type { Collection, IndexChanges } from "./collection.ts";
import { type Doc, writeConflict, keyOf } from "./value.ts";
import type { Index } from "./index.ts";
import { type Transaction, Locked, overlayOf } from "./transactions.ts";
import { openJournaled } from "./journaled.ts";

/** The open transactions and their locks: a document or a unique key never has two writers. */
const createLocks = () => {
  const open = new Set<Transaction>();

  /** The open transaction that has written the document, if any; there is at most one. */
  const holderOf = (target: Collection, id: string) => open.values().find(({ overlays }) => overlays.get(target)?.own.has(id));

  return {
    begin: (transaction: Transaction) => void open.add(transaction),
    end: (transaction: Transaction) => void open.delete(transaction),
    isHeld: (target: Collection, id: string): boolean => holderOf(target, id) !== undefined,

    /** Lets open transactions still read a document as it was before another's change. */
    keepPast: (target: Collection, id: string, before: Doc | undefined, committer: Transaction | undefined) => {
      for (const other of open) {
        if (other === committer) continue;
        const { past } = overlayOf(other, target);
        if (!past.has(id)) past.set(id, before);
      }
    },

    /** Throws when another transaction has written or changed the document: a conflict within a transaction, else `Locked`. */
    assertFree: (target: Collection, id: string, transaction: Transaction | undefined) => {
      const holder = holderOf(target, id);
      if (holder && holder !== transaction) throw transaction ? writeConflict() : new Locked(holder);
      if (transaction?.overlays.get(target)?.past.has(id)) throw writeConflict();
    },

    /** Throws E11000 when another document has the key, and a conflict or `Locked` when an open transaction has added or removed it. */
    assertUnique: (
      { target, index, id, doc }: { readonly target: Collection; readonly index: Index; readonly id: string; readonly doc: Doc },
      key: string,
      transaction: Transaction | undefined,
    ) => {
      const overlay = transaction?.overlays.get(target);
      const owner = overlay?.unique.get(index)?.get(key);
      if (owner !== undefined && owner !== id) throw index.duplicate(target.namespace, doc);
      for (const [, other] of index.scan(key, `${key}\xff`)) {
        if (other.id === id || overlay?.own.has(other.id)) continue;
        throw overlay?.past.has(other.id) ? writeConflict() : index.duplicate(target.namespace, doc);
      }
      for (const other of open) {
        if (other !== transaction && other.overlays.get(target)?.unique.get(index)?.has(key))
          throw transaction ? writeConflict() : new Locked(other);
      }
    },
  };
};

/** The keys of a document in each unique index. */
type UniqueKeys = Map<Index, readonly string[]>;

/** The database: committed collections and open transactions. Without a folder everything is only in memory. */
export const openStore = (dir: string | undefined) => {
  const committed = openJournaled(dir);
  const locks = createLocks();
  const { assertFree } = locks;

  const commitChange = (
    target: Collection,
    id: string,
    after: Doc | undefined,
    { changes, committer }: { readonly changes?: IndexChanges | undefined; readonly committer?: Transaction } = {},
  ) => {
    const before = target.slots.get(id)?.doc;
    locks.keepPast(target, id, before, committer);
    committed.put(target, id, after, changes ?? target.changesOf(before, after));
  };

  /** Writes into the transaction, and locks the unique keys of the document. */
  const stage = (target: Collection, id: string, after: Doc | undefined, keys: UniqueKeys, transaction: Transaction) => {
    const { own, unique } = overlayOf(transaction, target);
    const before = own.get(id);
    for (const [index, ofAfter] of keys) {
      const taken = unique.get(index) ?? new Map<string, string>();
      unique.set(index, taken);
      if (before) for (const key of index.keysFor(before)) taken.delete(key);
      for (const key of ofAfter) taken.set(key, id);
    }
    own.set(id, after);
  };

  /** Writes one document (undefined deletes it): at once, or in the transaction. Throws E11000, a conflict, or `Locked`, with nothing written. */
  const write = (target: Collection, id: string, after: Doc | undefined, transaction: Transaction | undefined) => {
    assertFree(target, id, transaction);
    const before = target.slots.get(id)?.doc;
    const changes = target.changesOf(before, after);
    const keys: UniqueKeys = new Map();
    for (const [i, index] of target.indexes.entries()) {
      if (!index.unique) continue;
      const ofAfter = changes[i]?.after ?? (transaction && after ? index.keysFor(after) : []);
      keys.set(index, ofAfter);
      if (after) for (const key of ofAfter) locks.assertUnique({ target, index, id, doc: after }, key, transaction);
    }
    if (!transaction) return commitChange(target, id, after, { changes });
    stage(target, id, after, keys, transaction);
    overlayOf(transaction, target).changes.set(id, { before, changes, indexed: target.indexed() });
  };

  return {
    ...committed,
    assertFree,
    isHeld: locks.isHeld,
    begin: locks.begin,
    write,
    /** Inserts a document; E11000 when its `_id` exists. */
    insert: (target: Collection, doc: Doc, transaction: Transaction | undefined) => {
      const id = keyOf(doc["_id"]);
      assertFree(target, id, transaction);
      const own = transaction?.overlays.get(target)?.own;
      if (own?.has(id) ? own.get(id) : target.slots.has(id)) throw target.indexes[0]?.duplicate(target.namespace, doc);
      write(target, id, doc, transaction);
    },

    /** Ends a transaction; with `commit` its writes become visible together. */
    end: (transaction: Transaction, commit: boolean) => {
      locks.end(transaction);
      for (const [target, { own, changes: known }] of transaction.overlays) {
        // Deletions first, because they free unique keys.
        const { gone = [], kept = [] } = Object.groupBy(own, ([, after]) => (after ? "kept" : "gone"));
        for (const [id, after] of [...gone, ...kept]) {
          if (!commit || committed.collections.get(target.namespace) !== target || !(after || target.slots.has(id))) continue;
          const { before, changes, indexed } = known.get(id) ?? {};
          const holds = before === target.slots.get(id)?.doc && indexed === target.indexed();
          commitChange(target, id, after, { changes: holds ? changes : undefined, committer: transaction });
        }
      }
      transaction.end();
    },
  };
};
export type Store = ReturnType<typeof openStore>;
