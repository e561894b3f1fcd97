import type { Collection, Document } from "mongodb";
import type { Connect } from "#shared/platform/mongo/database.ts";

/** What a process throws from its death on; nothing of it reaches the database any more. */
class Died extends Error {}

const WRITES = new Set(["insertOne", "insertMany", "updateOne", "updateMany", "findOneAndUpdate", "bulkWrite", "deleteOne", "deleteMany"]);
const isWithin = (given: readonly unknown[]) => given.some((one) => typeof one === "object" && one !== null && "session" in one);

/**
 * The connection of a process that dies at its n-th chance: right before a write outside transactions, before a transaction's commit, or after it.
 * `hasDied` says whether it came so far.
 */
const dyingAt = (connect: Connect, passage: number): { readonly connect: Connect; readonly hasDied: () => boolean } => {
  let passages = 0;
  const live = () => {
    if (passages >= passage) throw new Died();
  };
  const pass = () => {
    passages += 1;
    live();
  };
  const watched = <D extends Document>(collection: Collection<D>): Collection<D> =>
    new Proxy(collection, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (...given: readonly unknown[]) => {
          if (WRITES.has(String(name)) && !isWithin(given)) pass();
          else live();
          return (value as (...all: unknown[]) => unknown).apply(target, [...given]);
        };
      },
    });
  const dying: Connect = async () => {
    const database = await connect();
    live();
    return {
      ...database,
      collection: (name) => watched(database.collection(name)),
      transaction: async (work) => {
        const result = await database.transaction(async (session) => {
          const done = await work(session);
          pass();
          return done;
        });
        pass();
        return result;
      },
    };
  };
  return { connect: dying, hasDied: () => passages >= passage };
};

/** More deaths than any request has chances for. */
const PASSAGES_MAX = 60;

/** Runs a request in a new world for each death, until it lives through, and looks at each world after it; answers how often it died. */
export const diesEverywhere = async <World>(
  connect: Connect,
  world: () => Promise<World>,
  request: (dying: Connect, world: World) => Promise<unknown>,
  look: (world: World) => Promise<unknown>,
): Promise<number> => {
  for (let passage = 1; passage <= PASSAGES_MAX; passage += 1) {
    const made = await world();
    const dying = dyingAt(connect, passage);
    const ended: unknown = await request(dying.connect, made).catch((error: unknown) => error);
    if (ended instanceof Error && !(ended instanceof Died)) throw ended;
    await look(made);
    if (!dying.hasDied()) return passage - 1;
  }
  throw new Error("it never came to its end");
};

/** A connection on which something else happens right before the first such write to a collection. */
export const before = (connect: Connect, collection: string, write: string, happens: () => Promise<unknown>): Connect => {
  let isFirst = true;
  return async () => {
    const database = await connect();
    return {
      ...database,
      collection: <D extends Document>(name: string): Collection<D> =>
        new Proxy(database.collection<D>(name), {
          get: (target, method) => {
            const value: unknown = Reflect.get(target, method);
            if (typeof value !== "function") return value;
            const call = (given: readonly unknown[]) => (value as (...all: unknown[]) => unknown).apply(target, [...given]);
            return (...given: readonly unknown[]) => {
              if (name !== collection || method !== write || !isFirst) return call(given);
              isFirst = false;
              return happens().then(() => call(given));
            };
          },
        }),
    };
  };
};
