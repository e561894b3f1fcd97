import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sendJob } from "#shared/service/queue-messages.ts";
import { planWakes } from "#shared/sending/wake/plan-wakes.ts";
import { ids } from "#shared/platform/system.ts";

const now = new Date("2026-11-21T09:00:00Z");
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const aWaiting = (seconds: number, mailboxId = "a".repeat(24)) => ({
  id: ids.objectId(),
  userId: "c".repeat(24),
  mailboxId,
  dueAt: inSeconds(seconds),
});

describe("planning wake-ups", () => {
  it.each([
    [1, [1]],
    [25, [25]],
    [26, [25, 1]],
    [60, [30, 30]],
    [1_000, [500, 500]],
    [1_001, [500, 500, 1]],
  ])("wakes no more workers for %i due sends of one mailbox than may deliver for it", (count, sizes) => {
    const wakes = planWakes(
      Array.from({ length: count }, () => aWaiting(0)),
      now,
    );

    expect(wakes.map(({ job }) => job.sendIds.length)).toEqual(sizes);
    expect(wakes.every(({ delaySeconds }) => delaySeconds === 0)).toBe(true);
  });

  it("hands far sends to the scheduling job, 25 at a time", () => {
    const wakes = planWakes(
      Array.from({ length: 1000 }, (_, index) => aWaiting(901 + index)),
      now,
    );

    expect(wakes).toHaveLength(40);
    expect(new Set(wakes.map(({ job }) => job.job))).toEqual(new Set(["schedule"]));
  });

  it("stands in its account's line, and in that of the host that it waits for", () => {
    const tenantsOf = (host: string | undefined) =>
      planWakes(
        [60, 7_200].map((s) => ({ ...aWaiting(s), host })),
        now,
      ).map(({ tenant }) => tenant);
    const account = "c".repeat(24);

    expect(tenantsOf(undefined)).toEqual([account, account]);
    expect(tenantsOf("smtp.peer.test")).toEqual(["smtp.peer.test", "smtp.peer.test"]);
    for (const host of ["smtp.bücher.test", "", "x".repeat(129)]) expect(tenantsOf(host)).toEqual([account, account]);
  });

  it("delays to the second, up to 15 minutes", () => {
    expect(planWakes([aWaiting(900)], now)).toMatchObject([{ job: { job: "deliver" }, delaySeconds: 900 }]);
    expect(planWakes([aWaiting(0.4)], now)).toMatchObject([{ delaySeconds: 1 }]);
    expect(planWakes([aWaiting(-5)], now)).toMatchObject([{ delaySeconds: 0 }]);
  });

  it("wakes sends together that are due within ten seconds of each other, near or far", () => {
    const within = [300, 305, 310, 311, 400].map((seconds) => aWaiting(seconds));

    expect(planWakes(within, now).map(({ delaySeconds }) => delaySeconds)).toEqual([310, 311, 400]);
  });

  it("names every send once, in valid messages, never before it is due and at most 10 s after", () => {
    const waiting = fc.record({ seconds: fc.integer({ min: -100, max: 2_000 }), box: fc.integer({ min: 0, max: 3 }) });
    fc.assert(
      fc.property(fc.array(waiting, { maxLength: 120 }), (items) => {
        const sends = items.map(({ seconds, box }) => aWaiting(seconds, `${box}`.repeat(24)));
        const byId = new Map(sends.map((send) => [send.id, send]));
        const wakes = planWakes(sends, now);

        expect(wakes.flatMap(({ job }) => job.sendIds).toSorted()).toEqual(sends.map(({ id }) => id).toSorted());
        for (const { job, delaySeconds } of wakes) {
          expect(sendJob.safeParse(job).success).toBe(true);
          for (const id of job.job === "deliver" ? job.sendIds : []) {
            const late = delaySeconds - Math.max(0, (byId.get(id)!.dueAt.getTime() - now.getTime()) / 1000);
            expect(late).toBeGreaterThanOrEqual(0);
            expect(late).toBeLessThanOrEqual(10);
          }
        }
      }),
    );
  });
});
