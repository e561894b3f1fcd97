import { MongoServerError } from "mongodb";
import { expect, it } from "vitest";
import { mongoRateLimits } from "#shared/accounts/store/requests.ts";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { mongoSlots } from "#shared/accounts/store/shares.ts";
import { mongoWorkerTime } from "#shared/sending/store/recovery.ts";

const duplicate = () => new MongoServerError({ code: 11000, message: "E11000 duplicate key error" });
const ID = "0".repeat(24);

/** A database whose writes end as given, one after the other, and count. */
const failing = (...ends: readonly Error[]) => {
  const left = [...ends];
  const state = { writes: 0 };
  const write = async () => {
    state.writes += 1;
    const error = left.shift();
    if (error) throw error;
    return { granted: true, tokens: 3, spentMs: 0, held: [] };
  };
  const collection = () => ({ findOneAndUpdate: write, updateOne: write, deleteOne: write });
  const connect = (async () => ({ collection, raw: { command: async () => ({ localTime: new Date() }) } })) as unknown as Connect;
  return { connect, state };
};

/** Writes that insert what is missing: two at once may both try to. */
const writes: Readonly<Record<string, (connect: Connect) => Promise<unknown>>> = {
  "taking from a bucket": (connect) => mongoRateLimits(connect).take("k", { burst: 5, perSecond: 1 }),
  "taking a slot": (connect) => mongoSlots(connect).take("k", 5, 1_000),
  "spending a worker's time": (connect) => mongoWorkerTime(connect).spend(ID, 5),
};

it.each(Object.entries(writes))("%s is repeated once where another inserted the row meanwhile", async (_, write) => {
  const once = failing(duplicate());
  const twice = failing(duplicate(), duplicate());

  await write(once.connect);
  await expect(write(twice.connect)).rejects.toThrow("E11000");

  expect([once.state.writes, twice.state.writes]).toEqual([2, 2]);
});

it.each(Object.entries(writes))("%s fails with any other error at once", async (_, write) => {
  const { connect, state } = failing(new Error("no primary"));

  await expect(write(connect)).rejects.toThrow("no primary");
  expect(state.writes).toBe(1);
});
