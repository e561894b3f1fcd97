import { AsyncLocalStorage } from "node:async_hooks";
import { AbstractCursor, ClientSession, Collection } from "mongodb";

/** A process that dies: from its n-th call of the database on, nothing that it asks for is ever answered. */
interface Doomed {
  calls: number;
  readonly diesAt: number;
  readonly sessions: Set<ClientSession>;
  readonly died: () => void;
}

const doomed = new AsyncLocalStorage<Doomed>();
const METHODS = [
  "findOne",
  "countDocuments",
  "distinct",
  "insertOne",
  "insertMany",
  "updateOne",
  "updateMany",
  "replaceOne",
  "deleteOne",
  "deleteMany",
  "bulkWrite",
  "findOneAndUpdate",
  "findOneAndDelete",
];

type Call = (this: unknown, ...given: unknown[]) => Promise<unknown>;

const patch = (prototype: object, name: string) => {
  const methods = prototype as Record<string, Call>;
  const original = methods[name]!;
  methods[name] = function (...given) {
    const process = doomed.getStore();
    if (process) {
      process.calls += 1;
      if (process.calls === process.diesAt) process.died();
      if (process.calls >= process.diesAt) return new Promise(() => undefined);
    }
    return doomed.exit(() => original.apply(this, given));
  };
  return () => void (methods[name] = original);
};

/** Makes the database's client mortal; the answer undoes it. */
export const patchDriver = () => {
  const undo = [
    ...METHODS.map((name) => patch(Collection.prototype, name)),
    patch(AbstractCursor.prototype, "toArray"),
    patch(ClientSession.prototype, "commitTransaction"),
  ];
  const sessions = ClientSession.prototype as unknown as Record<string, (this: ClientSession, options?: unknown) => void>;
  const start = sessions["startTransaction"]!;
  sessions["startTransaction"] = function (options) {
    doomed.getStore()?.sessions.add(this);
    start.call(this, options);
  };
  return () => {
    for (const one of undo) one();
    sessions["startTransaction"] = start;
  };
};

/** Runs work in a process that dies at its n-th call of the database; answers how many calls it made, once it ended or died. */
export const untilDeath = async (diesAt: number, work: () => Promise<unknown>): Promise<number> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const process: Doomed = { calls: 0, diesAt, sessions: new Set(), died: resolve };
  await Promise.race([promise, doomed.run(process, work)]);
  // The server ends the transactions of a client that is gone.
  for (const session of process.sessions) if (session.inTransaction()) await session.abortTransaction().catch(() => undefined);
  return process.calls;
};
