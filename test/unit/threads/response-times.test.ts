import { describe, expect, it } from "vitest";
import type { Window } from "#shared/sending/departure/wall-time.ts";
import { type Response, responseTimes, workingMs } from "#shared/threads/response-times.ts";

const HOUR = 3_600_000;
const weekdays = ["mon", "tue", "wed", "thu", "fri"] as const;
const berlin: Window = { days: weekdays, from: "09:00", to: "17:00", timezone: "Europe/Berlin" };
const hours = (from: string, to: string, window: Window = berlin) => workingMs(new Date(from), new Date(to), window) / HOUR;

describe("working time", () => {
  it("is what lies in the hours, by the clocks of the zone", () => {
    // Friday 16:00 to Monday 10:00 in Berlin.
    expect(hours("2026-11-20T15:00:00Z", "2026-11-23T09:00:00Z")).toBe(2);
    expect(hours("2026-11-21T09:00:00Z", "2026-11-22T20:00:00Z")).toBe(0);
    expect(hours("2026-11-23T06:00:00Z", "2026-11-23T20:00:00Z")).toBe(8);
    expect(hours("2026-11-23T08:30:00Z", "2026-11-23T09:00:00Z")).toBe(0.5);
    expect(hours("2026-11-23T09:00:00Z", "2026-11-23T08:00:00Z")).toBe(0);
  });

  it("is right where the clocks change, at the day's end and across the date line", () => {
    const always = { days: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"], from: "00:00", to: "24:00" } as const;
    // 25 October 2026 has 25 hours in Berlin, 29 March 23.
    expect(hours("2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", { ...always, timezone: "Europe/Berlin" })).toBe(25);
    expect(hours("2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z", { ...always, timezone: "Europe/Berlin" })).toBe(23);
    expect(hours("2026-11-22T20:00:00Z", "2026-11-22T21:00:00Z", { ...berlin, timezone: "Pacific/Auckland" })).toBe(1);
  });

  it("is the whole time without hours, and bounded with them", () => {
    expect(workingMs(new Date(0), new Date(5))).toBe(5);
    expect(hours("2020-01-01T00:00:00Z", "2026-01-01T00:00:00Z")).toBeLessThan(101 * 8);
  });
});

it("first answers are told by mailbox, person and label, and what is not done by age", async () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 10, minutes));
  const response = (minutes: number, facts: Partial<Response> = {}): Response => ({
    askedAt: at(0),
    answeredAt: at(minutes),
    mailboxId: "m",
    assignedTo: "",
    labels: [],
    ...facts,
  });
  const responses = [
    ...Array.from({ length: 8 }, (_, n) => response(n + 1)),
    response(9, { assignedTo: "anna", labels: ["vip", "order"] }),
    response(100, { mailboxId: "n", labels: ["vip"] }),
  ];
  const pending = [30, 90, 300, 2_000, 9_000].map((minutes) => ({ state: "open" as const, since: at(-minutes) }));
  const figures = { responses: async () => responses, pending: async () => [...pending, { state: "waiting" as const, since: at(-1) }] };
  const asked = { since: at(-60), before: at(200) };

  const told = await responseTimes(figures, "u", asked, at(0));

  expect(told.firstResponse).toEqual({ answered: 10, medianSeconds: 300, p90Seconds: 540 });
  expect(told.mailboxes.map(({ mailboxId, answered }) => [mailboxId, answered])).toEqual([
    ["m", 9],
    ["n", 1],
  ]);
  expect(told.assignees[1]).toEqual({ assignedTo: "anna", answered: 1, medianSeconds: 540, p90Seconds: 540 });
  expect(told.labels.map(({ label, answered }) => [label, answered])).toEqual([
    ["order", 1],
    ["vip", 2],
  ]);
  expect(told.open).toEqual({ underHour: 1, underFourHours: 1, underDay: 1, underThreeDays: 1, older: 1 });
  expect(told.waiting).toMatchObject({ underHour: 1, older: 0 });
  expect(told.complete).toBe(true);
  await expect(responseTimes(figures, "u", { since: at(1), before: at(0) }, at(0))).rejects.toThrow();
  expect((await responseTimes({ responses: async () => [], pending: async () => [] }, "u", asked, at(0))).firstResponse).toEqual({
    answered: 0,
    medianSeconds: 0,
    p90Seconds: 0,
  });
});
