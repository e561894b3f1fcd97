import { describe, expect, it } from "vitest";
import { sendEffectsOf, recordAgain } from "#shared/inbox/ingest/send-effects.ts";
import type { DecidedMail, RecordedOnSend } from "#shared/inbox/ingest/prepared-mail.ts";
import { transitions } from "#shared/sending/transitions.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 12, minute));
const nameOf = (move: object) => Object.entries(transitions).find(([, one]) => one === move)![0];

const mail = (minute: number, recorded: DecidedMail["recorded"], known: RecordedOnSend = {}, facts: object = {}) =>
  ({ message: { receivedAt: at(minute) }, concerns: { id: "s", ...known }, recorded, ...facts }) as unknown as DecidedMail;
const report = (minute: number, emails: readonly string[], known: RecordedOnSend = {}, facts: object = {}) =>
  mail(minute, "bounced", known, { bounce: { reason: `at ${minute}` }, returned: emails.map((email) => ({ email, ...facts })) });
/** The moves that follow the arrival of something, with what each sets. */
const movesOf = (...mails: readonly DecidedMail[]) =>
  sendEffectsOf(mails)
    .filter(({ move }) => move !== transitions.succeedLate)
    .map(({ sendId, move, change }) => [sendId, nameOf(move), change.set]);

describe("what mail makes of sends", () => {
  it("begins with their arrival, and is nothing of mail that concerns none", () => {
    const notes = sendEffectsOf([mail(1, undefined), mail(2, "replied"), { message: {} } as DecidedMail]);
    expect(notes.map(({ move }) => nameOf(move))).toEqual(["succeedLate", "succeedLate", "noteReply"]);
    expect(notes[0]!.change).toEqual({ compute: { sentAt: { sameAs: "countedAt" } } });
  });

  it("counts the earliest answer and tells of the first, in one page and over several", () => {
    const page = movesOf(mail(5, "replied"), mail(7, "replied"), mail(3, "replied"));
    expect(page).toEqual([
      ["s", "noteReply", { repliedAt: at(5) }],
      ["s", "amend", { repliedAt: at(3) }],
    ]);
    expect(movesOf(mail(5, "replied", { repliedAt: at(4) }))).toEqual([]);
    expect(movesOf(mail(3, "replied", { repliedAt: at(4) }))).toEqual([["s", "amend", { repliedAt: at(3) }]]);
  });

  it("notes one complaint", () => {
    expect(movesOf(mail(5, "complained"), mail(3, "complained"))).toEqual([["s", "noteComplaint", { complainedAt: at(5) }]]);
  });

  it("notes each recipient's return once, and the earliest time with its reason", () => {
    const bounce = (minute: number, email: string) => ({ email, at: at(minute) });
    expect(movesOf(report(5, ["a@x", "b@x"]), report(4, ["b@x", "c@x"]))).toEqual([
      ["s", "noteBounce", { bounces: [bounce(5, "a@x")] }],
      ["s", "noteBounce", { bounces: [bounce(5, "a@x"), bounce(5, "b@x")] }],
      ["s", "amend", { bouncedAt: at(5), bounceReason: "at 5" }],
      ["s", "noteBounce", { bounces: [bounce(5, "a@x"), bounce(5, "b@x"), bounce(4, "c@x")] }],
      ["s", "amend", { bouncedAt: at(4), bounceReason: "at 4" }],
    ]);
  });

  it("lets what proves take the place of what informs, and never the other way", () => {
    const informed = { bouncedAt: at(1), bounces: [{ email: "a@x", at: at(1), reason: "", unproven: true as const }] };
    const proven = { bouncedAt: at(1), bounces: [{ email: "a@x", at: at(1), reason: "" }] };
    expect(movesOf(report(2, ["a@x"], informed))).toEqual([["s", "amend", { bounces: [{ email: "a@x", at: at(2) }] }]]);
    expect(movesOf(report(2, ["a@x"], informed, { unproven: true }))).toEqual([]);
    expect(movesOf(report(2, ["a@x"], proven, { unproven: true }))).toEqual([]);
    expect(movesOf(report(2, ["a@x"], proven))).toEqual([]);
  });
});

describe("what is recorded again", () => {
  const recorded = { repliedAt: at(1), bouncedAt: at(2), bounceReason: "no such user", bounces: [] };
  const again = (before: RecordedOnSend, after: RecordedOnSend) =>
    recordAgain({ id: "s", ...before }, after).map(({ move, change }) => [nameOf(move), change.set, change.clear]);
  const fields = [["repliedAt"], ["bouncedAt", "bounceReason", "bounces"]] as const;
  const { repliedAt, ...bounced } = recorded;

  it("is news where nothing was, and none where it stays or goes", () => {
    expect(again({}, recorded)).toEqual([
      ["noteReply", { repliedAt }, fields[0]],
      ["noteBounce", bounced, fields[1]],
    ]);
    expect(again(recorded, recorded).map(([name]) => name)).toEqual(["amend", "amend"]);
    expect(again(recorded, {}).map(([name, set]) => [name, Object.values(set as object).filter(Boolean)])).toEqual([
      ["amend", []],
      ["amend", []],
    ]);
  });
});
