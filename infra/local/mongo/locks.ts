import type { Collection } from "./collection.ts";
import { type Doc, writeConflict } from "./errors.ts";
import type { Index } from "./index.ts";
import { type Transaction, Locked, overlayOf } from "./transactions.ts";

/** The open transactions and their locks: a document or a unique key never has two writers. */
export const createLocks = () => {
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
