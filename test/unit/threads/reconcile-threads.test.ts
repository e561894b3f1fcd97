import { expect, it } from "vitest";
import { endSnoozes, reconcileThreads } from "#shared/threads/reconcile-threads.ts";
import { recordingLog } from "#test/support/sending-rig.ts";

it("reconciling threads counts what a worker left, ends snoozes with their events, goes on with merges for a bounded number of steps, and tells of wrong threads", async () => {
  const log = recordingLog();
  const now = new Date("2026-11-20T10:00:00Z");
  const before: Date[] = [];
  let steps = 0;
  const published: string[] = [];
  const ended = [["655f1c2e9b1e8a0012345671"], ["655f1c2e9b1e8a0012345672"]];

  const ports = {
    threadReconciliation: {
      endSnoozes: async () => ended.shift() ?? [],
      countSent: async (until: Date) => before.push(until),
      goOn: async () => (steps += 1) > 0,
      check: async () => ["655f1c2e9b1e8a0012345678"],
    },
    eventOutbox: { publish: async (source: string, ids: readonly string[]) => (published.push(source, ...ids), []) },
    clock: { now: () => now },
    log,
  };

  await endSnoozes(ports);
  await reconcileThreads(ports);

  expect(before).toEqual([new Date("2026-11-20T09:59:00Z")]);
  expect(steps).toBe(100);
  expect(published).toEqual(["threads", "655f1c2e9b1e8a0012345671", "threads", "655f1c2e9b1e8a0012345672"]);
  expect(log.events).toContain("thread summaries differed from their messages");
});
