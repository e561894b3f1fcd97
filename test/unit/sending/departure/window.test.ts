import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { everMeet, nextInWindow, weekdays, type Window } from "#shared/sending/departure/wall-time.ts";

const MINUTE_MS = 60_000;

const office: Window = { days: ["mon", "tue", "wed", "thu", "fri"], from: "09:00", to: "17:00", timezone: "Europe/Berlin" };
const next = (window: Window, now: string) => nextInWindow(window, new Date(now)).toISOString();

/** Looks at the clock of the zone each minute, as a person would. */
const byLooking = (window: Window, now: Date, mostMinutes: number): Date | undefined => {
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone: window.timezone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const isOpen = (at: number) => {
    const { weekday = "", hour = "", minute = "" } = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
    const time = `${hour}:${minute}`;
    return (window.days as readonly string[]).includes(weekday.toLowerCase()) && time >= window.from && time < window.to;
  };
  if (isOpen(now.getTime())) return now;
  const first = (Math.floor(now.getTime() / MINUTE_MS) + 1) * MINUTE_MS;
  for (let minute = 0; minute < mostMinutes; minute += 1)
    if (isOpen(first + minute * MINUTE_MS)) return new Date(first + minute * MINUTE_MS);
  return undefined;
};

describe("a window", () => {
  it.each([
    ["open", "2026-11-20T10:00:00.123Z", "2026-11-20T10:00:00.123Z"],
    ["open from its first moment", "2026-11-20T08:00:00.000Z", "2026-11-20T08:00:00.000Z"],
    ["closed before", "2026-11-20T07:59:59.999Z", "2026-11-20T08:00:00.000Z"],
    ["closed from its last moment, over the weekend", "2026-11-20T16:00:00.000Z", "2026-11-23T08:00:00.000Z"],
    ["by the clocks after they went back", "2026-10-24T10:00:00.000Z", "2026-10-26T08:00:00.000Z"],
    ["by the clocks after they went forward", "2026-03-28T10:00:00.000Z", "2026-03-30T07:00:00.000Z"],
  ])("is %s", (_what, now, opening) => {
    expect(next(office, now)).toBe(opening);
  });

  it("opens where the clocks jump over its hour, and not on a day that has none of it", () => {
    const sunday = { ...office, days: ["sun" as const] };

    expect(next({ ...sunday, from: "02:30", to: "04:00" }, "2026-03-28T12:00:00Z")).toBe("2026-03-29T01:00:00.000Z");
    expect(next({ ...sunday, from: "02:10", to: "02:50" }, "2026-03-28T12:00:00Z")).toBe("2026-04-05T00:10:00.000Z");
  });

  it("opens again where the clocks go back into it", () => {
    const sunday = { ...office, days: ["sun" as const] };

    expect(next({ ...sunday, from: "01:00", to: "02:30" }, "2026-10-25T00:40:00Z")).toBe("2026-10-25T01:00:00.000Z");
    expect(next({ ...sunday, from: "02:15", to: "02:45" }, "2026-10-25T00:50:00Z")).toBe("2026-10-25T01:15:00.000Z");
  });

  it.each([0, 1, 2, 3, 5, 8, 13, 21, 34])("opens at the second of the change, whenever it is asked (%i s)", (seconds) => {
    const now = new Date(Date.parse("2026-10-25T00:40:00Z") + seconds * 1_000).toISOString();

    expect(next({ ...office, days: ["sun"], from: "01:00", to: "02:30" }, now)).toBe("2026-10-25T01:00:00.000Z");
  });

  it("opens today by the zone's own date, which is another in UTC", () => {
    const evening = { ...office, from: "20:00", to: "22:00" };

    expect(next({ ...evening, timezone: "America/Los_Angeles" }, "2026-11-20T02:00:00Z")).toBe("2026-11-20T04:00:00.000Z");
    expect(next({ ...evening, timezone: "Asia/Tokyo" }, "2026-11-19T09:00:00Z")).toBe("2026-11-19T11:00:00.000Z");
  });

  it("lasts to the end of the day with 24:00", () => {
    expect(next({ ...office, days: ["sat"], from: "23:59", to: "24:00" }, "2026-11-21T22:59:30Z")).toBe("2026-11-21T22:59:30.000Z");
  });

  it("opens when a person sees it open, in every zone and across the changes of its clocks", () => {
    const changes = {
      "Europe/Berlin": ["2026-03-29T01:00Z", "2026-10-25T01:00Z"],
      "America/New_York": ["2026-03-08T07:00Z", "2026-11-01T06:00Z"],
      "America/St_Johns": ["2026-03-08T05:30Z", "2026-11-01T04:30Z"],
      "Australia/Lord_Howe": ["2026-04-04T15:00Z", "2026-10-03T15:30Z"],
      "Africa/Cairo": ["2026-04-23T22:00Z", "2026-10-29T21:00Z"],
      "America/Santiago": ["2026-04-05T03:00Z", "2026-09-06T04:00Z"],
      "Asia/Kathmandu": ["2026-06-01T00:00Z"],
      "Pacific/Apia": ["2011-12-30T10:00Z"],
    } as const;
    const hhmm = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
    const arbitrary = fc.record({
      timezone: fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[])),
      change: fc.nat(1),
      aside: fc.integer({ min: -2 * 86_400_000, max: 86_400_000 }),
      days: fc.subarray([...weekdays], { minLength: 1 }),
      // Small hours are where clocks change.
      from: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 1439 })),
      lasts: fc.integer({ min: 1, max: 600 }),
    });
    fc.assert(
      fc.property(arbitrary, ({ timezone, change, aside, days, from, lasts }) => {
        const at = changes[timezone][change] ?? changes[timezone][0];
        const now = new Date(Date.parse(at.replace("Z", ":00Z")) + aside);
        const window = { days, from: hhmm(from), to: hhmm(Math.min(1440, from + lasts)), timezone };
        const seen = byLooking(window, now, 2 * 1440);
        const found = nextInWindow(window, now);
        if (seen) expect(found).toEqual(seen);
        else expect(found.getTime()).toBeGreaterThan(now.getTime() + 2 * 86_400_000 - MINUTE_MS);
      }),
      { numRuns: 150 },
    );
  });
});

