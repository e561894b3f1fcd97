import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  exchangeOf,
  factsOfMessage,
  factsOfSend,
  type InboundFacts,
  joinFacts,
  noFacts,
  summaryOf,
  type ThreadFacts,
} from "#shared/threads/thread-facts.ts";
import {
  firstResponseIn,
  joinedWork,
  workAfterMail,
  workAfterSnooze,
  workAsAsked,
  type WorkRequest,
} from "#shared/threads/thread-state.ts";
import type { ThreadWork } from "#shared/threads/thread.ts";

const minute = (n: number) => new Date(Date.UTC(2026, 10, 20, 10, n));
let last = 0;
const mail = (at: number, facts: Partial<InboundFacts> = {}): ThreadFacts =>
  factsOfMessage({
    id: String((last += 1)).padStart(24, "0"),
    messageId: "<a@peer.test>",
    inReplyTo: "",
    references: [],
    subject: "",
    snippet: "",
    kind: "inbound",
    isRead: false,
    receivedAt: minute(at),
    createdAt: minute(at),
    counterparts: [],
    ...facts,
  });
/** A person's mail that was read some minutes after it was received. */
const read = (at: number, seen: number) => mail(at, { createdAt: minute(seen) });
const bounce = (at: number, final = true) => mail(at, { kind: "bounce", report: { final } });
const own = (at: number) => mail(at, { direction: "outbound" });
/** An email that left at this minute, and was written, or written and approved, before. */
const sent = (at: number, made = at, approved?: number): ThreadFacts =>
  factsOfSend(
    {
      id: "f".repeat(24),
      messageId: "<s@me.test>",
      references: [],
      subject: "",
      fromEmail: "me@me.test",
      toEmail: "a@peer.test",
      sentAt: minute(at),
      createdAt: minute(made),
      ...(approved !== undefined && { approvedAt: minute(approved) }),
    },
    "",
  );
const all = (...facts: readonly ThreadFacts[]) => facts.reduce(joinFacts, noFacts);
const waitsSince = (...facts: readonly ThreadFacts[]) => summaryOf(all(...facts)).waitingSince;

describe("somebody waits for an answer", () => {
  it("since the first mail of a person that nobody has answered", () => {
    expect(waitsSince(mail(1), sent(2), mail(3), mail(4))).toEqual(minute(3));
    expect(waitsSince(mail(1), sent(2))).toBeUndefined();
    expect(waitsSince(mail(1), own(2))).toBeUndefined();
    expect(waitsSince(sent(2))).toBeUndefined();
  });

  it("never by automatic mail, by mail to many or by own mail", () => {
    for (const kind of ["bulk", "bounce", "auto_reply"] as const) expect(waitsSince(mail(1, { kind }))).toBeUndefined();
    expect(waitsSince(mail(1), sent(2), mail(3, { kind: "auto_reply" }))).toBeUndefined();
    expect(waitsSince(mail(1), mail(3, { kind: "bounce" }))).toEqual(minute(1));
  });

  it("although an email left after the mail was received, but before anybody here could have read it", () => {
    expect(waitsSince(read(1, 5), sent(3))).toEqual(minute(1));
    expect(waitsSince(read(1, 5), sent(6))).toBeUndefined();
    // A mail server whose clock is behind.
    expect(waitsSince(sent(3), read(2, 4))).toEqual(minute(2));
  });

  it("although an email left that was written before this service had the mail", () => {
    expect(waitsSince(mail(3), sent(9, 1))).toEqual(minute(3));
    expect(waitsSince(mail(3), sent(9, 1), sent(5, 4))).toBeUndefined();
    expect(waitsSince(mail(3), sent(9, 1, 2))).toEqual(minute(3));
    expect(waitsSince(mail(3), sent(9, 1, 4))).toBeUndefined();
    // The clock of a test world stands still meanwhile.
    expect(waitsSince(mail(3), sent(4, 3))).toBeUndefined();
  });

  it("but not when the owner answered elsewhere before this service read either", () => {
    expect(waitsSince(read(1, 9), mail(5, { direction: "outbound", createdAt: minute(9) }))).toBeUndefined();
  });

  it("by the servers' dates alone in a backlog, whatever was read when", () => {
    const backlog = { createdAt: new Date(minute(0).getTime() + 40 * 86_400_000) };
    expect(waitsSince(mail(1, backlog), sent(3))).toBeUndefined();
    expect(waitsSince(mail(4, backlog), sent(3))).toEqual(minute(4));
  });

  it("the same, in whatever order and groups mail is read", () => {
    const entry = fc.oneof(
      fc.tuple(fc.nat(9), fc.nat(3)).map(([at, late]) => read(at, at + late)),
      fc.nat(9).map(own),
      fc.tuple(fc.nat(9), fc.nat(3)).map(([at, early]) => sent(at, at - early)),
      fc.nat(9).map((at) => bounce(at)),
      fc.nat(9).map((at) => mail(at, { kind: "bulk" })),
    );
    const lists = fc
      .array(entry, { maxLength: 10 })
      .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }), fc.nat(15)));
    fc.assert(
      fc.property(lists, ([list, shuffled, cut]) => {
        const grouped = joinFacts(all(...shuffled.slice(cut)), all(...shuffled.slice(0, cut)));
        expect(exchangeOf(grouped)).toEqual(exchangeOf(all(...list)));
      }),
    );
  });

  it("whatever number of unanswered mails, though since when may then be told too late", () => {
    const many = Array.from({ length: 30 }, (_, n) => mail(n));
    expect(exchangeOf(all(...many)).unanswered).toHaveLength(10);
    expect(waitsSince(...many)).toEqual(minute(0));
    expect(waitsSince(...many, sent(15))).toEqual(minute(29));
    expect(waitsSince(...many, sent(30))).toBeUndefined();
  });

  it("as the last message tells, in records of versions without exchanges", () => {
    const older = ({ exchange: _exchange, ...facts }: ThreadFacts): ThreadFacts => facts;
    expect(summaryOf(older(all(sent(1), mail(2)))).waitingSince).toEqual(minute(2));
    expect(summaryOf(older(all(mail(1), sent(2)))).needsReply).toBe(false);
    expect(waitsSince(older(all(sent(1), mail(2))), sent(3))).toBeUndefined();
  });
});

