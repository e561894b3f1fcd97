import { describe, expect, it } from "vitest";
import { dateTime, pastDateTime } from "#shared/api/fields.ts";

describe("RFC 3339", () => {
  it.each([
    ["2026-11-21T09:30:00Z", "2026-11-21T09:30:00.000Z"],
    ["2026-11-21t09:30:00.5z", "2026-11-21T09:30:00.500Z"],
    ["2026-11-21T09:30:00+01:00", "2026-11-21T08:30:00.000Z"],
    ["2026-12-31T23:59:60Z", "2027-01-01T00:00:00.000Z"],
    ["2026-12-31t23:59:60.25z", "2027-01-01T00:00:00.250Z"],
    ["2027-01-01T00:59:60+01:00", "2027-01-01T00:00:00.000Z"],
    ["2027-01-01T05:29:60+05:30", "2027-01-01T00:00:00.000Z"],
  ])("reads %s", (text, expected) => {
    expect(dateTime.parse(text).toISOString()).toBe(expected);
  });

  it.each([
    "2026-11-21",
    "2026-11-21T09:30:60Z",
    "2026-11-21T09:59:60+05:30",
    "2026-11-21T09:30:61Z",
    "2026-02-30T00:00:00Z",
    "2026-11-21T24:00:00Z",
    "",
    5,
  ])("refuses %j", (text) => {
    const parsed = dateTime.safeParse(text);

    expect(parsed.error?.issues.map(({ message }) => message)).toEqual([expect.stringContaining("RFC 3339")]);
  });

  it("takes no date of the future where mail is pulled from", () => {
    expect(pastDateTime.safeParse(new Date(Date.now() + 3_600_000).toISOString()).error?.issues[0]?.message).toMatch(/future/);
    expect(pastDateTime.safeParse(new Date(Date.now() - 1_000).toISOString()).success).toBe(true);
  });
});