describe("two windows", () => {
  const NOW = new Date("2026-11-27T12:00:00Z");
  const hours = (days: Window["days"], from: string, to: string, timezone = "UTC"): Window => ({ days, from, to, timezone });
  it.each<readonly [string, Window, Window, boolean]>([
    ["the same", hours(["mon"], "09:00", "17:00"), hours(["mon"], "09:00", "17:00"), true],
    ["other days", hours(["mon"], "09:00", "17:00"), hours(["tue"], "09:00", "17:00"), false],
    ["one day of many", hours(["mon", "sun"], "09:00", "17:00"), hours(["sun", "tue"], "16:59", "24:00"), true],
    ["one begins when the other ends", hours(["mon"], "09:00", "12:00"), hours(["mon"], "12:00", "17:00"), false],
    ["other hours in zones that make them meet", hours(["mon"], "09:00", "12:00", "Asia/Tokyo"), hours(["mon"], "00:00", "01:00"), true],
    ["the same hours of zones that part them", hours(["mon"], "09:00", "12:00", "Asia/Tokyo"), hours(["mon"], "09:00", "12:00"), false],
    ["another day that the zone makes the same", hours(["tue"], "00:00", "08:00", "Asia/Tokyo"), hours(["mon"], "15:00", "16:00"), true],
    ["the present day, whose hours are over", hours(["fri"], "09:00", "10:00"), hours(["fri"], "09:30", "11:00"), true],
  ])("meet or not: %s", (_, one, other, isSo) => {
    expect([everMeet(one, other, NOW), everMeet(other, one, NOW)]).toEqual([isSo, isSo]);
  });
});
