import { describe, expect, it } from "vitest";
import { isOpenFor, mayLeave } from "#shared/sending/deliver/prepare.ts";
import { FOLLOW_UP_LOOK_MS } from "#shared/sending/waiting.ts";
import type { Send } from "#shared/sending/send.ts";
import { aSend } from "#test/support/inbox-store.ts";
import { aMailbox } from "#test/support/mailbox.ts";

const HOUR_MS = 3_600_000;
/** A Saturday. */
const now = new Date("2026-11-21T12:00:00Z");
const inHours = (n: number) => new Date(now.getTime() + n * HOUR_MS);
const mailbox = aMailbox();

const leaves = (facts: Partial<Send>, parent?: Partial<Send>) => {
  const before = parent && aSend(mailbox, { ...parent, id: "the original" });
  const send = aSend(mailbox, { status: "processing", waitsFor: "the original", createdAt: inHours(-9), ...facts });
  const find = async (userId: string, id: string) => (userId === mailbox.userId && id === "the original" ? before : undefined);
  return mayLeave({ sends: { find }, clock: { now: () => now } }, send);
};

describe("a follow-up", () => {
  it("leaves when its parent was sent, and knows when", async () => {
    const sentAt = inHours(-2);

    expect(await leaves({}, { status: "sent", sentAt })).toMatchObject({ kind: "ready", parent: { sentAt } });
    expect(await leaves({ scheduledAt: inHours(-1) }, { status: "sent", sentAt })).toMatchObject({ kind: "ready", parent: { sentAt } });
    expect(await leaves({ scheduledAt: now }, { status: "sent", sentAt })).toMatchObject({ kind: "ready", parent: { sentAt } });
  });

  it("is scheduled anew when its parent left later than was thought", async () => {
    const facts = { scheduledAfter: "PT5H", scheduledAt: inHours(-1) };

    expect(await leaves(facts, { status: "sent", sentAt: inHours(-2) })).toEqual({ kind: "later", at: inHours(3) });
    expect(await leaves(facts, { status: "sent", sentAt: inHours(-7) })).toMatchObject({ kind: "ready" });
  });

  it("never leaves when its parent failed or is gone, and is cancelled with it", async () => {
    const lastError = "the original send the original failed";

    expect(await leaves({}, { status: "failed" })).toEqual({ kind: "never", lastError });
    expect(await leaves({})).toEqual({ kind: "never", lastError });
    expect(await leaves({ userId: "another" }, { status: "sent" })).toEqual({ kind: "never", lastError });
    expect(await leaves({}, { status: "cancelled" })).toEqual({ kind: "cancelled", reason: "original" });
  });

  it.each(["queued", "scheduled", "processing"] as const)(
    "waits while its parent is %s, and looks again when that is due",
    async (status) => {
      expect(await leaves({}, { status, dueAt: inHours(4) })).toEqual({ kind: "waits", afterMs: 4 * HOUR_MS });
      expect(await leaves({}, { status, dueAt: inHours(-4) })).toEqual({ kind: "waits", afterMs: FOLLOW_UP_LOOK_MS });
      expect(await leaves({}, { status })).toEqual({ kind: "waits", afterMs: FOLLOW_UP_LOOK_MS });
      expect(await leaves({ scheduledAfter: "PT2H" }, { status, dueAt: inHours(4) })).toEqual({ kind: "later", at: inHours(6) });
    },
  );
});

describe("an email of its own", () => {
  it("leaves at once, or when the rules of its zone let it", async () => {
    expect(await leaves({ waitsFor: undefined as never })).toEqual({ kind: "ready" });
  });
});

describe("a window", () => {
  const window = { timezone: "UTC", days: ["mon", "tue", "wed", "thu", "fri"], from: "09:00", to: "17:00" } as never;
  const opens = new Date("2026-11-23T09:00:00Z");

  it("lets an email wait until it opens, unless that is too late", () => {
    const afterMs = opens.getTime() - now.getTime();

    expect(isOpenFor({}, now)).toEqual({ kind: "ready" });
    expect(isOpenFor({ window }, new Date("2026-11-20T12:00:00Z"))).toEqual({ kind: "ready" });
    expect(isOpenFor({ window }, now)).toEqual({ kind: "waits", afterMs });
    expect(isOpenFor({ window, sendBefore: new Date(opens.getTime() + 1) }, now)).toEqual({ kind: "waits", afterMs });
    expect(isOpenFor({ window, sendBefore: opens }, now)).toMatchObject({ kind: "never", lastError: expect.stringMatching(/^too late/) });
    expect(isOpenFor({ sendBefore: inHours(-1) }, now)).toEqual({ kind: "ready" });
  });
});
