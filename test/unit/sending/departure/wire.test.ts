import { describe, expect, it } from "vitest";
import { parseElement } from "#shared/sending/contract/batch.ts";

const inMs = (ms: number) => new Date(Date.now() + ms);
const local = (ms: number) => inMs(ms).toISOString().slice(0, 16);
const DAY_MS = 86_400_000;
const first = { mailbox_id: "655f1c2e9b1e8a00123456aa", to: "jane@peer.test", subject: "Offer", body_text: "Shall we talk?" };
const follow = { follows: 0, body_text: "Did you see it?" };
const window = { days: ["mon"], from: "09:00", to: "17:00", timezone: "Europe/Berlin" };
const berlin = { local: local(DAY_MS), timezone: "Europe/Berlin" };

/** What is wrong with an email, field by field. */
const wrong = (email: object) => {
  const parsed = parseElement(email);
  return parsed.kind === "bad" ? Object.fromEntries(parsed.problems.map(({ field, message }) => [field, message])) : {};
};

describe("the times of an email", () => {
  it.each([
    ["a time on the wall", { ...first, send_at: berlin }],
    ["one with seconds", { ...first, send_at: { ...berlin, local: `${berlin.local}:30` } }],
    ["one that has just passed", { ...first, send_at: { local: local(0), timezone: "UTC" } }],
    ["a window", { ...first, window }],
    ["a window to the end of the day", { ...first, window: { ...window, to: "24:00" } }],
    ["a window with a time and an end", { ...first, window, send_at: berlin, send_before: inMs(20 * DAY_MS).toISOString() }],
    ["a time after its original", { ...follow, scheduled_after: "P3D", window }],
  ])("take %s", (_what, email) => {
    expect(wrong(email)).toEqual({});
  });

  it("take one of scheduled_at, send_at and scheduled_after, and name each that is too many, with all else that is wrong", () => {
    const all = { scheduled_at: inMs(DAY_MS).toISOString(), send_at: berlin, scheduled_after: "P1D" };

    expect(wrong({ ...follow, ...all, to: "nobody" })).toEqual({
      to: expect.any(String),
      scheduled_at: "must not be given together with send_at and scheduled_after",
      send_at: "must not be given together with scheduled_at and scheduled_after",
      scheduled_after: "must not be given together with scheduled_at and send_at",
    });
    expect(wrong({ ...first, scheduled_after: "P1D" })).toEqual({ scheduled_after: "is not a known field" });
  });

  it("have the bounds of scheduled_at", () => {
    const duration = "must be an ISO 8601 duration such as P3D or PT4H, of at most 365 days";

    expect(wrong({ ...first, send_at: { local: local(-DAY_MS), timezone: "UTC" } })).toEqual({
      "send_at.local": "must not lie in the past",
    });
    expect(wrong({ ...first, send_at: { local: local(367 * DAY_MS), timezone: "UTC" } })).toEqual({
      "send_at.local": "must be at most one year ahead",
    });
    expect(wrong({ ...follow, scheduled_after: "P366D" })).toEqual({ scheduled_after: duration });
    expect(wrong({ ...follow, scheduled_after: "3 days" })).toEqual({ scheduled_after: duration });
    expect(wrong({ ...follow, scheduled_after: "P365D" })).toEqual({});
  });

  it("name every field of theirs that is wrong", () => {
    expect(wrong({ ...first, send_at: { local: "2026-02-30T09:00", timezone: "Mars/Olympus" } })).toEqual({
      "send_at.local": "must be a local time such as 2026-12-01T09:00",
      "send_at.timezone": "must be an IANA time zone such as Europe/Berlin",
    });
    expect(wrong({ ...first, window: { days: ["monday"], from: "9:00", to: "25:00", timezone: "+02:00" } })).toEqual({
      "window.days.0": expect.any(String),
      "window.from": "must be a time such as 09:00",
      "window.to": "must be a time such as 09:00",
      "window.timezone": "must be an IANA time zone such as Europe/Berlin",
    });
    expect(wrong({ ...first, window: { ...window, days: [] } })).toEqual({ "window.days": "must have at least one day" });
    expect(wrong({ ...first, window: { ...window, to: "09:00" } })).toEqual({ "window.to": "must be later than from" });
  });

  it("that are no dates are named, and not compared", () => {
    const noDate = "must be an RFC 3339 date-time such as 2026-11-21T09:30:00Z";
    const soon = inMs(DAY_MS).toISOString();

    expect(wrong({ ...first, send_before: "soon", scheduled_at: "never" })).toEqual({ send_before: noDate, scheduled_at: noDate });
    expect(wrong({ ...first, send_before: "soon" })).toEqual({ send_before: noDate });
    expect(wrong({ ...first, send_before: soon, scheduled_at: "2026-02-30T00:00:00Z" })).toEqual({ scheduled_at: noDate });
  });

  it.each([
    ["its time on the wall", { ...first, send_at: { local: local(2 * DAY_MS), timezone: "UTC" } }],
    [
      "its window's opening",
      { ...first, window: { ...window, days: [["sun", "mon", "tue", "wed", "thu", "fri", "sat"][inMs(3 * DAY_MS).getUTCDay()]!] } },
    ],
    ["its time after an original that leaves now", { ...follow, scheduled_after: "P2D" }],
  ])("leave time before send_before: not when that is earlier than %s", (_what, email) => {
    expect(wrong({ ...email, send_before: inMs(DAY_MS).toISOString() })).toEqual({
      send_before: "must be later than the earliest time at which it may leave",
    });
  });
});
