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
import { firstResponseIn, joinedWork, workAfterMail, workAfterSnooze, workAsAsked } from "#shared/threads/thread-state.ts";
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
const own = (at: number) => mail(at, { direction: "outbound" });
const sent = (at: number): ThreadFacts =>
  factsOfSend(
    {
      id: "f".repeat(24),
      messageId: "<s@me.test>",
      references: [],
      subject: "",
      fromEmail: "me@me.test",
      toEmail: "a@peer.test",
      sentAt: minute(at),
      createdAt: minute(at),
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
      fc.nat(9).map(sent),
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

  it("of our own that crossed a person's leaves it open", () => expect(after(work(), read(1, 5), sent(3))).toBeUndefined());

  it("that the owner answered elsewhere makes it wait, though it opens what was done", () =>
    expect(after(work({ state: "done" }), all(mail(1), sent(2)), read(4, 8), mail(6, { direction: "outbound" }))?.work.state).toBe(
      "waiting",
    ));
});

describe("a request", () => {
  it("changes what it names and no more, each change once", () => {
    expect(workAsAsked(work(), { state: "waiting", assignedTo: "anna", labels: ["a"] })).toEqual({
      work: work({ state: "waiting", assignedTo: "anna", labels: ["a"], revision: 5 }),
      changed: ["state", "assignedTo", "labels"],
    });
    expect(workAsAsked(work({ labels: ["a"] }), { labels: [] })?.work).toEqual(work({ revision: 5 }));
    expect(workAsAsked(work({ labels: ["a"] }), { labels: ["a"], state: "open", assignedTo: "" })).toBeUndefined();
  });

  it("ends a snooze by null or by done, and sets one", () => {
    const snoozed = work({ snoozedUntil: until });
    expect(workAsAsked(snoozed, { snoozedUntil: null })?.changed).toEqual(["snoozedUntil"]);
    expect(workAsAsked(snoozed, { state: "done" })?.work).toEqual(work({ state: "done", revision: 5 }));
    expect(workAsAsked(work(), { state: "done", snoozedUntil: until })?.work.snoozedUntil).toEqual(until);
    expect(workAsAsked(snoozed, { state: "waiting" })?.work.snoozedUntil).toEqual(until);
    expect(workAfterSnooze(work({ state: "waiting", snoozedUntil: until }))).toEqual({
      work: work({ revision: 5 }),
      changed: ["state", "snoozedUntil"],
    });
  });
});

it("two conversations that become one keep in sight what somebody has to look at", () => {
  expect(joinedWork(work({ state: "done" }), work())?.work.state).toBe("open");
  expect(joinedWork(work({ snoozedUntil: until }), work())?.work.snoozedUntil).toBeUndefined();
  expect(joinedWork(work(), work({ state: "done", snoozedUntil: until }))).toBeUndefined();
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
