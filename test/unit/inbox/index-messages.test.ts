import { expect, it } from "vitest";
import { indexMessages, indexNew } from "#shared/inbox/purge-mailbox.ts";

const warnings: string[] = [];
const log = { info: () => undefined, warn: (event: string) => void warnings.push(event), error: () => undefined };

/** How many steps are made where each takes so many ms and so many have something to do. */
const stepsOf = async (stepMs: number, busy: number) => {
  let [now, steps] = [1_000, 0];
  const index = async () => {
    now += stepMs;
    return (steps += 1) <= busy ? 1 : 0;
  };
  await indexMessages({ search: { index }, clock: { now: () => new Date(now) } });
  return steps;
};

it.each([
  ["ends at the first step that finds nothing", 1, 0, 1],
  ["goes on while there is one message", 1, 5, 6],
  ["ends after 20 s", 5_000, 100, 4],
  ["makes one step, however long it takes", 60_000, 100, 1],
])("indexing %s", async (_, stepMs, busy, steps) => {
  expect(await stepsOf(stepMs, busy)).toBe(steps);
});

it.each([
  [0, []],
  [1, [1]],
  [50, [50]],
  [51, []],
])("of %i messages that were just stored so many are made searchable at once: %j", async (count, expected) => {
  const indexed: number[] = [];
  const search = { index: async (ids: readonly string[] = []) => indexed.push(ids.length) };

  await indexNew({ search, log }, Array.from({ length: count }, String));

  expect(indexed).toEqual(expected);
});

it("a failure leaves new messages to the sweeper, with a warning", async () => {
  warnings.length = 0;

  await indexNew({ search: { index: async () => Promise.reject(new Error("down")) }, log }, ["1"]);

  expect(warnings).toEqual(["new mail not searchable yet"]);
});
