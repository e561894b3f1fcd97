import { mkdirSync } from "node:fs";
import { type Collection, createCollection, type IndexChanges, Locked, overlayOf, type Transaction } from "./collection.ts";
import { type Doc, keyOf, writeConflict } from "./value.ts";
import type { Index, IndexSpec } from "./index.ts";
import { changed, changeOf, type Entry, openJournal } from "./journal.ts";
import { copyOf, readSnapshot, type SessionReply, writeSnapshot } from "./snapshot.ts";

const MAX_SESSIONS = 1000;

/** For an update the journal stores the change, so that setting a flag on a large document is cheap. */
const entryOf = (before: Doc | undefined, after: Doc | undefined) => {
  if (!after) return { del: before?.["_id"] };
  const change = before && changeOf(before, after);
  return change ? { id: after["_id"], change } : { put: after };
};

/** Applies changes of the journal to the collections: each index is updated once for a document, however often the document changed. */
const replayer = (collections: Map<string, Collection>, sessions: Map<string, SessionReply>) => {
  /** For each changed document, the version that the indexes contain. */
  const indexed = new Map<Collection, Map<string, Doc | undefined>>();
  const settle = (target: Collection) => {
    for (const [id, before] of indexed.get(target) ?? []) {
      const after = target.slots.get(id)?.doc;
      target.put(id, after, target.changesOf(before, after));
    }
    indexed.delete(target);
  };
  const putLater = (target: Collection, id: string, doc: Doc) => {
    const waiting = indexed.get(target) ?? new Map<string, Doc | undefined>();
    indexed.set(target, waiting);
    if (!waiting.has(id)) waiting.set(id, target.slots.get(id)?.doc);
    target.put(id, doc, []);
  };
  const remove = (target: Collection, id: string) => {
    const waiting = indexed.get(target);
    const before = waiting?.has(id) ? waiting.get(id) : target.slots.get(id)?.doc;
    waiting?.delete(id);
    target.put(id, undefined, target.changesOf(before, undefined));
  };
  const replay = (entry: Entry): void => {
    if ("session" in entry) return void sessions.set(entry.session, entry);
    if ("drop" in entry) return void collections.delete(entry.ns);
    const target = collections.get(entry.ns) ?? createCollection(entry.ns);
    collections.set(entry.ns, target);
    if ("put" in entry) return putLater(target, keyOf(entry.put["_id"]), entry.put);
    if ("del" in entry) return remove(target, keyOf(entry.del));
    if ("change" in entry) {
      const id = keyOf(entry.id);
      return putLater(target, id, changed(target.slots.get(id)?.doc ?? {}, entry.change));
    }
    settle(target);
    if ("index" in entry) target.addIndex(entry.index);
    if ("unindex" in entry) target.dropIndex(entry.unindex);
  };
  return { replay, settleAll: () => collections.values().forEach(settle) };
};

/**
 * The length of journal from which a snapshot is written: a start replays it in about a second. With a large snapshot the limit is an eighth of its
 * size, so that it is not rewritten all the time.
 */
const BEHIND_BYTES = 8_000_000;
const BEHIND_SHARE = 1 / 8;

/**
 * The committed state: collections with their indexes, and the last answer of each session. Every change is also written to the journal in the
 * folder.
 */
export const openJournaled = (dir: string | undefined) => {
  if (dir !== undefined) mkdirSync(dir, { recursive: true });
  const stored = dir === undefined ? undefined : readSnapshot(dir);
  const collections = new Map((stored?.collections ?? []).map((one) => [one.namespace, one]));
  const sessions = new Map((stored?.sessions ?? []).map((one) => [one.session, one]));
  const { replay, settleAll } = replayer(collections, sessions);
  const journal = openJournal(dir, stored?.generation, replay);
  settleAll();
  let snapshotBytes = stored?.bytes ?? 0;
  let compacting = false;

  /**
   * Writes a snapshot and deletes the journals that it replaces; if it is killed at any point, the next start finds either the old files or the new.
   */
  const compact = async (folder: string): Promise<void> => {
    const generation = journal.rotate();
    const copy = { generation, collections: [...collections.values()].map(copyOf), sessions: [...sessions.values()] };
    snapshotBytes = await writeSnapshot(folder, copy);
    journal.dropBefore(generation);
  };
  const compactWhenDue = () => {
    if (dir === undefined || compacting || journal.behind() < BEHIND_BYTES + snapshotBytes * BEHIND_SHARE) return;
    compacting = true;
    compact(dir)
      .catch((error: unknown) => console.error(`the embedded MongoDB could not write its snapshot: ${String(error)}`))
      .finally(() => (compacting = false));
  };

  /** The collection of a namespace; created when it does not exist. */
  const collection = (namespace: string): Collection => {
    const found = collections.get(namespace) ?? createCollection(namespace);
    if (!collections.has(namespace)) {
      collections.set(namespace, found);
      journal.add({ ns: namespace, create: true });
    }
    return found;
  };

  return {
    collections: collections as ReadonlyMap<string, Collection>,
    collection,
    put: (target: Collection, id: string, after: Doc | undefined, changes: ReturnType<Collection["changesOf"]>) => {
      const before = target.slots.get(id)?.doc;
      target.put(id, after, changes);
      journal.add({ ns: target.namespace, ...entryOf(before, after) });
    },
    addIndex: (namespace: string, spec: IndexSpec): boolean => {
      const added = collection(namespace).addIndex(spec);
      if (added) journal.add({ ns: namespace, index: spec });
      return added;
    },
    dropIndex: (namespace: string, name: string) => {
      collection(namespace).dropIndex(name);
      journal.add({ ns: namespace, unindex: name });
    },
    drop: (namespace: string): boolean => {
      const dropped = collections.delete(namespace);
      if (dropped) journal.add({ ns: namespace, drop: true });
      return dropped;
    },

    /** The answer to a session's last retryable write or commit, for a client that did not receive it. */
    answered: (session: string, number: number): Doc | undefined => {
      const last = sessions.get(session);
      return last?.number === number ? last.reply : undefined;
    },
    remember: (session: string, number: number, reply: Doc) => {
      sessions.delete(session);
      sessions.set(session, { session, number, reply });
      for (const oldest of sessions.keys()) if (sessions.size > MAX_SESSIONS) sessions.delete(oldest);
      journal.add({ session, number, reply });
    },
    forget: (session: string) => void sessions.delete(session),
    /** After this, everything written so far survives the death of this process. */
    flush: () => {
      journal.flush();
      compactWhenDue();
    },
  };
};

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
/** The database of the embedded server. */
export type Store = ReturnType<typeof openStore>;
