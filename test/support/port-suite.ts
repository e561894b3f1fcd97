import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, inject } from "vitest";
import { type Connect, connectMongo, type Database, type IndexSpec } from "#shared/platform/mongo/database.ts";
import { createIndexes, indexes, longTimeouts } from "#shared/service/indexes.ts";
import { watchQueries } from "./explain.ts";
import { watchTransactions } from "./transactions.ts";

/** An empty database of its own on one of the run's servers, with all indexes; dropped at the end, when every query that was made must have had an index. What a transaction does outside itself fails it. */
export const freshDatabase = (uri: string) => {
  const own = new URL(uri);
  own.pathname = `/test_${randomBytes(6).toString("hex")}`;
  const queries = watchQueries();
  const transactions = watchTransactions();
  const real = connectMongo(
    async () => own.toString(),
    // A mongod under Wine answers late when it builds indexes.
    () => ({ ...longTimeouts(), serverSelectionTimeoutMS: 60_000, waitQueueTimeoutMS: 30_000, monitorCommands: true }),
  );
  const connect: Connect = async () => transactions.watched(await real());
  return {
    uri: own.toString(),
    connect,
    open: async (specs?: readonly IndexSpec[]): Promise<Database> => {
      const database = await connect();
      await createIndexes(database, undefined, specs);
      database.raw.client.on("commandStarted", queries.see).on("commandStarted", transactions.see);
      return database;
    },
    close: async (): Promise<void> => {
      const database = await connect();
      database.raw.client.off("commandStarted", queries.see);
      const scans = await queries.collectionScans(database.raw);
      await database.raw.dropDatabase();
      await database.close();
      if (scans.length > 0) throw new Error(`no index serves these queries:\n${scans.join("\n")}`);
    },
  };
};

/** Options of a query that a test makes to look at what was stored: no index has to serve it. */
export const TEST_ONLY = { comment: "test only" };

/** Runs a suite on MongoDB: a real mongod where MONGOD_BINARY names one, else the embedded one. Test worlds have their indexes where `hasWorlds` says so: they are twice as many. */
export const describeOnMongo = (name: string, suite: (connect: Connect) => void, hasWorlds = false): void => {
  describe(`${name} in MongoDB`, () => {
    const { embedded = "", mongod = embedded } = inject("mongoUris");
    const database = freshDatabase(mongod);
    beforeAll(() => database.open(hasWorlds ? undefined : indexes));
    afterAll(() => database.close());
    suite(database.connect);
  });
};

/** Runs a port's suite on its memory and its MongoDB implementation; each calls the factory anew for every suite. */
export const describePort = <P>(
  name: string,
  implementations: { memory: () => P; mongo: (connect: Connect) => P },
  suite: (port: P) => void,
): void => {
  describe(`${name} in memory`, () => suite(implementations.memory()));
  describeOnMongo(name, (connect) => suite(implementations.mongo(connect)));
};
