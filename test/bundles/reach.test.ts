import { beforeAll, expect, it } from "vitest";
import { type FunctionId, functionIds } from "#infra/functions.ts";
import { ownFilesAtStart } from "#test/support/starts.ts";

const started = new Map<FunctionId, number>();

beforeAll(async () => {
  for (const id of functionIds) started.set(id, await ownFilesAtStart(id));
}, 600_000);

it.each([
  ["credits/get-balance", 49],
  ["auth/login", 54],
  ["jobs/start-sync", 29],
  ["jobs/sweep", 145],
  ["inbox/get-message", 99],
  ["sending/send", 136],
  ["jobs/deliver", 175],
] as const)("a start of %s loads at most so many files of our own: %i", (id, most) => {
  expect(started.get(id)).toBeLessThanOrEqual(most);
});

/** These do what all jobs do, for test worlds. */
const driving: readonly FunctionId[] = ["sandbox/move-clock", "jobs/settle-world"];

it("no function loads more than 230 files, those that drive test worlds 312, and all together 13,850", () => {
  const others = functionIds.filter((id) => !driving.includes(id)).map((id) => started.get(id) ?? 0);

  expect(Math.max(...others)).toBeLessThanOrEqual(230);
  expect(Math.max(...driving.map((id) => started.get(id) ?? 0))).toBeLessThanOrEqual(312);
  expect([...started.values()].reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(13_850);
});
