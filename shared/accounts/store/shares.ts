import type { Slots } from "#shared/platform/ports.ts";
import { type Connect, isDuplicateKey } from "#shared/platform/mongo/database.ts";
import { newToken } from "#shared/platform/mongo/documents.ts";
import { type Share, type Shares, type Waiter, WAITERS } from "#shared/platform/fair-shares.ts";

/** The slots in use under a name, in the collection of the token buckets: documents of both expire by the same field. */
interface SlotsDocument {
  _id: string;
  held: { token: string; until: Date }[];
  expiresAt: Date;
}

/**
 * Concurrency slots in MongoDB: one document for each name, changed by one conditional update by the database's clock, exact under any concurrency.
 */
export const mongoSlots = (connect: Connect): Slots => {
  const names = async () => (await connect()).collection<SlotsDocument>("rateLimits");
  const take: Slots["take"] = async (name, most, forMs) => {
    const token = newToken();
    const live = { $filter: { input: { $ifNull: ["$held", []] }, as: "slot", cond: { $gt: ["$$slot.until", "$$NOW"] } } };
    const mine = [{ token, until: { $add: ["$$NOW", forMs] } }];
    const after = await (
      await names()
    ).findOneAndUpdate(
      { _id: `slots ${name}` },
      [
        { $set: { held: live } },
        { $set: { held: { $cond: [{ $lt: [{ $size: "$held" }, most] }, { $concatArrays: ["$held", mine] }, "$held"] } } },
        { $set: { expiresAt: { $add: ["$$NOW", forMs] } } },
      ],
      { upsert: true, returnDocument: "after" },
    );
    if (!after?.held.some((slot) => slot.token === token)) return undefined;
    return { free: async () => void (await (await names()).updateOne({ _id: after._id }, { $pull: { held: { token } } })) };
  };
  return {
    // Two first requests may both try to insert the document; the repetition then finds it.
    take: (name, most, forMs) =>
      take(name, most, forMs).catch((error: unknown) => {
        if (isDuplicateKey(error)) return take(name, most, forMs);
        throw error;
      }),
  };
};

/** A pool's places in use, and what waits for one, in the collection of the token buckets: documents of both expire by the same field. */
interface PoolDocument {
  _id: string;
  held: { token: string; account: string; until: Date }[];
  line: Waiter[];
  /** The waiter that got the place released last. */
  next: Waiter | null;
  expiresAt: Date;
}

const literal = (value: string) => ({ $literal: value });
const heldBy = (account: unknown) => ({
  $size: { $filter: { input: "$held", as: "one", cond: { $eq: ["$$one.account", account] } } },
});
const waitersOf = (account: unknown) => ({ $filter: { input: "$line", as: "one", cond: { $eq: ["$$one.account", account] } } });

/** The expression for whether the account may take one more place (`mostOf`). */
const mayTake = (account: unknown, most: number) => ({
  $let: {
    vars: { free: { $subtract: [most, { $size: "$held" }] }, own: heldBy(account) },
    in: {
      $and: [{ $gt: ["$$free", 0] }, { $lt: ["$$own", { $max: [1, { $floor: { $divide: [{ $add: ["$$free", "$$own"] }, 2] } }] }] }],
    },
  },
});

const live = { $filter: { input: { $ifNull: ["$held", []] }, as: "one", cond: { $gt: ["$$one.until", "$$NOW"] } } };
const until = (ms: number) => ({ $add: ["$$NOW", ms] });

/**
 * The shares of pools in MongoDB: one document for each pool, changed by one conditional update by the database's clock, exact under any concurrency.
 */
export const mongoShares = (connect: Connect): Shares => {
  const pools = async () => (await connect()).collection<PoolDocument>("rateLimits");

  const shareOf = (_id: string, token: string, most: number, leaseMs: number): Share => ({
    renew: async () => {
      const renewed = { $cond: [{ $eq: ["$$one.token", token] }, { $mergeObjects: ["$$one", { until: until(leaseMs) }] }, "$$one"] };
      await (
        await pools()
      ).updateOne({ _id, "held.token": token }, [
        { $set: { held: { $map: { input: "$held", as: "one", in: renewed } }, expiresAt: until(leaseMs) } },
      ]);
    },
    free: async () => {
      const others = { $filter: { input: live, as: "one", cond: { $ne: ["$$one.token", token] } } };
      const mayGo = { $filter: { input: "$line", as: "waiter", cond: mayTake("$$waiter.account", most) } };
      const after = await (
        await pools()
      ).findOneAndUpdate(
        { _id, "held.token": token },
        [
          { $set: { held: others } },
          { $set: { next: { $ifNull: [{ $arrayElemAt: [mayGo, 0] }, null] } } },
          { $set: { line: { $filter: { input: "$line", as: "waiter", cond: { $ne: ["$$waiter", "$next"] } } } } },
        ],
        { projection: { next: 1 }, returnDocument: "after" },
      );
      return after?.next ?? undefined;
    },
  });

  const take: Shares["take"] = async (pool, { account, most, leaseMs, what }) => {
    const [_id, token] = [`share ${pool}`, newToken()];
    const mine = [{ token, account: literal(account), until: until(leaseMs) }];
    const waiter = { account: literal(account), what: literal(what ?? "") };
    const others = { $filter: { input: { $ifNull: ["$line", []] }, as: "one", cond: { $ne: ["$$one", waiter] } } };
    const isRoom = {
      $and: [{ $lt: [{ $size: waitersOf(literal(account)) }, WAITERS.ofAccount] }, { $lt: [{ $size: "$line" }, WAITERS.ofAll] }],
    };
    const waits = what === undefined ? "$line" : { $cond: [isRoom, { $concatArrays: ["$line", [waiter]] }, "$line"] };
    const after = await (
      await pools()
    ).findOneAndUpdate(
      { _id },
      [
        { $set: { held: live, line: others } },
        { $set: { held: { $cond: [mayTake(literal(account), most), { $concatArrays: ["$held", mine] }, "$held"] } } },
        { $set: { line: { $cond: [{ $in: [token, "$held.token"] }, "$line", waits] } } },
        { $set: { expiresAt: { $max: [until(leaseMs), "$expiresAt"] } } },
      ],
      { upsert: true, returnDocument: "after", projection: { "held.token": 1 } },
    );
    if (after?.held.some((one) => one.token === token)) return shareOf(_id, token, most, leaseMs);
    return (after?.held.length ?? 0) >= most ? "full" : "beyond";
  };

  return {
    // Two first calls may both try to insert the document; the repetition then finds it.
    take: (pool, ask) =>
      take(pool, ask).catch((error: unknown) => {
        if (isDuplicateKey(error)) return take(pool, ask);
        throw error;
      }),
  };
};
