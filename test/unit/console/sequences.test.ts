// The screen of a sequence: what a cell says, and what a rehearsal says of it.
import { describe, expect, it } from "vitest";
import { afterWords, cellOf } from "#shared/console/screens/sequences/cells.ts";
import { allDays, partOf } from "#shared/console/screens/rehearsal/calendar.tsx";

describe("a cell", () => {
  const at = "2026-11-27T10:00:00.000Z";
  const now = Date.parse(at) - 1;
  const step = { step: 1, send_id: "655f1c2e9b1e8a00123456bb", status: "scheduled", cancel_reason: "" } as const;
  const sent = { ...step, status: "sent", sent_at: at } as const;

  it.each([
    [{ ...step, scheduled_at: at }, false, "waits", at],
    [{ ...step, scheduled_at: at }, true, "paused", undefined],
    [{ ...step, scheduled_at: at, away_until: at }, false, "away", at],
    [sent, true, "sent", at],
    [{ ...sent, replied_at: at }, false, "answered", at],
    [{ ...sent, bounced_at: at }, false, "bounced", at],
    [{ ...step, status: "failed" }, true, "failed", undefined],
    [{ ...step, status: "cancelled", cancel_reason: "replied", scheduled_at: at }, true, "cancelled", undefined],
  ] as const)("of %j, paused: %s, says %s", (of, isPaused, state, time) => {
    expect(cellOf(of, isPaused, now)).toMatchObject({ state, ...(time && { at: time }) });
  });

  it("says why a step was cancelled", () => {
    expect(cellOf({ ...step, status: "cancelled", cancel_reason: "left" }, false, now).why).toBe("they have left");
  });
});

describe("the wait of a step", () => {
  it.each([
    ["", "when somebody is added"],
    ["P1D", "1 day after the one before"],
    ["PT4H", "4 hours after the one before"],
    ["P1DT2H", "P1DT2H after the one before"],
  ])("of %j is told as %j", (duration, words) => {
    expect(afterWords(duration)).toBe(words);
  });
});

describe("a rehearsal", () => {
  const email = { id: "1", mailbox_id: "a", to_email: "ann@example.com", subject: "", ends: "leaves" as const, reason: "" };

  it("shows the days between on which nothing leaves", () => {
    const on = (day: string) => ({ day, mailbox_id: "a", leaves: 1 });
    expect(allDays([on("2026-11-30"), on("2026-11-27")])).toEqual(["2026-11-27", "2026-11-28", "2026-11-29", "2026-11-30"]);
    expect(allDays([])).toEqual([]);
  });

  it("counts a sequence's emails by its reader's days", () => {
    const emails = [
      { ...email, at: "2026-11-27T23:30:00.000Z" },
      { ...email, ends: "cancelled" as const, reason: "replied" },
      { ...email, ends: "later" as const },
    ];
    expect(partOf(emails, "Europe/Berlin")).toEqual({
      emails: 3,
      leaves: 1,
      cancelled: 1,
      fails: 0,
      later: 1,
      days: [{ day: "2026-11-28", mailbox_id: "a", leaves: 1 }],
    });
  });
});
