import { describe, expect, it } from "vitest";
import { type Answering, playRehearsal, type RehearsedMailbox, type RehearsedSend } from "#shared/sending/forecast/play-rehearsal.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";

/** A Monday. */
const NOW = Date.parse("2026-11-30T09:00:00Z");
const at = (hours: number) => new Date(NOW + hours * 3_600_000);
const HOUR = 3_600_000;
const window = { days: ["mon", "tue", "wed", "thu", "fri"], from: "09:00", to: "17:00", timezone: "UTC" } as const;

const aSend = (id: string, hours: number, more: Partial<RehearsedSend> = {}): RehearsedSend => ({
  id,
  dueAt: at(hours),
  scheduledAt: at(hours),
  createdAt: at(-1),
  toEmail: "jane@peer.test",
  subject: "Hi",
  threadId: id.slice(0, 1),
  ...more,
});
const aMailbox = (id: string, waiting: readonly RehearsedSend[], facts: Partial<Mailbox> = {}): RehearsedMailbox => ({
  mailbox: { id, type: "smtp", status: "active", maxDailySends: 100, ...facts } as Mailbox,
  load: { counted: [], waiting },
  pause: undefined,
  now: at(0),
});
const play = (mailboxes: readonly RehearsedMailbox[], answering: Partial<Answering> = {}, hours = 24 * 21) =>
  playRehearsal(mailboxes, { answers: [], rates: {}, afterMs: HOUR, seed: "1", losing: ["unsubscribe"], ...answering }, at(hours));
const told = (outcomes: ReturnType<typeof play>) =>
  Object.fromEntries(
    outcomes.map(({ id, ends, at: then, reason }) => [id, [ends, reason ?? (then ? (then.getTime() - NOW) / HOUR : undefined)].join(" ")]),
  );
const listed = (kind: Answering["answers"][number]["kind"], more: object = {}) => ({
  answers: [{ from: "Jane@peer.test", kind, afterMs: HOUR, ...more }],
});

const followUp = (id: string, hours: number, more: Partial<RehearsedSend> = {}) =>
  aSend(id, hours, { waitsFor: `${id.slice(0, 1)}1`, scheduledAfter: `PT${hours}H`, ...more });

