import { readFileSync } from "node:fs";
import { type Document, ObjectId } from "mongodb";
import { describe, expect, it } from "vitest";
import { stores } from "#test/support/rooms.ts";
import type { Database } from "#shared/platform/mongo/database.ts";
import { COLLECTIONS, collectionsOf } from "#shared/platform/mongo/collections.ts";
import { worldDatabase } from "#shared/platform/mongo/world-database.ts";

const USER = "665f1c2e9b3e4a0012345678";
const NOW = new Date("2030-05-06T07:08:09.000Z");
const me = new ObjectId(USER);
const other = new ObjectId();

/** A world's collection, and what it asked of the live driver: collection, method and arguments. */
const asked = (name: string) => {
  const calls: unknown[][] = [];
  const collection = (real: string) =>
    new Proxy(
      {},
      {
        get:
          (_, method: string) =>
          (...given: unknown[]) =>
            void calls.push([real, method, ...given]),
      },
    );
  const world = worldDatabase({ collection } as unknown as Database, { userId: USER, now: () => NOW });
  return { calls, rows: world.collection<Document>(name), world };
};

const expression = { $lte: [{ $ifNull: ["$until", "$$NOW"] }, "$$NOW"] };
const timed = { $lte: [{ $ifNull: ["$until", NOW] }, NOW] };

