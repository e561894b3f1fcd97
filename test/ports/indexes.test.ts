import { expect, it } from "vitest";
import { createIndexes, indexes } from "#shared/adapters/mongo/indexes.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

describeOnMongo("indexes", (connect, server) => {
  it("are created by two, and beside a job that writes already", async () => {
    const database = await connect();
    await database.raw.dropDatabase();

    const first = Promise.all([createIndexes(database), database.raw.collection("sends").insertOne({})]);
    // Two index builds at once stall a mongod under Wine: there the second comes after the first.
    if (server === "mongod") await first;
    await Promise.all([first, createIndexes(database)]);

    for (const { collection, keys } of indexes)
      expect(await database.raw.collection(collection).indexExists(nameOf(keys as object))).toBe(true);
  });
});

/** The server's default name of an index. */
const nameOf = (keys: object) => Object.entries(keys).flat().join("_");
