import { type Collection, type IndexChanges, createCollection } from "./collection.ts";
import { type Doc, writeConflict } from "./errors.ts";
import type { Index, IndexSpec, Slot } from "./index.ts";
import { type Entry, openJournal } from "./journal.ts";
import { compileFilter } from "./match.ts";
import { type Plan, type Query, clausesOf, planQuery, pointsOf, readIndex } from "./planner.ts";
import { type Transaction, Locked, overlayOf } from "./transactions.ts";
import { keyOf, sortDocs } from "./value.ts";

/** What a read did, for explain. */
export interface ReadResult {
  readonly docs: readonly Doc[];
  readonly plan: Plan;
  readonly examined: number;
}

const slotsOf = function* (plan: Plan, collection: Collection): Generator<Slot> {
  if (plan.stage === "IXSCAN") yield* readIndex(plan);
  else if (plan.stage === "COLLSCAN") yield* collection.slots.values();
  else {
    const seen = new Set<Slot>();
    for (const one of plan.plans) for (const slot of readIndex(one)) if (seen.size < seen.add(slot).size) yield slot;
  }
};

/** What the transaction sees otherwise than committed: only the documents the filter can mean, when it names their `_id`. */
const overlaid = (collection: Collection, query: Query, transaction: Transaction | undefined) => {
  const overlay = transaction?.overlays.get(collection);
  if (!overlay || overlay.own.size + overlay.past.size === 0) return undefined;
  const { own, past } = overlay;
  const points = pointsOf(clausesOf(query.filter).get("_id") ?? [])?.map(keyOf);
  const ids = new Set(points ?? [...own.keys(), ...past.keys()]);
  const docs = [...ids].map((id) => (own.has(id) ? own.get(id) : past.get(id))).filter((doc) => doc !== undefined);
  return { has: (id: string) => own.has(id) || past.has(id), docs };
};

/** Runs a query over what the transaction (or, without one, everybody) sees. */
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

const MAX_SESSIONS = 1000;

