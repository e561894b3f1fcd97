import type { Collection, IndexChanges } from "./collection.ts";
import type { Doc } from "./value.ts";
import type { Index } from "./index.ts";

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
