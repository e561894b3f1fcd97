import { expect, it } from "vitest";
import { UNCLEAR_ANSWER } from "#shared/sending/waiting.ts";
import { mayLeaveByReplies } from "#shared/sending/deliver/prepare.ts";
import { transitions } from "#shared/sending/transitions.ts";
import { outcomeOf } from "#test/support/delivered.ts";
import { aSend } from "#test/support/inbox-store.ts";
import { aMailbox } from "#test/support/mailbox.ts";

const HOUR = 3_600_000;
const now = new Date("2026-11-22T08:00:00Z");
const judged = (facts: object, found: "answer_unclear" | "replied" | undefined, isChecked = true) =>
  mayLeaveByReplies(
    { answers: { pull: async () => true, to: async () => found, away: async () => undefined }, clock: { now: () => now } },
    aSend(aMailbox(), { cancelOn: ["reply"], ...facts }),
    async () => isChecked,
  );
const since = (hours: number) => ({ unclearSince: new Date(now.getTime() - hours * HOUR) });
const waits = (afterMs: number) => ({ kind: "waits", afterMs, lastError: UNCLEAR_ANSWER, isUnclear: true });

it("an unclear answer cancels nothing for 72 hours, whatever becomes of the look into the mailbox", async () => {
  for (const cancelOnUnknown of ["send", undefined])
    for (const isChecked of [true, false]) {
      expect(await judged({ cancelOnUnknown }, "answer_unclear", isChecked)).toEqual(waits(15 * 60_000));
      expect(await judged({ cancelOnUnknown, ...since(71.9) }, "answer_unclear", isChecked)).toEqual(waits(0.1 * HOUR));
    }
});

it("every such wait ends: by what the sender said, or by the cancel", async () => {
  expect(await judged({ cancelOnUnknown: "send", ...since(72) }, "answer_unclear")).toEqual({ kind: "ready" });
  expect(await judged(since(72), "answer_unclear")).toEqual({ kind: "cancelled", reason: "answer_unclear" });
});

it("a clear answer, or none, decides at once, however long it has waited", async () => {
  expect(await judged(since(1), "replied")).toEqual({ kind: "cancelled", reason: "replied" });
  expect(await judged(since(1), undefined)).toEqual({ kind: "ready" });
});

it("holds only the email that it may cancel, and spends no attempt", async () => {
  const { emails, submitted } = await outcomeOf({
    emails: [{}, { cancelOn: ["reply"] }, {}],
    ports: () => ({ answers: { pull: async () => true, to: async () => "answer_unclear", away: async () => undefined } }),
  });

  expect(submitted).toBe(2);
  expect(emails.map(({ status }) => status)).toEqual(["sent", "queued", "sent"]);
  expect(emails[1]).toMatchObject({ attempts: 0, dueInS: 900, lastError: UNCLEAR_ANSWER });
});

it("a retry or a crash does not begin the 72 hours anew; a move does", () => {
  for (const move of ["requeue", "requeueCrashed", "claim", "intend"] as const)
    expect([move, "clear" in transitions[move] ? (transitions[move].clear as readonly string[]) : []]).not.toContainEqual(
      expect.arrayContaining(["unclearSince"]),
    );
  for (const move of ["move", "moveToNow", "succeed", "fail", "withdraw", "cancel", "expire"] as const)
    expect(transitions[move].clear).toContain("unclearSince");
});
