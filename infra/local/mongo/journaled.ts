import { type Collection, createCollection } from "./collection.ts";
import type { Doc } from "./errors.ts";
import type { IndexSpec } from "./index.ts";
import { changed, changeOf, type Entry, openJournal } from "./journal.ts";
import { keyOf } from "./value.ts";

const MAX_SESSIONS = 1000;

/** Of a document that changed the journal keeps the change: a mark on a large one costs next to nothing. */
const entryOf = (before: Doc | undefined, after: Doc | undefined) => {
  if (!after) return { del: before?.["_id"] };
  const change = before && changeOf(before, after);
  return change ? { id: after["_id"], change } : { put: after };
};

/** The committed state: collections with their indexes, and the last answer of each session. Every change goes to the journal in the folder too. */
export const openJournaled = (dir: string | undefined) => {
  const collections = new Map<string, Collection>();
  const sessions = new Map<string, { readonly number: number; readonly reply: Doc }>();

  const replay = (entry: Entry) => {
    if ("session" in entry) return sessions.set(entry.session, entry);
    if ("drop" in entry) return collections.delete(entry.ns);
    const target = collections.get(entry.ns) ?? createCollection(entry.ns);
    collections.set(entry.ns, target);
    if ("index" in entry) return target.addIndex(entry.index);
    if ("unindex" in entry) return target.dropIndex(entry.unindex);
    if ("create" in entry) return undefined;
    const id = keyOf("put" in entry ? entry.put["_id"] : "change" in entry ? entry.id : entry.del);
    const before = target.slots.get(id)?.doc;
    const doc = "put" in entry ? entry.put : "change" in entry ? changed(before ?? {}, entry.change) : undefined;
    return target.put(id, doc, target.changesOf(before, doc));
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

  /** The collection of a namespace; made when it is not there. */
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
