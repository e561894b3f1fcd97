import { randomBytes } from "node:crypto";
import { Binary, Long, MongoClient, MongoServerError, ObjectId } from "mongodb";
import { describe, expect, it } from "vitest";
import { describeDriver } from "../support/driver-suite.ts";

describeDriver("the driver", ({ server, uri, db, fresh }) => {
  describe("values", () => {
    it("come back as they were stored", async () => {
      const rows = fresh();
      const row = {
        _id: new ObjectId(),
        text: "Zoë\u0000\u{1f600}",
        int: 7,
        double: 0.1,
        huge: Long.fromString("9007199254740993"),
        big: 2 ** 45,
        date: new Date("2026-11-21T09:00:00.123Z"),
        bytes: new Binary(randomBytes(40)),
        uuid: new Binary(randomBytes(16), 4),
        none: null,
        list: [1, "two", { three: 3 }, []],
        empty: {},
      };

      await rows.insertOne({ ...row });

      expect(await rows.findOne({ _id: row._id })).toEqual(row);
      expect(await rows.findOne({ bytes: row.bytes, huge: row.huge, date: row.date })).toEqual(row);
    });

    it("of a Buffer come back byte for byte", async () => {
      const rows = fresh();
      const bytes = randomBytes(300_000);

      await rows.insertOne({ bytes });

      const found = await rows.findOne({}, { promoteBuffers: true });
      expect(found?.["bytes"]).toEqual(bytes);
    });

    it("beyond a double stay exact when incremented", async () => {
      const rows = fresh();
      await rows.insertOne({ n: Long.fromString("9007199254740993") });

      await rows.updateOne({}, { $inc: { n: 1 } });

      const found = await rows.findOne({}, { promoteLongs: false });
      expect(String(found?.["n"])).toBe("9007199254740994");
    });
  });

  describe("writes", () => {
    it("report each duplicate of an unordered insert and keep the rest", async () => {
      const rows = fresh<{ _id: number }>();
      await rows.insertOne({ _id: 2 });

      const failure: unknown = await rows
        .insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }], { ordered: false })
        .catch((error: unknown) => error);

      expect(failure).toMatchObject({ code: 11000, result: { insertedCount: 2 } });
      expect(await rows.countDocuments()).toBe(3);
    });

    it("stop at the first error of an ordered insert", async () => {
      const rows = fresh<{ _id: number }>();
      await rows.insertOne({ _id: 2 });

      await expect(rows.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }])).rejects.toMatchObject({ code: 11000 });

      expect(await rows.distinct("_id")).toEqual([1, 2]);
    });

    it("refuse a unique key that is taken, naming index, key and value", async () => {
      const rows = fresh();
      await rows.createIndex({ user: 1, email: 1 }, { unique: true, name: "user_email" });
      await rows.insertOne({ user: 1, email: "a@b" });

      const failure: unknown = await rows.insertOne({ user: 1, email: "a@b" }).catch((error: unknown) => error);

      expect(failure).toBeInstanceOf(MongoServerError);
      expect(failure).toMatchObject({ code: 11000, keyPattern: { user: 1, email: 1 }, keyValue: { user: 1, email: "a@b" } });
      expect(String(failure)).toContain("index: user_email dup key");
      await expect(rows.insertOne({ user: 2, email: "a@b" })).resolves.toBeDefined();
    });

    it("mind a unique index only within its partial filter", async () => {
      const rows = fresh();
      await rows.createIndex({ key: 1 }, { unique: true, partialFilterExpression: { live: true } });
      await rows.insertMany([
        { key: 1, live: false },
        { key: 1, live: false },
        { key: 1, live: true },
      ]);

      await expect(rows.updateOne({ live: false }, { $set: { live: true } })).rejects.toMatchObject({ code: 11000 });
      expect(await rows.countDocuments({ live: true })).toBe(1);
    });

    it("let one of many concurrent upserts of a key insert it", async () => {
      const rows = fresh();
      await rows.createIndex({ key: 1 }, { unique: true });

      const upsert = () => rows.updateOne({ key: "day" }, { $inc: { n: 1 }, $setOnInsert: { born: true } }, { upsert: true });
      const results = await Promise.all(Array.from({ length: 20 }, upsert));

      expect(results.filter(({ upsertedCount }) => upsertedCount === 1)).toHaveLength(1);
      expect(await rows.findOne({}, { projection: { _id: 0 } })).toEqual({ key: "day", n: 20, born: true });
    });

    it("set the database's own time in a pipeline and in $currentDate", async () => {
      const rows = fresh<{ leaseMs: number; at?: Date; until?: Date; seenAt?: Date }>();
      await rows.insertOne({ leaseMs: 5_000 });
      const before = Date.now() - 1;

      const leased = await rows.findOneAndUpdate({}, [{ $set: { at: "$$NOW", until: { $add: ["$$NOW", "$leaseMs"] } } }], {
        returnDocument: "after",
      });
      await rows.updateOne({}, { $currentDate: { seenAt: true } });

      const at = leased?.at?.getTime() ?? 0;
      expect(at).toBeGreaterThanOrEqual(before);
      expect(leased?.until?.getTime()).toBe(at + 5_000);
      expect((await rows.findOne({}))?.seenAt).toBeInstanceOf(Date);
    });

    it("of one bulk write count together", async () => {
      const rows = fresh<{ _id: number; n?: number }>();

      const result = await rows.bulkWrite([
        { insertOne: { document: { _id: 1 } } },
        { insertOne: { document: { _id: 2 } } },
        { updateMany: { filter: {}, update: { $set: { n: 1 } } } },
        { updateOne: { filter: { _id: 3 }, update: { $set: { n: 3 } }, upsert: true } },
        { deleteOne: { filter: { _id: 1 } } },
      ]);

      expect(result).toMatchObject({ insertedCount: 2, matchedCount: 2, modifiedCount: 2, upsertedCount: 1, deletedCount: 1 });
      expect(await rows.find().sort({ _id: 1 }).toArray()).toEqual([
        { _id: 2, n: 1 },
        { _id: 3, n: 3 },
      ]);
    });

    it("give back the document before, after, or deleted", async () => {
      const rows = fresh<{ _id: number; n: number }>();
      await rows.insertMany([
        { _id: 1, n: 1 },
        { _id: 2, n: 1 },
      ]);

      expect(await rows.findOneAndUpdate({ n: 1 }, { $inc: { n: 1 } }, { sort: { _id: -1 } })).toEqual({ _id: 2, n: 1 });
      expect(
        await rows.findOneAndUpdate({ _id: 2 }, { $inc: { n: 1 } }, { returnDocument: "after", projection: { n: 1, _id: 0 } }),
      ).toEqual({ n: 3 });
      expect(await rows.findOneAndDelete({ _id: 1 })).toEqual({ _id: 1, n: 1 });
      expect(await rows.findOneAndUpdate({ _id: 9 }, { $set: { n: 0 } })).toBeNull();
    });

    it("are applied once although the same retryable command arrives twice", async () => {
      const rows = fresh();
      await rows.insertOne({ n: 0 });
      const command = {
        update: rows.collectionName,
        updates: [{ q: {}, u: { $inc: { n: 1 } } }],
        lsid: { id: new Binary(randomBytes(16), 4) },
        txnNumber: Long.fromNumber(1),
      };
      const raw = await new MongoClient(uri, { retryWrites: false }).connect();

      const first = await raw
        .db(db.databaseName)
        .command(command, { session: undefined as never })
        .catch((error: unknown) => error);
      const second = await raw
        .db(db.databaseName)
        .command(command, { session: undefined as never })
        .catch((error: unknown) => error);
      await raw.close();

      expect([first, second]).toMatchObject([{ ok: 1 }, { ok: 1 }]);
      expect((await rows.findOne({}))?.["n"]).toBe(1);
    });
  });

  describe("reads", () => {
    it("page through a cursor in batches", async () => {
      const rows = fresh<{ _id: number }>();
      await rows.insertMany(Array.from({ length: 1_000 }, (_, _id) => ({ _id })));

      const ids = (await rows.find().sort({ _id: 1 }).batchSize(64).toArray()).map(({ _id }) => _id);

      expect(ids).toEqual(Array.from({ length: 1_000 }, (_, i) => i));
    });

    it("return large documents beyond one message", async () => {
      const rows = fresh();
      const body = "x".repeat(4_000_000);
      for (let i = 0; i < 6; i++) await rows.insertOne({ i, body });

      const found = await rows.find().sort({ i: 1 }).toArray();

      expect(found.map((row) => (row["body"] as string).length)).toEqual(Array.from({ length: 6 }, () => body.length));
    });

    it("join and group", async () => {
      const [users, sends] = [fresh(), fresh()];
      await users.insertMany([
        { _id: 1 as never, name: "Ann" },
        { _id: 2 as never, name: "Bob" },
      ]);
      await sends.insertMany([
        { user: 1, n: 2 },
        { user: 1, n: 3 },
        { user: 3, n: 9 },
      ]);

      const joined = await users
        .aggregate([
          { $lookup: { from: sends.collectionName, localField: "_id", foreignField: "user", as: "sends" } },
          { $sort: { _id: 1 } },
          { $project: { total: { $size: "$sends" } } },
        ])
        .toArray();
      const [sum] = await sends.aggregate([{ $group: { _id: null, total: { $sum: "$n" } } }]).toArray();

      expect(joined).toEqual([
        { _id: 1, total: 2 },
        { _id: 2, total: 0 },
      ]);
      expect(sum).toEqual({ _id: null, total: 14 });
    });
  });

  describe("collections", () => {
    it("and their indexes are listed, made again without harm, and dropped", async () => {
      const rows = fresh();
      await rows.createIndex({ a: 1 }, { unique: true, name: "a" });
      await rows.createIndex({ a: 1 }, { unique: true, name: "a" });
      await rows.createIndex({ at: 1 }, { expireAfterSeconds: 60 });

      expect(await db.listCollections({ name: rows.collectionName }).toArray()).toHaveLength(1);
      expect(await rows.indexes()).toMatchObject([
        { name: "_id_", key: { _id: 1 } },
        { name: "a", key: { a: 1 }, unique: true },
        { name: "at_1", key: { at: 1 }, expireAfterSeconds: 60 },
      ]);
      await rows.dropIndex("a");
      expect((await rows.indexes()).map(({ name }) => name)).toEqual(["_id_", "at_1"]);
      await rows.drop();
      expect(await db.listCollections({ name: rows.collectionName }).toArray()).toHaveLength(0);
    });

    it("refuse a unique index over duplicates", async () => {
      const rows = fresh();
      await rows.insertMany([{ a: 1 }, { a: 1 }]);

      await expect(rows.createIndex({ a: 1 }, { unique: true })).rejects.toMatchObject({ code: 11000 });
    });
  });

  describe.runIf(server === "embedded")("limits", () => {
    it("deletes what a TTL index has expired, and nothing else", async () => {
      const rows = fresh<{ _id: number; at?: Date }>();
      await rows.createIndex({ at: 1 }, { expireAfterSeconds: 1 });
      await rows.insertMany([{ _id: 1, at: new Date(0) }, { _id: 2, at: new Date(Date.now() + 60_000) }, { _id: 3 }]);

      await expect.poll(() => rows.distinct("_id"), { timeout: 10_000 }).toEqual([2, 3]);
    });

    it.each([
      ["a command", () => db.command({ mapReduce: "x" }), "mapReduce"],
      [
        "a stage",
        () =>
          fresh()
            .aggregate([{ $facet: {} }])
            .toArray(),
        "$facet",
      ],
      ["a filter operator", () => fresh().find({ $where: "true" }).toArray(), "$where"],
      [
        "an expression operator",
        () =>
          fresh()
            .aggregate([{ $set: { a: { $rand: {} } } }])
            .toArray(),
        "$rand",
      ],
      ["an update operator", () => fresh().updateOne({}, { $bit: { a: { and: 1 } } }), "$bit"],
      [
        "a collation",
        () =>
          fresh()
            .find({}, { collation: { locale: "de" } })
            .toArray(),
        "collation",
      ],
      ["an index type", () => fresh().createIndex({ a: "text" }), "text"],
    ])("names %s that it does not support", async (_kind, run, name) => {
      await expect(run()).rejects.toThrow(new RegExp(`not supported by the embedded server: .*${name.replace("$", "\\$")}`));
    });
  });
});
