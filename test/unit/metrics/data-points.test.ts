import { expect, it } from "vitest";
import { type CountedEvent, dataPointsOf, tally } from "#shared/metrics/data-points.ts";
import { oneOf, aligned, spanIssues, spanOf } from "#shared/metrics/counts.ts";

const AT = new Date("2026-11-21T09:30:00Z");
const later = (seconds: number) => new Date(AT.getTime() + seconds * 1000);
const counted = (type: CountedEvent["type"], data: object, beside: Pick<CountedEvent, "bounce" | "eta"> = {}) =>
  dataPointsOf({ type, at: later(100), createdAt: later(101), data: { ...data }, ...beside }, new Map()).map(({ at, counts }) => ({
    at,
    counts,
  }));

it("takes the time to send from the acceptance, or from when the email was to leave", () => {
  const time = (data: object) => counted("send.sent", data)[0]?.counts.timeToSend;

  expect(time({ createdAt: AT, sentAt: later(30) })).toEqual(oneOf(30));
  expect(time({ createdAt: AT, scheduledAt: later(25), sentAt: later(30) })).toEqual(oneOf(5));
  expect(time({ createdAt: AT, scheduledAt: later(-25), sentAt: later(30) })).toEqual(oneOf(30));
  expect(time({ createdAt: AT, scheduledAt: later(40), sentAt: later(30) })).toEqual(oneOf(0));
  // Events of an older version.
  expect(time({ sentAt: later(30) })).toBeUndefined();
});

it("takes the forecast's error either way", () => {
  for (const eta of [later(20), later(40)])
    expect(counted("send.sent", { sentAt: later(30) }, { eta })[0]?.counts.etaError).toEqual(oneOf(10));
  expect(counted("send.sent", { sentAt: later(30) })[0]?.counts).toEqual({ sent: 1 });
});

it("counts an answer when it came, and for the rate when its email left", () => {
  expect(counted("send.replied", { sentAt: AT })).toEqual([
    { at: later(100), counts: { replied: 1 } },
    { at: AT, counts: { answered: 1 } },
  ]);
});

it("tells permanent bounces from others, each event by its own; an older version's by the latest or the reason", () => {
  const bounces = ["5.1.1", "4.4.1"].map((status) => ({ email: "", status, reason: "", at: AT }));
  const which = (data: object, bounce?: number) => Object.keys(counted("send.bounced", data, { bounce })[0]!.counts)[0];

  expect([which({ bounces }, 0), which({ bounces }, 1), which({ bounces })]).toEqual(["bouncedHard", "bouncedSoft", "bouncedSoft"]);
  expect(which({ bounceReason: "no such user here" })).toBe("bouncedHard");
});

it("counts automatic answers to an email alone, and unsubscribing by a link alone", () => {
  const received = (data: object) => counted("message.received", { receivedAt: AT, ...data })[0];

  expect(received({ kind: "auto_reply", emailJobId: "a" })).toEqual({ at: AT, counts: { received: 1, autoReplied: 1 } });
  expect(received({ kind: "auto_reply" })?.counts).toEqual({ received: 1 });
  expect(received({ kind: "reply", emailJobId: "a" })?.counts).toEqual({ received: 1 });
  expect(counted("suppression.added", { reason: "bounced", sendId: "a" })).toEqual([]);
  expect(counted("message.corrected", { kind: "auto_reply", emailJobId: "a" })).toEqual([]);
});

it("counts what an answer means, and moves the count with a correction, in the period of the answer", () => {
  const received = (data: object) => counted("message.received", { kind: "reply", receivedAt: AT, ...data })[0]?.counts;
  const corrected = (data: object) => counted("message.corrected", { kind: "reply", receivedAt: AT, ...data });

  expect(received({ intent: "unknown" })).toEqual({ received: 1, intentUnknown: 1 });
  expect(received({ intent: "interested" })).toEqual({ received: 1, intentKnown: 1, interested: 1 });
  expect(received({ intent: "unsubscribe" })).toEqual({ received: 1, intentKnown: 1 });
  expect(corrected({ intent: "interested", intentBefore: "unknown" })).toEqual([
    { at: AT, counts: { intentUnknown: -1 } },
    { at: AT, counts: { intentKnown: 1, interested: 1 } },
  ]);
  expect(corrected({ intent: "not_now", intentBefore: "" })).toEqual([{ at: AT, counts: { intentKnown: 1 } }]);
  expect(corrected({ intentBefore: "question" })).toEqual([{ at: AT, counts: { intentKnown: -1 } }]);
  expect(corrected({ intent: "interested" })).toEqual([]);
});

it.each([
  ["replied", { preventedAnswered: 1 }],
  ["bounced", { preventedBounced: 1 }],
  ["auto_replied", { preventedAway: 1 }],
  ["left", { preventedAway: 1 }],
  ["suppressed", { preventedSuppressed: 1 }],
  ["asked", { preventedAsked: 1 }],
  ["original", {}],
  ["not_approved", {}],
  [undefined, {}],
])("counts the harm that a cancelled email would have done: %s", (cancelReason, prevented) => {
  expect(counted("send.cancelled", { cancelReason })).toEqual([{ at: later(100), counts: { cancelled: 1, ...prevented } }]);
});

it("counts an email that waited for a return when it leaves", () => {
  const moved = (data: object) => counted("send.sent", data).map(({ counts }) => counts.preventedMoved);

  expect([moved({ awayUntil: later(50) }), moved({})]).toEqual([[1], [undefined]]);
});

it("adds nothing to rows that would be gone, and counts what comes from the future when it is known", () => {
  const rows = (days: number) =>
    tally([{ at: later(days * 86_400), knownAt: AT, counts: { received: 1 } }], new Map()).map(
      ({ interval, at }) => `${interval} ${at.toISOString()}`,
    );

  expect(rows(0)).toEqual(["hour 2026-11-21T09:00:00.000Z", "day 2026-11-21T00:00:00.000Z"]);
  expect(rows(2)).toEqual(rows(0));
  expect(rows(-91)).toEqual(["day 2026-08-22T00:00:00.000Z"]);
  expect(rows(-3 * 365 - 1)).toEqual([]);
});

it("reads whole periods, at most a thousand", () => {
  const span = (from: string, to: string) => ({ interval: "hour" as const, from: new Date(from), to: new Date(to) });
  const now = new Date("2026-11-23T00:00:00Z");
  const { from, to } = aligned(spanOf(span("2026-11-21T09:30:00Z", "2026-11-21T11:00:00Z"), now));

  expect([from, to]).toEqual([new Date("2026-11-21T09:00:00Z"), new Date("2026-11-21T11:00:00Z")]);
  const wrong = (...asked: Parameters<typeof span>) => spanIssues(span(...asked), now).map(({ field }) => field);
  expect(wrong("2026-01-01T00:00:00Z", "2026-02-11T16:00:00Z")).toEqual([]);
  expect(wrong("2026-01-01T00:00:00Z", "2026-02-11T16:00:01Z")).toEqual(["from"]);
  expect(wrong("2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z")).toEqual(["to"]);
  expect(wrong("0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z")).toEqual(["from", "to"]);
  expect(spanIssues({ interval: "day", to: new Date("0000-01-01T00:00:00Z") }, now).map(({ field }) => field)).toEqual(["to"]);
  expect(spanOf({ interval: "day" }, now)).toMatchObject({ from: new Date("2026-10-24T00:00:00Z"), to: now });
  expect(spanOf({ interval: "hour" }, now)).toMatchObject({ from: new Date("2026-11-22T00:00:00Z"), to: now });
});
