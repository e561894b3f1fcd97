import { expect, it } from "vitest";
import { mongoShares } from "#shared/accounts/store/shares.ts";
import { mostOf, type PoolName, type Share, type Shares } from "#shared/platform/fair-shares.ts";
import { ids } from "#shared/platform/system.ts";
import { memoryShares } from "#test/support/memory/shares.ts";
import { describeOnMongo, describePort } from "#test/support/port-suite.ts";

const isShare = (taken: Share | string): taken is Share => typeof taken !== "string";
/** Pools that no other test takes from. */
const aPool = () => `test ${ids.objectId()}` as PoolName;
const leaseMs = 60_000;

it.each([
  [80, 0, 40],
  [40, 40, 40],
  [3, 1, 2],
  [1, 0, 1],
  [0, 3, 1],
])("with %i free and %i its own, an account holds at most %i", (free, own, most) => {
  expect(mostOf(free, own)).toBe(most);
});

describePort("shares", { memory: () => memoryShares(), mongo: mongoShares }, (shares) => {
  const takes = async (pool: PoolName, account: string, count: number, most = 16, what?: string) => {
    const taken = await Promise.all(
      Array.from({ length: count }, () => shares.take(pool, { account, most, leaseMs, ...(what !== undefined && { what }) })),
    );
    return { held: taken.filter(isShare), told: [...new Set(taken.filter((one) => !isShare(one)))] };
  };

  it("give an account half of what is free or its own, also when all are taken at once, and leave the rest to others", async () => {
    const pool = aPool();
    const counts: number[] = [];
    for (const account of ["a", "b", "c", "d"]) counts.push((await takes(pool, account, 20)).held.length);

    expect(counts).toEqual([8, 4, 2, 1]);
    expect((await takes(pool, "a", 1)).told).toEqual(["beyond"]);
    expect((await takes(pool, "e", 2)).held).toHaveLength(1);
    expect((await takes(pool, "f", 1)).told).toEqual(["full"]);
  });

  it("give everybody one of a pool of one, in turn", async () => {
    const pool = aPool();
    const { held } = await takes(pool, "a", 2, 1);

    expect(held).toHaveLength(1);
    expect((await takes(pool, "b", 1, 1)).told).toEqual(["full"]);
    await held[0]?.free();
    expect((await takes(pool, "b", 1, 1)).held).toHaveLength(1);
  });

  it("hand a place on to the first in line whose account may hold one, once", async () => {
    const pool = aPool();
    const { held } = await takes(pool, "a", 8, 4);
    expect(held).toHaveLength(2);
    for (const what of ["1", "2", "1"]) await shares.take(pool, { account: "a", most: 4, leaseMs, what });
    const [first, second] = held;

    expect(await first?.free()).toEqual({ account: "a", what: "2" });
    expect(await second?.free()).toEqual({ account: "a", what: "1" });
    expect((await takes(pool, "a", 8, 4)).held).toHaveLength(2);
  });

  it("pass over those in line whose account has its share", async () => {
    const pool = aPool();
    const { held } = await takes(pool, "a", 4, 4);
    const [ofB] = (await takes(pool, "b", 1, 4)).held;
    await takes(pool, "b", 1, 4, "of b");
    const [ofC] = (await takes(pool, "c", 1, 4)).held;
    await takes(pool, "c", 1, 4, "of c");
    await takes(pool, "d", 1, 4, "of d");

    // One place is free then: b and c have one each, d has none.
    expect(await held[0]?.free()).toEqual({ account: "d", what: "of d" });
    expect([ofB, ofC]).not.toContain(undefined);
  });

  it("take names as they are: an account or a text that looks like an expression is none", async () => {
    const pool = aPool();
    const { held } = await takes(pool, "$held", 1, 1);
    await takes(pool, "$$NOW", 1, 1, "$line");

    expect(await held[0]?.free()).toEqual({ account: "$$NOW", what: "$line" });
  });
});

describeOnMongo("a share in the database", (connect) => {
  const shares: Shares = mongoShares(connect);

  const documentOf = async (pool: PoolName) =>
    (await connect()).collection<{ _id: string; held: { until: Date }[]; line: unknown[] }>("rateLimits").findOne({ _id: `share ${pool}` });

  it("of a worker that died is free again when its lease is over", async () => {
    const pool = aPool();
    await shares.take(pool, { account: "a", most: 1, leaseMs: 1_500 });
    const next = () => shares.take(pool, { account: "b", most: 1, leaseMs });

    expect(await next()).toBe("full");
    await expect.poll(next, { timeout: 10_000 }).toBeTypeOf("object");
  });

  it("lasts longer when it is renewed", async () => {
    const pool = aPool();
    const share = await shares.take(pool, { account: "a", most: 1, leaseMs });
    const before = await documentOf(pool);
    if (isShare(share)) await share.renew();

    expect((await documentOf(pool))?.held[0]?.until.getTime()).toBeGreaterThan(before?.held[0]?.until.getTime() ?? Infinity);
  });

  it("keeps a hundred waiters of an account", async () => {
    const pool = aPool();
    await shares.take(pool, { account: "a", most: 1, leaseMs });
    for (let n = 0; n < 101; n += 1) await shares.take(pool, { account: "b", most: 1, leaseMs, what: String(n) });

    expect((await documentOf(pool))?.line).toHaveLength(100);
  });
});
