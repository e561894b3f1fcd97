import { expect, it } from "vitest";
import { changesPace, gapBounds, nextStepOf, paceFrom, paceOf, rampAt } from "#shared/mailboxes/pace.ts";

const DAY_MS = 86_400_000;
const since = new Date("2026-11-21T09:00:00Z");
const later = (ms: number) => new Date(since.getTime() + ms);
const ramp = { from: 20, by: 25, to: 80, since };

it.each([
  ["allows its first number on the first day", 0, 20],
  ["until the day is over", DAY_MS - 1, 20],
  ["then more", DAY_MS, 45],
  ["and more", 2 * DAY_MS, 70],
  ["and never more than its last", 3 * DAY_MS, 80],
  ["for ever", 900 * DAY_MS, 80],
  ["where a clock is behind its first", -DAY_MS, 20],
])("a ramp %s", (_, ms, most) => {
  expect(rampAt(ramp, later(ms))).toBe(most);
});

it.each([
  ["in a day", 0, DAY_MS],
  ["at the end of the day", DAY_MS - 1, DAY_MS],
  ["in another", DAY_MS, 2 * DAY_MS],
  ["never at its end", 3 * DAY_MS, undefined],
])("a ramp's next step is %s", (_, ms, at) => {
  expect(nextStepOf(ramp, later(ms))).toEqual(at === undefined ? undefined : later(at));
});

it("a ramp begins when it is set, goes on when the same is set again, and begins anew when it changes", () => {
  const { since: _since, ...asked } = ramp;
  const first = paceFrom({ ramp: asked }, undefined, since);
  expect(first).toEqual({ ramp });
  expect(paceFrom({ ramp: asked }, first, later(DAY_MS))).toEqual({ ramp });
  for (const other of [{ from: 21 }, { by: 6 }, { to: 81 }])
    expect(paceFrom({ ramp: { ...asked, ...other } }, first, later(DAY_MS))).toEqual({
      ramp: { ...asked, ...other, since: later(DAY_MS) },
    });
  expect(paceFrom({ ramp: null }, first, since)).toEqual({ ramp: null });
  expect(paceFrom({ minGap: "PT1M" }, first, since)).toEqual({ minGap: "PT1M" });
});

it("a mailbox has the limits that are set, and null is none", () => {
  expect(paceOf({})).toBeUndefined();
  expect(paceOf({ minGap: null, ramp: null, maxHourlySends: null, workday: null })).toBeUndefined();
  expect(paceOf({ minGap: null, maxHourlySends: 3 })).toEqual({ maxHourlySends: 3 });
  expect([changesPace({}), changesPace({ ramp: null }), changesPace({ maxHourlySends: 3 })]).toEqual([false, true, true]);
  expect([gapBounds(undefined), gapBounds("PT90S"), gapBounds({ from: "PT1M", to: "PT2M" })]).toEqual([
    [0, 0],
    [90_000, 90_000],
    [60_000, 120_000],
  ]);
});
