import { expect, it } from "vitest";
import type { Connect, Database } from "#shared/platform/mongo/database.ts";
import { mongoMetrics } from "#shared/metrics/store.ts";
import { countForgotten, countUp } from "#shared/metrics/count-up.ts";
import { readMetrics } from "#shared/metrics/read-metrics.ts";
import { spanOf } from "#shared/metrics/counts.ts";
import { clock } from "#shared/platform/system.ts";
import { metricsWorld } from "#test/support/metrics-world.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { type Random, seeded } from "#test/support/random.ts";

const STEPS = 120;
const SEEDS = [1, 2, 3];

class Killed extends Error {}

/** A worker's connection: before or after any of its reads, writes and commits the worker may die. */
const mortal =
  (connect: Connect, random: Random): Connect =>
  async () => {
    const real = await connect();
    const mayDie = () => {
      if (random(12) === 0) throw new Killed();
    };
    const dying = async <R>(work: () => Promise<R>): Promise<R> => {
      mayDie();
      const result = await work();
      mayDie();
      return result;
    };
    const collection = (name: string) =>
      new Proxy(real.collection(name), {
        get: (target, method) => {
          const value: unknown = Reflect.get(target, method);
          if (typeof value !== "function") return value;
          const call = (...args: unknown[]) => value.apply(target, args) as unknown;
          return ["updateOne", "bulkWrite", "findOne"].includes(String(method))
            ? (...args: unknown[]) => dying(async () => call(...args))
            : call;
        },
      });
    return { ...real, collection, transaction: (work) => dying(() => real.transaction(work)) } as Database;
  };

const unlessKilled = async (work: Promise<unknown>): Promise<number> => {
  try {
    await work;
    return 0;
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    return 1;
  }
};

describeOnMongo("metrics", (connect) => {
  const metrics = mongoMetrics(connect);

  it.each(SEEDS)("equal the replayed feed to the last digit, whoever counts, dies and asks meanwhile: seed %i", async (seed) => {
    const random = seeded(seed);
    const world = await metricsWorld(connect, random);
    const dying = mongoMetrics(mortal(connect, random));
    const sweeping = () => countForgotten({ metrics: dying, clock });
    const asking = () =>
      readMetrics({ metrics: dying, isInMaintenance: async () => false }, world.userId, spanOf({ interval: "day" }, new Date()), {
        limit: 10,
        offset: 0,
      });
    let under: Promise<number>[] = [];
    let killed = 0;
    const end = async () => {
      for (const work of under) killed += await work;
      under = [];
    };
    for (let step = 0; step < STEPS; step += 1) {
      await world.step();
      for (const work of [sweeping, asking, sweeping]) if (random(4) === 0) under.push(unlessKilled(work()));
      if (random(6) === 0) await end();
    }
    await end();

    await Promise.all([countUp(metrics, world.userId), countForgotten({ metrics, clock })]);

    const [expected, stored] = [await world.expected(), await world.stored()];
    expect(killed).toBeGreaterThan(10);
    expect(expected.accepted).toBeGreaterThan(50);
    expect(Object.fromEntries(stored.rows)).toEqual(Object.fromEntries(expected.rows));
    expect(stored.times).toBe(expected.events.filter(({ type }) => type === "send.sent").length);
  });
});
