import { describe, expect, it } from "vitest";
import { durationMs } from "#shared/platform/duration.ts";
import { momentOf, wallOf, zones } from "#shared/sending/departure/wall-time.ts";

const momentIn = (timezone: string, local: string) => momentOf({ local, timezone }).toISOString();

describe("a time on the wall", () => {
  it.each([
    ["Europe/Berlin", "2026-12-01T09:00", "2026-12-01T08:00:00.000Z"],
    ["Europe/Berlin", "2026-07-01T09:00:30", "2026-07-01T07:00:30.000Z"],
    ["UTC", "2026-07-01T09:00", "2026-07-01T09:00:00.000Z"],
    ["Asia/Kathmandu", "2026-07-01T00:10", "2026-06-30T18:25:00.000Z"],
    ["Pacific/Kiritimati", "2026-07-01T00:00", "2026-06-30T10:00:00.000Z"],
    ["America/Los_Angeles", "2026-12-31T23:59", "2027-01-01T07:59:00.000Z"],
  ])("is a moment of %s", (timezone, local, moment) => {
    expect(momentIn(timezone, local)).toBe(moment);
  });

  it.each([
    ["Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:30:00.000Z"],
    ["America/New_York", "2026-03-08T02:30", "2026-03-08T07:30:00.000Z"],
    ["Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:45:00.000Z"],
  ])("that the clocks of %s skip is counted with the offset before the gap", (timezone, local, moment) => {
    expect(momentIn(timezone, local)).toBe(moment);
  });

  it.each([
    ["Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30:00.000Z"],
    ["America/New_York", "2026-11-01T01:30", "2026-11-01T05:30:00.000Z"],
    ["Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-04T14:45:00.000Z"],
  ])("that the clocks of %s show twice is the first", (timezone, local, moment) => {
    expect(momentIn(timezone, local)).toBe(moment);
  });

  it("follows the rules of its zone as they are when it is asked", () => {
    const hour = 3_600_000;
    const summerForEver = () => () => 2 * hour;

    expect(momentOf({ local: "2026-12-01T09:00", timezone: "Europe/Berlin" }, summerForEver).toISOString()).toBe(
      "2026-12-01T07:00:00.000Z",
    );
  });

  it.each(["2026-02-30T09:00", "2026-13-01T09:00", "2026-12-01T25:00", "tomorrow", ""])("is not %j", (local) => {
    expect(wallOf(local)).toBeNaN();
  });

  it("has the same offset through a whole second", () => {
    expect(zones("Europe/Berlin")(Date.parse("2026-07-01T00:00:00.500Z"))).toBe(7_200_000);
  });
});

describe("a duration", () => {
  it.each([
    ["P3D", 259_200_000],
    ["PT4H", 14_400_000],
    ["P1DT12H30M15S", 131_415_000],
    ["P2W", 1_209_600_000],
    ["PT0S", 0],
  ])("%s is %d ms", (text, ms) => {
    expect(durationMs(text)).toBe(ms);
  });

  it.each(["", "P", "PT", "P1DT", "P1M", "P1Y", "P1.5D", "-P1D", "P1W1D", "p1d", "3 days", "PT99999999999S", " P1D"])(
    "%j is none",
    (text) => {
      expect(durationMs(text)).toBeUndefined();
    },
  );
});
