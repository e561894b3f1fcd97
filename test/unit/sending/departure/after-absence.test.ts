import { describe, expect, it } from "vitest";
import { afterAbsence, type AwayNote } from "#shared/sending/departure/departure.ts";
import { mayLeaveByReplies } from "#shared/sending/deliver/prepare.ts";
import type { Window } from "#shared/sending/departure/wall-time.ts";
import type { Send } from "#shared/sending/send.ts";
import { UNCLEAR_ANSWER, waitOf } from "#shared/sending/waiting.ts";

const berlin: Window = { days: ["mon", "tue", "wed", "thu", "fri"], from: "09:00", to: "17:00", timezone: "Europe/Berlin" };
const onAway = { wait: "until_return", else: "P7D" } as const;
// A Friday.
const planned = new Date("2026-11-27T14:00:00Z");
const receivedAt = new Date("2026-11-26T08:00:00Z");
const leaves = (returnsOn: string | undefined, more: Partial<Send> = {}) =>
  afterAbsence({ onAway, createdAt: planned, scheduledAt: planned, ...more }, { receivedAt, returnsOn }).toISOString();

describe("an email whose recipient is away", () => {
  it.each<[string, Partial<Send>, string, string]>([
    ["in its window, the working day after", { window: berlin }, "2026-12-01", "2026-12-02T08:00:00.000Z"],
    ["in its window, after a weekend", { window: berlin }, "2026-12-04", "2026-12-07T08:00:00.000Z"],
    ["in summer time", { window: berlin }, "2027-04-01", "2027-04-02T07:00:00.000Z"],
    ["in a window of weekends alone", { window: { ...berlin, days: ["sat"] } }, "2026-12-01", "2026-12-05T08:00:00.000Z"],
    [
      "on no Sunday, even when its window has it",
      { window: { ...berlin, days: ["sun", "mon"] } },
      "2026-12-05",
      "2026-12-07T08:00:00.000Z",
    ],
    [
      "on no Saturday, even when its window has it",
      { window: { ...berlin, days: ["mon", "fri", "sat"] } },
      "2026-12-04",
      "2026-12-07T08:00:00.000Z",
    ],
    ["at the hour of its plan, without a window", {}, "2026-12-01", "2026-12-02T14:00:00.000Z"],
    ["after the weekend, without a window", {}, "2026-12-04", "2026-12-07T14:00:00.000Z"],
    [
      "at the hour of its place",
      { sendAt: { local: "2026-11-27T15:00", timezone: "Europe/Berlin" } },
      "2027-03-30",
      "2027-03-31T13:00:00.000Z",
    ],
    ["never earlier than planned", { window: berlin }, "2026-11-20", "2026-11-27T14:00:00.000Z"],
    ["at most a year later", {}, "2029-12-01", "2027-11-28T14:00:00.000Z"],
  ])("leaves %s", (_, more, returnsOn, at) => {
    expect(leaves(returnsOn, more)).toBe(at);
  });

  it("leaves some time after the note when nobody knows the return", () => {
    expect(leaves(undefined)).toBe("2026-12-03T08:00:00.000Z");
    expect(leaves(undefined, { window: berlin, onAway: { wait: "until_return", else: "P9D" } })).toBe("2026-12-07T08:00:00.000Z");
  });
});

describe("a due email", () => {
  const now = new Date("2026-11-27T14:00:00Z");
  const note: AwayNote = { receivedAt, returnsOn: "2026-12-01" };
  const judge = (send: Partial<Send>, away: AwayNote | undefined, reason?: "replied", isChecked = true) =>
    mayLeaveByReplies(
      { answers: { pull: async () => true, to: async () => reason, away: async () => away }, clock: { now: () => now } },
      { createdAt: planned, scheduledAt: planned, ...send } as Send,
      async () => isChecked,
    );
  const later = { kind: "later", at: new Date("2026-12-02T14:00:00Z"), why: "away" };

  it("waits for the return where it is to, and else ignores the note", async () => {
    expect(await judge({ onAway }, note)).toEqual(later);
    expect(await judge({ onAway }, undefined)).toEqual({ kind: "ready" });
    expect(await judge({}, note)).toEqual({ kind: "ready" });
    expect(await judge({ cancelOn: ["reply"] }, note)).toEqual({ kind: "ready" });
  });

  it("is cancelled by an answer first, and waits although the server cannot be asked", async () => {
    expect(await judge({ onAway, cancelOn: ["reply"] }, note, "replied")).toEqual({ kind: "cancelled", reason: "replied" });
    expect(await judge({ onAway }, note, undefined, false)).toEqual(later);
  });

  it("leaves once the day has come", async () => {
    expect(await judge({ onAway }, { receivedAt, returnsOn: "2026-11-25" })).toEqual({ kind: "ready" });
  });

  it("says that it waits for the absence, until it is moved", () => {
    const state = { isDisconnected: false };
    const at = later.at;
    const waits = { status: "scheduled", attempts: 0, lastError: "", dueAt: at, scheduledAt: at } as unknown as Send;

    expect(waitOf({ ...waits, awayUntil: at }, state, now).waitingFor).toBe("away");
    expect(waitOf(waits, state, now).waitingFor).toBe("");
    expect(waitOf({ ...waits, dueAt: now, awayUntil: at }, state, now).waitingFor).toBe("");
    expect(waitOf({ ...waits, status: "queued", lastError: UNCLEAR_ANSWER, awayUntil: at }, state, now).waitingFor).toBe("unclear_answer");
  });
});
