import { expect, it } from "vitest";
import { createIndexes, indexes } from "#shared/adapters/mongo/indexes.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

describeOnMongo("indexes", (connect) => {
  it("are created by two at once, and beside a job that writes already", async () => {
    const database = await connect();
    await database.raw.dropDatabase();

    await Promise.all([createIndexes(database), createIndexes(database), database.raw.collection("sends").insertOne({})]);

    for (const { collection, keys } of indexes)
      expect(await database.raw.collection(collection).indexExists(nameOf(keys as object))).toBe(true);
  });
});

/** The server's default name of an index. */
const nameOf = (keys: object) => Object.entries(keys).flat().join("_");
