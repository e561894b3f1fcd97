import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, inject } from "vitest";
import { type Connect, connectMongo, type Database } from "#shared/adapters/mongo/database.ts";
import { createIndexes } from "#shared/adapters/mongo/indexes.ts";

/** An empty database of its own on one of the run's servers, with all indexes; dropped at the end. */
export const freshDatabase = (uri: string) => {
  const own = new URL(uri);
  own.pathname = `/test_${randomBytes(6).toString("hex")}`;
  const connect = connectMongo(async () => own.toString());
  return {
    uri: own.toString(),
    connect,
    open: async (): Promise<Database> => {
      const database = await connect();
      await createIndexes(database);
      return database;
    },
    close: async (): Promise<void> => {
      const database = await connect();
      await database.raw.dropDatabase();
      await database.close();
    },
  };
};

/** Runs a suite on each of the run's databases: embedded always, a real mongod where MONGOD_BINARY is set. */
export const describeOnMongo = (name: string, suite: (connect: Connect) => void): void => {
  for (const [server, uri] of Object.entries(inject("mongoUris"))) {
    describe(`${name} on ${server} MongoDB`, () => {
      const database = freshDatabase(uri);
      beforeAll(() => database.open());
      afterAll(() => database.close());
      suite(database.connect);
    });
  }
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
