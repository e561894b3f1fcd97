import { randomBytes } from "node:crypto";
import { type Collection, type Db, type Document, MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, inject } from "vitest";

/** What a suite of the plain driver gets. */
export interface Driver {
  /** `embedded` or `mongod`. */
  readonly server: string;
  readonly uri: string;
  readonly client: MongoClient;
  readonly db: Db;
  /** A collection that no other test uses. */
  readonly fresh: <D extends Document = Document>() => Collection<D>;
}

/** Runs a suite with the plain driver on each of the run's databases: the embedded one, and a real mongod where MONGOD_BINARY names one. */
export const describeDriver = (name: string, suite: (driver: Driver) => void): void => {
  describe.each(Object.entries(inject("mongoUris")))(`${name} on %s MongoDB`, (server, uri) => {
    const client = new MongoClient(uri);
    const db = client.db(`driver_${randomBytes(6).toString("hex")}`);
    beforeAll(() => client.connect());
    afterAll(async () => {
      await db.dropDatabase();
      await client.close();
    });
    suite({ server, uri, client, db, fresh: () => db.collection(`c${randomBytes(6).toString("hex")}`) });
  });
};
