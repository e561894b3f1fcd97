import type { AnyBulkWriteOperation, Collection, Document, Filter, ObjectId, UpdateFilter } from "mongodb";
import { currentWorld, type World } from "../world.ts";

/** A conditional update of one document, and how to recognise that the document has it already. */
export interface GuardedUpdate<D extends Document & { _id: ObjectId }> {
  readonly filter: Filter<D> & { _id: ObjectId };
  readonly update: UpdateFilter<D> | Document[];
  readonly applied: (document: D) => boolean;
}

interface Pending<D extends Document & { _id: ObjectId }> extends GuardedUpdate<D> {
  readonly resolve: (applied: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: the updates of one turn of the event loop, and those that arrive during a write, are sent together in one bulk write. Each resolves
 * when it is durable, with whether its condition held.
 */
export const writeTogether = <D extends Document & { _id: ObjectId }>(
  collectionOf: () => Promise<Pick<Collection<D>, "updateOne" | "bulkWrite" | "find">>,
) => {
  interface Group {
    waiting: Pending<D>[];
    isRunning: boolean;
  }
  // Each test world writes separately, because it has its own collections and its own time.
  const live: Group = { waiting: [], isRunning: false };
  const ofWorlds = new WeakMap<World, Group>();
  const groupHere = (): Group => {
    const world = currentWorld();
    if (!world) return live;
    const known = ofWorlds.get(world) ?? { waiting: [], isRunning: false };
    ofWorlds.set(world, known);
    return known;
  };

  const write = async (group: readonly Pending<D>[]): Promise<void> => {
    const collection = await collectionOf();
    const [first] = group;
    if (first && group.length === 1) {
      first.resolve((await collection.updateOne(first.filter, first.update)).matchedCount === 1);
      return;
    }
    const operations = group.map(({ filter, update }): AnyBulkWriteOperation<D> => ({ updateOne: { filter, update } }));
    const { matchedCount } = await collection.bulkWrite(operations, { ordered: false });
    if (matchedCount === group.length) {
      for (const { resolve } of group) resolve(true);
      return;
    }
    // The server reports only how many conditions held; the documents show which.
    const ids = group.map(({ filter }) => filter._id);
    const found = await collection.find({ _id: { $in: ids } } as Filter<D>).toArray();
    const byId = new Map(found.map((document) => [String(document._id), document as D]));
    for (const { filter, applied, resolve } of group) {
      const document = byId.get(String(filter._id));
      resolve(document !== undefined && applied(document));
    }
  };
  const run = async (group: Group) => {
    const writes = group.waiting;
    group.waiting = [];
    await write(writes).catch((error: unknown) => {
      for (const { reject } of writes) reject(error);
    });
    group.isRunning = false;
    plan(group);
  };
  const plan = (group: Group) => {
    if (group.isRunning || group.waiting.length === 0) return;
    group.isRunning = true;
    setImmediate(() => void run(group));
  };
  return (guarded: GuardedUpdate<D>): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const group = groupHere();
      group.waiting.push({ ...guarded, resolve, reject });
      plan(group);
    });
};