/** All collections, their journal and the open transactions. Without a folder everything is in memory only. */
export const openStore = (dir: string | undefined) => {
  const collections = new Map<string, Collection>();
  const open = new Set<Transaction>();
  const sessions = new Map<string, { number: number; reply: Doc }>();

  /** The collection of a namespace; made when it is not there. */
  const collection = (namespace: string): Collection => {
    const found = collections.get(namespace) ?? createCollection(namespace);
    if (!collections.has(namespace)) {
      collections.set(namespace, found);
      journal.add({ ns: namespace, create: true });
    }
    return found;
  };
  const replay = (entry: Entry) => {
    if ("session" in entry) sessions.set(entry.session, entry);
    else if ("drop" in entry) collections.delete(entry.ns);
    else {
      const target = collections.get(entry.ns) ?? createCollection(entry.ns);
      collections.set(entry.ns, target);
      if ("index" in entry) target.addIndex(entry.index);
      else if ("unindex" in entry) target.dropIndex(entry.unindex);
      else if ("put" in entry || "del" in entry) {
        const [id, doc] = "put" in entry ? [keyOf(entry.put["_id"]), entry.put] : [keyOf(entry.del), undefined];
        target.put(id, doc, target.changesOf(target.slots.get(id)?.doc, doc));
      }
    }
  };
  const snapshot = (): Entry[] => [
    ...[...collections.values()].flatMap(({ namespace: ns, indexes, slots }): Entry[] => [
      { ns, create: true },
      ...indexes.slice(1).map(({ spec }) => ({ ns, index: spec })),
      ...[...slots.values()].map(({ doc }) => ({ ns, put: doc })),
    ]),
    ...[...sessions].map(([session, { number, reply }]) => ({ session, number, reply })),
  ];
  const journal = openJournal(dir, replay, snapshot);

  /** Stores a committed change; open transactions keep seeing what was there before. */
  const commitChange = (
    target: Collection,
    id: string,
    after: Doc | undefined,
    { changes, committer }: { readonly changes?: IndexChanges; readonly committer?: Transaction } = {},
  ) => {
    const before = target.slots.get(id)?.doc;
    for (const other of open) {
      if (other === committer) continue;
      const { past } = overlayOf(other, target);
      if (!past.has(id)) past.set(id, before);
    }
    target.put(id, after, changes ?? target.changesOf(before, after));
    journal.add(after ? { ns: target.namespace, put: after } : { ns: target.namespace, del: before?.["_id"] });
  };

  /** The open transaction that has written the document, if there is one: there is never a second. */
  const holderOf = (target: Collection, id: string) => open.values().find(({ overlays }) => overlays.get(target)?.own.has(id));

  /** Throws when somebody else holds or has changed the document: a conflict within a transaction, else `Locked`. */
  const assertFree = (target: Collection, id: string, transaction: Transaction | undefined) => {
    const holder = holderOf(target, id);
    if (holder && holder !== transaction) throw transaction ? writeConflict() : new Locked(holder);
    if (transaction?.overlays.get(target)?.past.has(id)) throw writeConflict();
  };
  const assertUnique = (target: Collection, index: Index, key: string, id: string, doc: Doc, transaction: Transaction | undefined) => {
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
  };

  /** Writes one document (undefined deletes it): at once, or into the transaction. Throws E11000, a conflict, or `Locked`, with nothing written. */
  const write = (target: Collection, id: string, after: Doc | undefined, transaction: Transaction | undefined) => {
    assertFree(target, id, transaction);
    const changes = target.changesOf(transaction ? undefined : target.slots.get(id)?.doc, after);
    const keys = changes.map((change) => change?.after ?? []);
    target.indexes.forEach((index, i) => {
      if (index.unique && after) for (const key of keys[i] ?? []) assertUnique(target, index, key, id, after, transaction);
    });
    if (!transaction) return commitChange(target, id, after, { changes });
    const { own, unique } = overlayOf(transaction, target);
    const before = target.keysFor(own.get(id));
    target.indexes.forEach((index, i) => {
      if (!index.unique) return;
      const taken = unique.get(index) ?? new Map<string, string>();
      unique.set(index, taken);
      for (const key of before[i] ?? []) taken.delete(key);
      for (const key of keys[i] ?? []) taken.set(key, id);
    });
    own.set(id, after);
  };

  return {
    collections: collections as ReadonlyMap<string, Collection>,
    collection,
    assertFree,
    isHeld: (target: Collection, id: string): boolean => holderOf(target, id) !== undefined,
    write,
    /** Writes a new document; E11000 when its `_id` is there. */
    insert: (target: Collection, doc: Doc, transaction: Transaction | undefined) => {
      const id = keyOf(doc["_id"]);
      assertFree(target, id, transaction);
      const own = transaction?.overlays.get(target)?.own;
      if (own?.has(id) ? own.get(id) : target.slots.has(id)) throw target.indexes[0]?.duplicate(target.namespace, doc);
      write(target, id, doc, transaction);
    },

    begin: (transaction: Transaction) => void open.add(transaction),
    /** Ends a transaction; `commit` makes its writes visible together. */
    end: (transaction: Transaction, commit: boolean) => {
      open.delete(transaction);
      for (const [target, { own }] of transaction.overlays) {
        const changes = [...own].sort(([, a], [, b]) => Number(a !== undefined) - Number(b !== undefined));
        for (const [id, after] of changes) {
          if (commit && collections.get(target.namespace) === target && (after || target.slots.has(id)))
            commitChange(target, id, after, { committer: transaction });
        }
      }
      transaction.end();
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

    /** The answer to a session's last retryable write or commit, for a client that did not hear it. */
    answered: (session: string, number: number): Doc | undefined => {
      const last = sessions.get(session);
      return last?.number === number ? last.reply : undefined;
    },
    remember: (session: string, number: number, reply: Doc) => {
      sessions.delete(session);
      sessions.set(session, { number, reply });
      for (const oldest of sessions.keys()) if (sessions.size > MAX_SESSIONS) sessions.delete(oldest);
      journal.add({ session, number, reply });
    },
    forget: (session: string) => void sessions.delete(session),
    /** Everything written so far survives the death of this process. */
    flush: journal.flush,
  };
};
export type Store = ReturnType<typeof openStore>;