describe("an email in a rehearsal", () => {
  it("leaves at its time, and still waits when that is after the end", () => {
    expect(told(play([aMailbox("m", [aSend("a1", 0), aSend("b1", 5), aSend("c1", 50)])], {}, 48))).toEqual({
      a1: "leaves 0",
      b1: "leaves 5",
      c1: "later 50",
    });
  });

  it.each([
    ["reply", ["reply"], "cancelled replied"],
    ["reply", ["bounce", "left"], "leaves 48"],
    ["bounce", ["bounce"], "cancelled bounced"],
    ["left", ["left"], "cancelled left"],
    ["left", ["auto_reply"], "cancelled auto_replied"],
    ["away", ["auto_reply"], "cancelled auto_replied"],
    ["away", ["left"], "leaves 48"],
    ["unsubscribe", ["asked"], "cancelled asked"],
    ["unsubscribe", ["reply"], "cancelled suppressed"],
    ["reply", ["asked"], "leaves 48"],
    ["reply", undefined, "leaves 48"],
  ] as const)("that a %s follows is, with cancel_on %j, %s", (kind, cancelOn, ends) => {
    const sends = [aSend("a1", 0), followUp("a2", 48, cancelOn ? { cancelOn } : {})];
    expect(told(play([aMailbox("m", sends)], listed(kind)))["a2"]).toBe(ends);
  });

  it("is not cancelled by an answer that comes after it", () => {
    const sends = [aSend("a1", 0), followUp("a2", 2, { cancelOn: ["reply"] }), aSend("a3", 5, { waitsFor: "a2", cancelOn: ["reply"] })];
    expect(told(play([aMailbox("m", sends)], listed("reply", { afterMs: 3 * HOUR })))).toEqual({
      a1: "leaves 0",
      a2: "leaves 2",
      a3: "cancelled replied",
    });
  });

  it("waits for a recipient who is away, until the working day after the return, or as long as it says", () => {
    const onAway = { wait: "until_return", else: "P7D" } as const;
    const sends = [aSend("a1", 0), followUp("a2", 24, { onAway, window })];
    const back = (returnsOn?: string) => told(play([aMailbox("m", sends)], listed("away", { returnsOn })))["a2"];
    // Friday: the working day after it is Monday the 7th.
    expect(back("2026-12-04")).toBe(`leaves ${7 * 24}`);
    expect(back()).toBe(`leaves ${7 * 24 + 1}`);
    expect(back("2026-11-30")).toBe("leaves 24");
  });

  it("is suppressed in every mailbox once its recipient has unsubscribed, and after a bounce only where the account says so", () => {
    const both = [aMailbox("m", [aSend("a1", 0)]), aMailbox("n", [aSend("b1", 0.5), aSend("b2", 3, { threadId: "z" })])];
    expect(told(play(both, listed("unsubscribe")))).toEqual({ a1: "leaves 0", b1: "leaves 0.5", b2: "cancelled suppressed" });
    expect(told(play(both, listed("bounce")))["b2"]).toBe("leaves 3");
    expect(told(play(both, { ...listed("bounce"), losing: ["bounce"] }))["b2"]).toBe("cancelled suppressed");
  });

  it("answers only once, and only the first that reaches it", () => {
    const both = [
      aMailbox("m", [aSend("a1", 4), followUp("a2", 9, { cancelOn: ["reply"] })]),
      aMailbox("n", [aSend("b1", 1), followUp("b2", 9, { cancelOn: ["reply"] })]),
    ];
    expect(told(play(both, listed("reply")))).toEqual({ a1: "leaves 4", a2: "leaves 13", b1: "leaves 1", b2: "cancelled replied" });
  });

  it("that is too late fails, and so does what waits for it", () => {
    const sends = [aSend("a1", 0), aSend("b1", 0, { sendBefore: at(1) }), followUp("b2", 5)];
    expect(told(play([aMailbox("m", sends, { maxDailySends: 1 })]))).toEqual({
      a1: "leaves 0",
      b1: "fails too_late",
      b2: "fails too_late",
    });
  });

  it("of a disconnected mailbox waits for it", () => {
    expect(told(play([aMailbox("m", [aSend("a1", 0)], { status: "disconnected" })]))).toEqual({ a1: "later reconnect" });
  });

  it("has its subject cut, between characters", () => {
    expect(play([aMailbox("m", [aSend("a1", 0, { subject: `a${"😀".repeat(80)}` })])])[0]?.subject).toBe(`a${"😀".repeat(29)}`);
  });
});

describe("drawn answers", () => {
  const crowd = Array.from({ length: 2_000 }, (_, index) =>
    aSend(`a${index}`, 0, { toEmail: `p${index}@peer.test`, threadId: `t${index}` }),
  );
  const reminders = crowd.map((send, index) =>
    aSend(`b${index}`, 48, {
      toEmail: send.toEmail,
      threadId: `t${index}`,
      waitsFor: send.id,
      scheduledAfter: "PT48H",
      cancelOn: ["reply", "bounce"],
    }),
  );
  const mailbox = aMailbox("m", [...crowd, ...reminders], { maxDailySends: 100_000 });
  const count = (outcomes: ReturnType<typeof play>, reason: string) => outcomes.filter((one) => one.reason === reason).length;

  it("are as many as the rates say, the same for a seed, and others for another", () => {
    const rates = { reply: 0.2, bounce: 0.05 };
    const first = play([mailbox], { rates });
    expect([count(first, "replied"), count(first, "bounced")]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(Math.abs(count(first, "replied") - 400)).toBeLessThan(60);
    expect(Math.abs(count(first, "bounced") - 100)).toBeLessThan(35);
    expect(play([mailbox], { rates })).toEqual(first);
    expect(play([mailbox], { rates, seed: "2" })).not.toEqual(first);
  });

  it("are none where the list has the recipient", () => {
    const outcomes = play([mailbox], { rates: { reply: 1 }, answers: [{ from: "p7@peer.test", kind: "away", afterMs: HOUR }] });
    expect([count(outcomes, "replied"), told(outcomes)["b7"]]).toEqual([1_999, "leaves 48"]);
  });

  it("of 20,000 emails in one conversation come to an end", () => {
    const sends = Array.from({ length: 20_000 }, (_, index) => aSend(`${index}`, 0, { threadId: "t", cancelOn: ["left"] }));
    expect(play([aMailbox("m", sends, { maxDailySends: 100_000 })], { rates: { away: 1 } })).toHaveLength(20_000);
  });
});