describe("a world's database", () => {
  it("has the world's time, also where adapters ask the database for it", async () => {
    expect(await asked("sends").world.now!()).toEqual(NOW);
  });

  it.each(["find", "findOne", "countDocuments", "deleteOne", "deleteMany"] as const)(
    "%s asks of its own collection and account, at its time",
    (method) => {
      const { calls, rows } = asked("sends");
      (rows[method] as (filter: object, options: object) => unknown)(
        { status: "queued", $expr: expression },
        { projection: { left: expression } },
      );
      expect(calls).toEqual([["test.sends", method, { status: "queued", $expr: timed, userId: me }, { projection: { left: timed } }]]);
    },
  );

  it.each(["find", "findOne", "countDocuments", "deleteMany"] as const)("%s without a filter asks of its account alone", (method) => {
    const { calls, rows } = asked("messages");
    (rows[method] as () => unknown)();
    expect(calls[0]!.slice(0, 3)).toEqual(["test.messages", method, { userId: me }]);
  });

  it.each(["updateOne", "updateMany", "findOneAndUpdate"] as const)(
    "%s writes its time in pipelines, in filters and in $currentDate, and keeps upserts",
    (method) => {
      const { calls, rows } = asked("sends");
      const write = rows[method] as (...given: unknown[]) => unknown;
      write(
        { $or: [{ $expr: expression }] },
        [{ $set: { at: "$$NOW", deep: [{ $add: ["$$NOW", 5] }], name: { $literal: "$$NOW" } } }, { $unset: "old" }],
        { upsert: true },
      );
      write({ _id: other }, { $set: { subject: "$$NOW" }, $currentDate: { at: true, seen: { $type: "date" } } }, { session: "s" });
      expect(calls).toEqual([
        [
          "test.sends",
          method,
          { $or: [{ $expr: timed }], userId: me },
          [{ $set: { at: NOW, deep: [{ $add: [NOW, 5] }], name: { $literal: "$$NOW" } } }, { $unset: "old" }],
          { upsert: true },
        ],
        ["test.sends", method, { _id: other, userId: me }, { $set: { subject: "$$NOW", at: NOW, seen: NOW } }, { session: "s" }],
      ]);
    },
  );

  it("leaves a user's text that looks like the time alone, in filters, updates and documents", () => {
    const { calls, rows } = asked("sends");
    void rows.find({ subject: "$$NOW", $and: [{ tags: { $in: ["$$NOW"] } }, { $nor: [{ name: "$$NOW" }] }] });
    void rows.updateOne({ subject: "$$NOW" }, { $set: { subject: "$$NOW" }, $push: { tags: "$$NOW" } as never });
    void rows.insertOne({ subject: "$$NOW" });
    void rows.insertMany([{ subject: "$$NOW" }]);
    void rows.replaceOne({ subject: "$$NOW" }, { subject: "$$NOW" }, { upsert: true });
    void rows.distinct("subject", { subject: "$$NOW" });
    expect(calls.map(([, ...call]) => call)).toEqual([
      ["find", { subject: "$$NOW", $and: [{ tags: { $in: ["$$NOW"] } }, { $nor: [{ name: "$$NOW" }] }], userId: me }, undefined],
      ["updateOne", { subject: "$$NOW", userId: me }, { $set: { subject: "$$NOW" }, $push: { tags: "$$NOW" } }, undefined],
      ["insertOne", { subject: "$$NOW" }],
      ["insertMany", [{ subject: "$$NOW" }]],
      ["replaceOne", { subject: "$$NOW", userId: me }, { subject: "$$NOW" }, { upsert: true }],
      ["distinct", "subject", { subject: "$$NOW", userId: me }, undefined],
    ]);
  });

  it("changes each operation of a bulk write", () => {
    const { calls, rows } = asked("sends");
    void rows.bulkWrite(
      [
        { updateOne: { filter: { _id: other, $expr: expression }, update: [{ $set: { at: "$$NOW" } }], upsert: true } },
        { updateMany: { filter: {}, update: { $currentDate: { at: true } } } },
        { deleteOne: { filter: { _id: other } } },
        { insertOne: { document: { subject: "$$NOW" } } },
      ],
      { ordered: false },
    );
    expect(calls).toEqual([
      [
        "test.sends",
        "bulkWrite",
        [
          { updateOne: { filter: { _id: other, $expr: timed, userId: me }, update: [{ $set: { at: NOW } }], upsert: true } },
          { updateMany: { filter: { userId: me }, update: { $set: { at: NOW } } } },
          { deleteOne: { filter: { _id: other, userId: me } } },
          { insertOne: { document: { subject: "$$NOW" } } },
        ],
        { ordered: false },
      ],
    ]);
  });

  it.each([
    ["wallets", { balance: 1 }, { balance: 1, _id: me }],
    ["feeds", {}, { _id: me }],
    ["users", { _id: me }, { _id: me }],
    ["deliveryLimits", { _id: other }, { _id: other }],
    ["sends", { userId: me }, { userId: me }],
  ])("asks of %s by the account's id: %j", (name, filter, wanted) => {
    const { calls, rows } = asked(name);
    void rows.findOne(filter);
    expect(calls[0]).toEqual([`test.${name}`, "findOne", wanted, undefined]);
  });

  it("aggregates its account's documents alone, and no stage reads another collection", () => {
    const { calls, rows } = asked("messages");
    void rows.aggregate([{ $match: { words: 1 } }, { $sort: { receivedAt: -1 } }, { $group: { _id: null, at: { $max: "$$NOW" } } }]);
    expect(calls[0]!.slice(0, 3)).toEqual([
      "test.messages",
      "aggregate",
      [{ $match: { words: 1, userId: me } }, { $sort: { receivedAt: -1 } }, { $group: { _id: null, at: { $max: NOW } } }],
    ]);
    for (const stages of [
      [{ $sort: { receivedAt: -1 } }],
      [{ $match: {} }, { $lookup: { from: "messages", as: "all" } }],
      [{ $match: {} }, { $unionWith: "messages" }],
      [{ $match: {} }, { $out: "messages" }],
      [],
    ])
      expect(() => rows.aggregate(stages)).toThrow("begins with $match");
  });

  it("keeps dates, ids, expressions of types and bytes as they are", () => {
    const { calls, rows } = asked("sends");
    const values = { at: new Date(0), id: other, bytes: Buffer.from("$$NOW"), pattern: /\$\$NOW/, nothing: null };
    void rows.updateOne({}, [{ $set: values }]);
    const [, , , [{ $set }]] = calls[0] as [string, string, object, [{ $set: typeof values }]];
    for (const key of Object.keys(values) as (keyof typeof values)[]) expect($set[key]).toBe(values[key]);
  });

  it("says of every collection in the sources whose its documents are, and opens none that is not defined or live alone", () => {
    const named = new Set(
      stores().flatMap((file) =>
        [...readFileSync(file, "utf8").matchAll(/collection(?:<[^(]*>)?\("(\w+)"\)/g)].map(([, name = ""]) => name),
      ),
    );
    expect([...named].toSorted()).toEqual(Object.keys(COLLECTIONS).toSorted());
    for (const name of collectionsOf("live")) expect(() => asked(name)).toThrow(name);
    for (const name of ["signatures", "toString"]) expect(() => asked(name)).toThrow(name);
  });

  it("has every method of a collection that an adapter calls", () => {
    const calls =
      /\.(find\w*|(?:insert|update|delete|replace)(?:One|Many)|count\w+|distinct|bulkWrite|initialize\w+|aggregate|watch)(?:<[^(]*>)?\(/g;
    const sources = stores();
    const used = new Set(sources.flatMap((file) => [...readFileSync(file, "utf8").matchAll(calls)].map(([, method = ""]) => method)));
    const { rows } = asked("sends");
    const isArrays = (method: string) => method === "findLast" || method === "findIndex";
    expect([...used].filter((method) => !isArrays(method) && !(method in rows))).toEqual([]);
    expect(used.size).toBeGreaterThan(10);
  });

  it("has no method that it does not change", () => {
    const { rows } = asked("sends");
    for (const method of ["watch", "drop", "rename", "findOneAndReplace", "createIndex"] as const) expect(rows[method]).toBeUndefined();
  });
});