const work = (facts: Partial<ThreadWork> = {}): ThreadWork => ({ state: "open", assignedTo: "", revision: 4, ...facts });
const until = minute(50);
const after = (before: ThreadWork, was: ThreadFacts, ...added: readonly ThreadFacts[]) => workAfterMail(before, was, all(was, ...added));

describe("mail", () => {
  it("of a person opens what is done, waiting or snoozed", () => {
    for (const state of ["done", "waiting"] as const)
      expect(after(work({ state }), all(mail(1), sent(2)), mail(3))).toEqual({ work: work({ revision: 5 }), changed: ["state"] });
    const snoozed = after(work({ state: "done", snoozedUntil: until }), mail(1), mail(3));
    expect(snoozed).toEqual({ work: work({ revision: 5 }), changed: ["state", "snoozedUntil"] });
    expect(after(work(), mail(1), mail(2))).toBeUndefined();
  });

  it("that is automatic, or to many, opens nothing", () => {
    for (const kind of ["bulk", "bounce", "auto_reply"] as const)
      expect(after(work({ state: "done", snoozedUntil: until }), mail(1), mail(3, { kind }))).toBeUndefined();
  });

  it("of a person that was held up opens what was done meanwhile, and old mail of a backlog does not", () => {
    expect(after(work({ state: "done" }), read(3, 4), read(2, 9))?.work.state).toBe("open");
    const backlog = mail(1, { createdAt: new Date(minute(0).getTime() + 40 * 86_400_000) });
    expect(after(work({ state: "done" }), read(3, 4), backlog)).toBeUndefined();
  });

  it("of our own makes a conversation wait, and leaves its snooze", () => {
    expect(after(work({ snoozedUntil: until }), mail(1), sent(2))?.work).toEqual(
      work({ state: "waiting", snoozedUntil: until, revision: 5 }),
    );
    expect(after(work(), mail(1), own(2))?.work.state).toBe("waiting");
    expect(after(work({ state: "done" }), all(mail(1), sent(2)), own(0))).toBeUndefined();
  });

  it("of our own leaves what somebody has said of the conversation since it was written", () => {
    const decided = (at: number, facts: Partial<ThreadWork> = {}) =>
      work({ state: "done", decided: { at: minute(at), from: "open" }, ...facts });
    // Written at 2, done at 3, left at 9, as with a time, an undo, a follow-up of a sequence.
    expect(after(decided(3), mail(1), sent(9, 2))).toBeUndefined();
    expect(after(decided(3, { state: "open" }), mail(1), sent(9, 2))).toBeUndefined();
    expect(after(decided(3), mail(1), own(2))).toBeUndefined();
    // Written, or approved, afterwards.
    for (const later of [sent(9, 4), sent(9, 2, 4), own(4)]) {
      expect(after(decided(3), mail(1), later)?.work).toEqual(work({ state: "waiting", revision: 5 }));
      expect(after(decided(3, { snoozedUntil: until }), mail(1), later)?.work.snoozedUntil).toEqual(until);
    }
    // Mail of a person that comes in between opens it, and what was written before does not answer that.
    const opened = after(decided(3), mail(1), mail(5))!.work;
    expect(opened).toEqual(work({ revision: 5 }));
    expect(after(opened, all(mail(1), mail(5)), sent(9, 2))).toBeUndefined();
    expect(after(decided(3), mail(1), all(mail(5), sent(9, 2)))?.work.state).toBe("open");
    expect(after(work(), mail(1), sent(9, 2))?.work.state).toBe("waiting");
  });

  it("that says that our mail was not delivered marks a conversation until somebody writes again", () => {
    const isMarked = (...facts: readonly ThreadFacts[]) => summaryOf(all(...facts)).bounced;
    expect([isMarked(sent(2), bounce(3)), isMarked(mail(1), sent(2), bounce(3)), isMarked(mail(1), mail(3))]).toEqual([true, true, false]);
    expect([isMarked(sent(2), bounce(3, false)), isMarked(sent(2), bounce(3), sent(4)), isMarked(sent(2), bounce(3), mail(4))]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("that says that an answer was not delivered opens it, and no other report does", () => {
    for (const state of ["done", "waiting"] as const) {
      const before = work({ state, snoozedUntil: until, decided: { at: minute(30), from: "open" } });
      expect(after(before, all(mail(1), sent(2)), bounce(3))?.work).toEqual(work({ revision: 5 }));
      expect(after(before, mail(1), sent(2), bounce(3))?.work.state).toBe("open");
      expect(after(before, all(mail(1), sent(2)), bounce(3, false))).toBeUndefined();
      // Nobody waits for mail that no person asked for, and an old report opens nothing again.
      expect(after(before, sent(2), bounce(3))).toBeUndefined();
      expect(after(before, all(mail(1), sent(2), bounce(4)), bounce(3))).toBeUndefined();
    }
  });

  it("of our own that crossed a person's leaves it open", () => expect(after(work(), read(1, 5), sent(3))).toBeUndefined());

  it("that the owner answered elsewhere makes it wait, though it opens what was done", () =>
    expect(after(work({ state: "done" }), all(mail(1), sent(2)), read(4, 8), mail(6, { direction: "outbound" }))?.work.state).toBe(
      "waiting",
    ));
});

/** The work after a request at minute 40. */
const asked = (before: ThreadWork, request: WorkRequest) => workAsAsked(before, request, minute(40));

describe("a request", () => {
  it("changes what it names and no more, each change once", () => {
    expect(asked(work(), { state: "waiting", assignedTo: "anna", labels: ["a"] })).toEqual({
      work: work({ state: "waiting", assignedTo: "anna", labels: ["a"], decided: { at: minute(40), from: "open" }, revision: 5 }),
      changed: ["state", "assignedTo", "labels"],
    });
    expect(asked(work({ labels: ["a"] }), { labels: [] })?.work).toEqual(work({ revision: 5 }));
    expect(asked(work({ labels: ["a"] }), { labels: ["a"], assignedTo: "" })).toBeUndefined();
  });

  it("ends a snooze by null or by done, and sets one", () => {
    const snoozed = work({ snoozedUntil: until });
    expect(asked(snoozed, { snoozedUntil: null })?.changed).toEqual(["snoozedUntil"]);
    const decided = { at: minute(40), from: "open" } as const;
    expect(asked(snoozed, { state: "done" })?.work).toEqual(work({ state: "done", decided, revision: 5 }));
    expect(asked(work(), { state: "done", snoozedUntil: until })?.work.snoozedUntil).toEqual(until);
    expect(asked(snoozed, { state: "waiting" })?.work.snoozedUntil).toEqual(until);
    expect(workAfterSnooze(work({ state: "waiting", snoozedUntil: until }))).toEqual({
      work: work({ revision: 5 }),
      changed: ["state", "snoozedUntil"],
    });
  });

  it("of a state is a decision, also of the state that it has, until it is taken back", () => {
    const done = asked(work(), { state: "done" })!.work;
    expect(workAsAsked(done, { state: "done" }, minute(45))).toMatchObject({
      work: { state: "done", decided: { at: minute(45), from: "open" } },
      changed: [],
    });
    expect(asked(done, { state: "open" })?.work).toEqual(work({ revision: 6 }));
    expect(asked(done, { assignedTo: "anna" })?.work.decided).toEqual(done.decided);
    expect(workAfterSnooze({ ...done, snoozedUntil: until })?.work.decided).toBeUndefined();
  });
});

it("two conversations that become one keep in sight what somebody has to look at", () => {
  expect(joinedWork(work({ state: "done" }), work())?.work.state).toBe("open");
  expect(joinedWork(work({ snoozedUntil: until }), work())?.work.snoozedUntil).toBeUndefined();
  expect(joinedWork(work(), work({ state: "done", snoozedUntil: until }))).toBeUndefined();
  const decided = { at: minute(40), from: "open" } as const;
  expect(joinedWork(work({ state: "done", decided }), work({ state: "waiting" }))?.work.decided).toBeUndefined();
  expect(joinedWork(work({ state: "done" }), work({ state: "waiting", decided }))?.work.decided).toEqual(decided);
  const labels = Array.from({ length: 8 }, (_, n) => `l${n}`);
  const joined = joinedWork(work({ labels }), work({ labels: ["l1", "x", "y", "z"], assignedTo: "anna" }))?.work;
  expect(joined).toMatchObject({ labels: [...labels, "x", "y"], assignedTo: "anna" });
});

it("the first answer is that of the first question, once", () => {
  const asked = all(mail(1), mail(2));
  expect(firstResponseIn(asked, all(asked, sent(9)))).toEqual({ askedAt: minute(1), answeredAt: minute(9) });
  expect(firstResponseIn(all(sent(0)), all(sent(0), sent(1)))).toBeUndefined();
  expect(firstResponseIn(asked, all(asked, mail(3)))).toBeUndefined();
});
