import { setTimeout as sleep } from "node:timers/promises";
import type { MongoServerError } from "mongodb";
import { expect, it } from "vitest";
import { describeDriver } from "../support/driver-suite.ts";

describeDriver("transactions", ({ client, fresh }) => {
  it("show nothing before the commit and everything after it", async () => {
    const rows = fresh();
    await rows.insertOne({ _id: 1 as never, n: 1 });

    await client.withSession(async (session) => {
      session.startTransaction();
      await rows.insertOne({ _id: 2 as never }, { session });
      await rows.updateOne({ _id: 1 as never }, { $inc: { n: 1 } }, { session });
      expect(await rows.find({}, { session }).sort({ _id: 1 }).toArray()).toEqual([{ _id: 1, n: 2 }, { _id: 2 }]);
      expect(await rows.find().toArray()).toEqual([{ _id: 1, n: 1 }]);
      await session.commitTransaction();
    });

    expect(await rows.find().sort({ _id: 1 }).toArray()).toEqual([{ _id: 1, n: 2 }, { _id: 2 }]);
  });

  it("leave nothing behind when aborted", async () => {
    const rows = fresh();
    await rows.insertOne({ _id: 1 as never, n: 1 });

    await client.withSession(async (session) => {
      session.startTransaction();
      await rows.deleteOne({ _id: 1 as never }, { session });
      await rows.insertOne({ _id: 2 as never }, { session });
      await session.abortTransaction();
    });

    expect(await rows.find().toArray()).toEqual([{ _id: 1, n: 1 }]);
  });

  it("read their snapshot, whatever others commit meanwhile", async () => {
    const rows = fresh();
    await rows.createIndex({ n: 1 });
    await rows.insertMany([1, 2, 3].map((n) => ({ _id: n as never, n })));

    await client.withSession(async (session) => {
      session.startTransaction({ readConcern: { level: "snapshot" } });
      expect(await rows.countDocuments({ n: { $gt: 0 } }, { session })).toBe(3);
      await rows.updateOne({ _id: 1 as never }, { $set: { n: -1 } });
      await rows.deleteOne({ _id: 2 as never });
      await rows.insertOne({ _id: 4 as never, n: 4 });
      expect(
        await rows
          .find({ n: { $gt: 0 } }, { session })
          .sort({ n: 1 })
          .toArray(),
      ).toEqual([1, 2, 3].map((n) => ({ _id: n, n })));
      await session.commitTransaction();
    });

    expect(
      (
        await rows
          .find({ n: { $gt: 0 } })
          .sort({ n: 1 })
          .toArray()
      ).map(({ n }) => n as number),
    ).toEqual([3, 4]);
  });

  it("conflict with code 112 on a document that another has changed since the snapshot", async () => {
    const rows = fresh();
    await rows.insertMany([{ _id: 1 as never, n: 1 }, { _id: 2 as never }]);

    const failure = await client.withSession(async (session) => {
      session.startTransaction();
      await rows.findOne({ _id: 2 as never }, { session });
      await rows.updateOne({ _id: 1 as never }, { $inc: { n: 1 } });
      const outcome: unknown = await rows.updateOne({ _id: 1 as never }, { $inc: { n: 1 } }, { session }).catch((error: unknown) => error);
      await session.abortTransaction();
      return outcome;
    });

    expect(failure).toMatchObject({ code: 112 });
    expect((failure as MongoServerError).hasErrorLabel("TransientTransactionError")).toBe(true);
  });

  it("make a write outside wait for their end, and lose nothing of either", async () => {
    const rows = fresh();
    await rows.insertMany([1, 2].map((_id) => ({ _id: _id as never, n: 0 })));

    await client.withSession(async (session) => {
      session.startTransaction();
      await rows.updateMany({}, { $inc: { n: 1 } }, { session });
      const updated = rows.updateOne({ _id: 1 as never }, { $inc: { n: 10 } });
      const deleted = rows.findOneAndDelete({ _id: 2 as never });
      expect(await Promise.race([updated, deleted, sleep(100, "they wait")])).toBe("they wait");
      await session.commitTransaction();
      expect((await deleted)?.["n"]).toBe(1);
      await updated;
    });

    expect(await rows.find().toArray()).toEqual([{ _id: 1, n: 11 }]);
  });

  it("refuse a unique key once, however many insert it at the same time", async () => {
    const rows = fresh();
    await rows.createIndex({ key: 1 }, { unique: true });
    const insert = () => client.withSession((session) => session.withTransaction(() => rows.insertOne({ key: "same" }, { session })));

    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, insert));

    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(outcomes.flatMap((one) => (one.status === "rejected" ? [(one.reason as { code: number }).code] : []))).toEqual(
      Array.from({ length: 7 }, () => 11000),
    );
    expect(await rows.countDocuments()).toBe(1);
  });

  it("keep sums exact under many concurrent decrements", { timeout: 60_000 }, async () => {
    const [wallets, ledger] = [fresh(), fresh()];
    await wallets.insertOne({ _id: "w" as never, balance: 60 });
    await ledger.createIndex({ send: 1 }, { unique: true });
    const charge = (send: number) =>
      client.withSession((session) =>
        session.withTransaction(async () => {
          await ledger.insertOne({ send, amount: 2 }, { session });
          const { matchedCount } = await wallets.updateOne(
            { _id: "w" as never, balance: { $gte: 2 } },
            { $inc: { balance: -2 } },
            { session },
          );
          if (matchedCount === 0) throw new Error("the balance does not suffice");
        }),
      );

    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, send) => charge(send)));

    const reasons = outcomes.flatMap((one) => (one.status === "rejected" ? [(one.reason as Error).message] : []));
    expect(new Set(reasons)).toEqual(new Set(["the balance does not suffice"]));
    expect(reasons).toHaveLength(20);
    expect(await wallets.findOne({})).toEqual({ _id: "w", balance: 0 });
    expect(await ledger.countDocuments()).toBe(30);
  });
});
