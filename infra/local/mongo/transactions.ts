import type { Collection, IndexChanges } from "./collection.ts";
import type { Doc } from "./errors.ts";
import type { Index } from "./index.ts";

/** What a transaction sees differently from the committed state of one collection. */
interface Overlay {
  /** What it wrote; undefined is deleted. */
  readonly own: Map<string, Doc | undefined>;
  /** What the writes change in the indexes, for the commit; by the committed document that they replace and the indexes of that time. */
  readonly changes: Map<string, { readonly before: Doc | undefined; readonly changes: IndexChanges; readonly indexed: number }>;
  /** What others have committed over since it began, as it was then. */
  readonly past: Map<string, Doc | undefined>;
  /** The unique keys it has taken, so that nobody takes them twice. */
  readonly unique: Map<Index, Map<string, string>>;
}

/** A session's open transaction: a snapshot, kept by remembering what others overwrite, with its own writes on top. */
export interface Transaction {
  readonly number: number;
  /** Milliseconds since 1970; a transaction older than a minute is ended. */
  readonly startedAt: number;
  readonly overlays: Map<Collection, Overlay>;
  /** Resolves when it has committed or aborted: whoever waits for its documents goes on then. */
  readonly ended: Promise<void>;
  readonly end: () => void;
}

export const beginTransaction = (number: number): Transaction => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { number, startedAt: Date.now(), overlays: new Map(), ended: promise, end: resolve };
};

/** The overlay of one collection, made when first needed. */
export const overlayOf = (transaction: Transaction, collection: Collection): Overlay => {
  const found = transaction.overlays.get(collection);
  if (found) return found;
  const made = { own: new Map(), changes: new Map(), past: new Map(), unique: new Map() };
  transaction.overlays.set(collection, made);
  return made;
};

/** A write outside any transaction met a document that an open transaction has written: wait for its end and do it again. */
export class Locked extends Error {
  readonly holder: Transaction;
  constructor(holder: Transaction) {
    super("locked by an open transaction");
    this.holder = holder;
  }
}
