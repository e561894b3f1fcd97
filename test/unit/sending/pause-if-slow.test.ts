import { expect, it } from "vitest";
import { pauseIfSlow } from "#shared/sending/deliver/deliver-mailbox.ts";
import { recordingLog, recordingWakeUps } from "#test/support/sending-rig.ts";

const START = Date.parse("2026-11-22T08:00:00Z");
const last = { id: "a", userId: "u", mailboxId: "m" };

/** Ends a run; `rest` tells how long the mailbox must pause for time beyond the usual. Gives the time spent, the pause and the wake. */
const after = async (run: { tookMs: number; settled: number; last?: typeof last | undefined }, rest: (ms: number) => number | Error) => {
  const [spent, held] = [[] as number[], [] as unknown[][]];
  const [wakeUps, log] = [recordingWakeUps(), recordingLog()];
  const workerTime = {
    spend: async (_: string, ms: number) => {
      spent.push(ms);
      const answer = rest(ms);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const deliveries = { pause: async (...given: unknown[]) => void held.push(given) } as never;
  await pauseIfSlow({ workerTime, deliveries, wakeUps, clock: { now: () => new Date(START) }, log }, "m", { last, ...run });
  return { spent, held, woken: wakeUps.woken.map(({ id, dueAt }) => [id, (dueAt?.getTime() ?? 0) - START]), log: log.events };
};
const nothing = { spent: [], held: [], woken: [], log: [] };

it("a run within the usual time costs nothing: ten seconds, and two for each email", async () => {
  expect(await after({ tookMs: 10_000, settled: 0 }, () => 99)).toEqual(nothing);
  expect(await after({ tookMs: 16_000, settled: 3 }, () => 99)).toEqual(nothing);
  expect(await after({ tookMs: 99_000, settled: 3, last: undefined }, () => 99)).toEqual(nothing);
});

it("time beyond it is spent of the budget, and changes nothing else while that lasts", async () => {
  expect(await after({ tookMs: 16_001, settled: 3 }, () => 0)).toEqual({ ...nothing, spent: [1] });
});

it("beyond its budget a mailbox rests, with a wake at the end", async () => {
  expect(await after({ tookMs: 30_000, settled: 0 }, (ms) => ms / 2)).toEqual({
    spent: [20_000],
    held: [["m", 10_000, "rate"]],
    woken: [["a", 10_000]],
    log: ["a slow mailbox is paused"],
  });
});

it("a store that fails ends nothing", async () => {
  expect(await after({ tookMs: 30_000, settled: 0 }, () => new Error("no primary"))).toEqual({
    ...nothing,
    spent: [20_000],
    log: ["a slow mailbox's time could not be noted"],
  });
});
