import { expect, it } from "vitest";
import { indexMessages } from "#shared/domain/inbox/index-messages.ts";

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
