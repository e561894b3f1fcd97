import * as fc from "fast-check";
import { expect, it } from "vitest";
import {
  type ClaimFacts,
  DAY_MS,
  type Headroom,
  fullPause,
  isBusy,
  judgeClaim,
  MINUTE_MS,
  remembersRoom,
} from "#shared/sending/deliver/claim.ts";

const at = new Date("2026-11-21T09:00:00Z");
const after = (ms: number) => new Date(at.getTime() + ms);
const dueOf = (count: number, deaths = 0) => Array.from({ length: count }, (_, n) => ({ id: `send ${n}`, deaths }));
const largeOf = (count: number, bodyBytes: number) => Array.from({ length: count }, (_, n) => ({ id: `send ${n}`, bodyBytes }));
const facts = (given: Partial<ClaimFacts> = {}): ClaimFacts => ({ at, due: dueOf(50), workers: 0, reserved: 0, ...given });

it.each([
  ["takes what is due", { size: 50 }, facts({ due: dueOf(7) }), { kind: "take", count: 7 }],
  ["takes no more than its size", { size: 25 }, facts(), { kind: "take", count: 25 }],
  ["takes nothing where nothing is due", { size: 50, maxDaily: 0 }, facts({ due: [] }), { kind: "take", count: 0, headroom: 0 }],
  [
    "takes up to the cap, with what is under way",
    { size: 50, maxDaily: 40 },
    facts({ reserved: 10, inDay: 20 }),
    { kind: "take", count: 10, headroom: 0 },
  ],
  [
    "trusts remembered room",
    { size: 50, maxDaily: 400 },
    facts({ headroom: 60, reserved: 300 }),
    { kind: "take", count: 50, headroom: 10 },
  ],
  ["is full at the cap", { size: 50, maxDaily: 40 }, facts({ inDay: 40 }), { kind: "full", windowMs: DAY_MS }],
  [
    "is full at the pace",
    { size: 50, maxDaily: 400, perMinute: 30 },
    facts({ inDay: 0, inMinute: 30 }),
    { kind: "full", windowMs: MINUTE_MS },
  ],
  [
    "keeps the pace with what is under way",
    { size: 50, maxDaily: 400, perMinute: 30 },
    facts({ reserved: 5, inMinute: 10 }),
    { kind: "take", count: 15, headroom: 380 },
  ],
  ["leaves to two workers", { size: 50 }, facts({ workers: 2 }), { kind: "busy" }],
  ["waits at a held mailbox", { size: 50, maxDaily: 40 }, facts({ heldUntil: after(1) }), { kind: "paused", forMs: 1 }],
  [
    "goes on once a hold has ended",
    { size: 50, maxDaily: 40 },
    facts({ heldUntil: at, inDay: 0 }),
    { kind: "take", count: 40, headroom: 0 },
  ],
  ["takes from a held mailbox what will not be sent", { size: 50 }, facts({ heldUntil: after(1) }), { kind: "take", count: 50 }],
  ["takes half of what a worker died of", { size: 50 }, facts({ due: dueOf(50, 1) }), { kind: "take", count: 25 }],
  [
    "takes what never killed before what did",
    { size: 50 },
    facts({ due: [...dueOf(3), ...dueOf(1, 5), ...dueOf(40)] }),
    { kind: "take", count: 3 },
  ],
  ["takes alone what has killed five times", { size: 50 }, facts({ due: [...dueOf(1, 5), ...dueOf(49)] }), { kind: "take", count: 1 }],
  ["takes what a worker can hold of large bodies", { size: 50 }, facts({ due: largeOf(50, 1_000_000) }), { kind: "take", count: 5 }],
  ["takes the largest body alone", { size: 50 }, facts({ due: largeOf(2, 9_000_000) }), { kind: "take", count: 1 }],
  ["takes alone what has killed often", { size: 50 }, facts({ due: dueOf(50, 7) }), { kind: "take", count: 1 }],
] as const)("%s", (_, limits, known, verdict) => {
  expect(judgeClaim(limits, known)).toEqual(verdict.kind === "take" ? { headroom: undefined, ...verdict } : verdict);
});

it("holds until the oldest email leaves the window, a minute while something is under way, five minutes at most", () => {
  expect(fullPause({ at, reserved: 0 }, DAY_MS, after(-DAY_MS + 5_000))).toEqual({ until: after(5_000), for: "daily_limit" });
  expect(fullPause({ at, reserved: 0 }, DAY_MS, after(-1_000))).toEqual({ until: after(300_000), for: "daily_limit" });
  expect(fullPause({ at, reserved: 1 }, DAY_MS, after(-DAY_MS + 5_000))).toEqual({ until: after(60_000), for: "daily_limit" });
  expect(fullPause({ at, reserved: 0 }, DAY_MS, undefined)).toEqual({ until: after(300_000), for: "daily_limit" });
  expect(fullPause({ at, reserved: 0 }, MINUTE_MS, after(-MINUTE_MS + 5_000))).toEqual({ until: after(5_000), for: "rate" });
});

it("lets two workers deliver for a mailbox, and no third", () => {
  expect([0, 1, 2, 3].map(isBusy)).toEqual([false, false, true, true]);
});

it("never lets claims exceed the cap, whatever was refused between them, and reaches it", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 40, max: 500 }),
      fc.integer({ min: 1, max: 50 }),
      fc.array(fc.record({ refused: fc.nat(50), stays: fc.nat(50) }), { maxLength: 40 }),
      (maxDaily, size, rounds) => {
        let known: Headroom = {};
        let [accepted, reserved] = [0, 0];
        for (const { refused, stays } of [...rounds, ...Array.from({ length: 500 }, () => ({ refused: 0, stays: 0 }))]) {
          const headroom = remembersRoom({ size, maxDaily }, known) ? known.headroom : undefined;
          const verdict = judgeClaim({ size, maxDaily }, facts({ due: dueOf(size), reserved, inDay: accepted, headroom }));
          if (verdict.kind === "take") {
            known = { maxDaily, ...(verdict.headroom !== undefined && { headroom: verdict.headroom }) };
            reserved += verdict.count;
          }
          expect(accepted + reserved).toBeLessThanOrEqual(maxDaily);
          const ended = Math.max(0, reserved - stays);
          accepted += Math.max(0, ended - refused);
          reserved -= ended;
        }
        expect(accepted).toBe(maxDaily);
      },
    ),
  );
});
