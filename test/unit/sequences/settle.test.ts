import { expect, it } from "vitest";
import { recordingLog } from "#test/support/sending-rig.ts";
import type { Sequence } from "#shared/sequences/sequence.ts";
import { settleForgotten, settleSequence } from "#shared/sequences/change.ts";

const sequenceOf = (id: string) => ({ id, userId: "u", unsettledAt: new Date(0) }) as Sequence;

/** Sequences of which each has so many steps of work left, of which each takes a second. */
const worldOf = (left: Record<string, number>) => {
  let now = 0;
  const told: string[] = [];
  const done: string[] = [];
  const sequences = {
    settle: async (_: string, id: string) => {
      now += 1_000;
      left[id] = left[id]! - 1;
      return { cancelled: [`${id}-${left[id]}`], more: left[id] > 0 };
    },
    unsettled: async () => Object.keys(left).map(sequenceOf),
    settled: async ({ id }: Sequence) => void done.push(id),
  };
  const eventOutbox = { publish: async (_: unknown, ids: readonly string[]) => (told.push(...ids), []) };
  const ports = { sequences, eventOutbox, log: recordingLog(), clock: { now: () => new Date(now) } };
  return { ports, told, done, left, seconds: () => now / 1_000 };
};

it("ends a request after ten seconds, and says that there is more", async () => {
  const { ports, left, seconds } = worldOf({ big: 100, small: 3 });

  expect(await settleSequence(ports, sequenceOf("big"))).toBe(false);
  expect([left["big"], seconds()]).toEqual([90, 10]);
  expect(await settleSequence(ports, sequenceOf("small"))).toBe(true);
});

it("goes on in later sweeps until nothing is left, tells every cancelled email once, and lets no big one hold up the others", async () => {
  const { ports, told, done, left, seconds } = worldOf({ big: 25, small: 2 });

  await settleForgotten(ports);
  expect([done, left, seconds()]).toEqual([["small"], { big: 15, small: 0 }, 12]);
  delete left["small"];
  await settleForgotten(ports);
  await settleForgotten(ports);

  expect(done).toEqual(["small", "big"]);
  expect([told.length, new Set(told).size]).toEqual([27, 27]);
});

it("ends a sweep in time, however many there are", async () => {
  const { ports, done, seconds } = worldOf(Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`s${n}`, 1])));

  await settleForgotten(ports);

  expect([done.length, seconds()]).toEqual([30, 30]);
});
