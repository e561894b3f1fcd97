import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Pace } from "#shared/mailboxes/pace.ts";
import { draftSend, type PlacedEmail } from "#shared/sending/accept/draft.ts";
import { type ClaimFacts, DAY_MS, isPaced, judgeClaim, limitsAt, pacedFull, pacePause } from "#shared/sending/deliver/claim.ts";
import { deliverMailbox } from "#shared/sending/deliver/deliver-mailbox.ts";
import { gapBefore, HOUR_MS } from "#shared/sending/waiting.ts";
import { nextInWindow, weekdays } from "#shared/sending/departure/wall-time.ts";
import { forecastOf } from "#shared/sending/forecast/eta.ts";
import type { Submission } from "#shared/sending/ports/submission.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memoryDeliverPorts } from "#test/support/memory/deliver-ports.ts";
import { memorySending } from "#test/support/memory/sending.ts";
import { anEmail } from "#test/support/sending-rig.ts";

/** A Saturday. */
const at = new Date("2026-11-21T09:00:00Z");
const after = (ms: number) => new Date(at.getTime() + ms);
const workday = { days: ["mon", "tue", "wed", "thu", "fri"], from: "09:00", to: "17:00", timezone: "Europe/Berlin" } as const;
const ramp = { from: 20, by: 5, to: 80, since: after(-DAY_MS / 2) };
const facts = (given: Partial<ClaimFacts> = {}): ClaimFacts => ({
  at,
  due: [{ id: "a" }, { id: "b" }],
  workers: 0,
  reserved: 0,
  inDay: 0,
  ...given,
});
const judge = (pace: Pace, given: Partial<ClaimFacts> = {}) => judgeClaim(limitsAt({ size: 50, maxDaily: 500, pace }, at), facts(given));

describe("a claim", () => {
  it.each<readonly [string, Pace, Partial<ClaimFacts>, object]>([
    ["takes one email where a gap is asked for", { minGap: "PT90S" }, {}, { kind: "take", count: 1 }],
    ["waits for the end of the gap", { minGap: "PT90S" }, { lastAt: after(-30_000) }, { kind: "closed", opens: after(60_000) }],
    ["takes at the end of the gap", { minGap: "PT90S" }, { lastAt: after(-90_000) }, { kind: "take", count: 1 }],
    ["leaves to the one worker of a gap", { minGap: "PT90S" }, { workers: 1, reserved: 1 }, { kind: "busy" }],
    ["waits while nobody knows what a dead worker does", { minGap: "PT90S" }, { reserved: 1 }, { kind: "closed", opens: after(60_000) }],
    ["takes up to the hourly limit", { maxHourlySends: 10 }, { inHour: 8, reserved: 1 }, { kind: "take", count: 1 }],
    ["is full at the hourly limit", { maxHourlySends: 10 }, { inHour: 10 }, { kind: "full", windowMs: HOUR_MS }],
    ["is full at the ramp's limit", { ramp }, { inDay: 20 }, { kind: "full", windowMs: DAY_MS }],
    ["takes up to the ramp's limit", { ramp }, { inDay: 19 }, { kind: "take", count: 1 }],
    ["waits for the workday", { workday }, {}, { kind: "closed", opens: new Date("2026-11-23T08:00:00Z") }],
    ["takes nothing where nothing is due", { workday }, { due: [] }, { kind: "take", count: 0 }],
  ])("%s", (_, pace, given, verdict) => {
    expect(judge(pace, given)).toMatchObject(verdict);
  });

  it("has the mailbox's own daily limit where that is smaller than the ramp's, and none of a claim that sends nothing", () => {
    expect(limitsAt({ size: 50, maxDaily: 10, pace: { ramp } }, at)).toMatchObject({ maxDaily: 10, isRamping: false });
    expect(limitsAt({ size: 50, maxDaily: 500, pace: { ramp } }, after(DAY_MS))).toMatchObject({ maxDaily: 25, isRamping: true });
    expect(judgeClaim({ size: 50 }, facts({ reserved: 2 }))).toMatchObject({ kind: "take", count: 2 });
  });

  it("pauses the mailbox until it opens, for fourteen minutes at most", () => {
    expect(pacePause(at, after(60_000))).toEqual({ until: after(60_000), for: "pace", opensAt: after(60_000) });
    expect(pacePause(at, after(DAY_MS))).toEqual({ until: after(840_000), for: "pace", opensAt: after(DAY_MS) });
    const full = (oldest: number, windowMs: number, reserved = 0) =>
      pacedFull(limitsAt({ size: 50, maxDaily: 500, pace: { ramp } }, at), { at, reserved }, windowMs, after(oldest)).opensAt;
    expect(full(-HOUR_MS + 5_000, HOUR_MS)).toEqual(after(5_000));
    expect(full(-DAY_MS + 5_000, DAY_MS)).toEqual(after(5_000));
    expect(full(-5_000, DAY_MS)).toEqual(after(DAY_MS / 2));
    expect(full(-5_000, DAY_MS, 1)).toEqual(after(60_000));
  });
});

it.each([
  [HOUR_MS, false, true],
  [HOUR_MS, true, true],
  [DAY_MS, false, false],
  [DAY_MS, true, true],
  [60_000, false, false],
  [60_000, true, false],
])("a limit in %i ms is the owner's pace, with a smaller ramp (%s): %s", (windowMs, isRamping, isOwners) => {
  expect(isPaced({ size: 50, isRamping }, windowMs)).toBe(isOwners);
});

describe("a drawn gap", () => {
  const minGap = { from: "PT60S", to: "PT180S" };
  const gaps = Array.from({ length: 2_000 }, (_, n) => gapBefore({ minGap }, { id: n.toString(16).padStart(24, "0") }) / 1_000);

  it("is the same at every look, in whole seconds within the bounds, and even over ids that follow each other", () => {
    expect(gapBefore({ minGap }, { id: "a" })).toBe(gapBefore({ minGap }, { id: "a" }));
    expect(gaps.every((gap) => Number.isInteger(gap) && gap >= 60 && gap <= 180)).toBe(true);
    expect(new Set(gaps).size).toBe(121);
    expect(gaps.filter((gap) => gap < 120).length).toBeGreaterThan(850);
    expect(gaps.filter((gap) => gap > 120).length).toBeGreaterThan(850);
  });
});

/** Emails of one mailbox over memory and a clock of its own, delivered until nothing waits, or for 40 days. */
const play = async (pace: Pace, emails: readonly (Partial<PlacedEmail> & { readonly inMs?: number })[], maxDailySends = 500) => {
  let now = at.getTime();
  const clock = { now: () => new Date(now) };
  let serial = 0;
  const ids = {
    objectId: () => (++serial).toString(16).padStart(24, "0"),
    random: (bytes: number) => (++serial).toString(16).padStart(bytes * 2, "0"),
  };
  const memory = memorySending({ now: () => now, credits: 1_000_000 });
  const mailbox = aMailbox({ maxDailySends, ...pace });
  const drafts = emails.map(({ inMs = 0, ...email }) =>
    draftSend({ clock, ids }, { mailbox }, anEmail({ ...(inMs > 0 && { scheduledAt: after(inMs) }), ...email })),
  );
  await memory.acceptedSends.accept(mailbox.userId, drafts);
  const forecast = forecastOf({ mailbox, load: memory.loadOf(mailbox.id), pause: undefined, now: clock.now() });
  const submission: Submission = {
    open: true,
    close: () => undefined,
    submit: async (_message, intend) => ((await intend([])) ? { kind: "sent" } : { kind: "fenced" }),
  };
  const ports = { ...memoryDeliverPorts(memory, mailbox), submissions: { open: async () => submission }, clock, ids };
  const deliver = () => deliverMailbox(ports, { mailboxId: mailbox.id, sendIds: [] });
  const end = at.getTime() + 40 * DAY_MS;
  while (now < end) {
    await Promise.all([deliver(), deliver(), deliver()]);
    const waiting = [...memory.rows.values()].flatMap(({ dueAt }) => (dueAt ? [dueAt.getTime()] : []));
    if (waiting.length === 0) break;
    const paused = memory.pauses.get(mailbox.id)?.until.getTime() ?? 0;
    now = Math.max(now + 1, Math.min(...waiting), paused > now ? paused : 0);
  }
  const sends = [...memory.rows.values()];
  const left = sends.flatMap(({ countedAt }) => (countedAt ? [countedAt.getTime()] : [])).toSorted((a, b) => a - b);
  return { drafts, sends, left, forecast, memory, mailbox, sentAt: (n: number) => memory.rows.get(drafts[n]!.send.id)?.sentAt?.getTime() };
};

describe("what leaves", () => {
  const openings = fc.record({
    days: fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1, maxLength: 7 }),
    from: fc.constantFrom("00:00", "08:30", "13:00"),
    to: fc.constantFrom("14:00", "18:15", "24:00"),
    timezone: fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"),
  });
  const paces = fc.record<Pace>(
    {
      minGap: fc.constantFrom("PT90S", "PT20M", { from: "PT60S", to: "PT10M" }),
      maxHourlySends: fc.integer({ min: 1, max: 5 }),
      ramp: fc
        .record({ from: fc.integer({ min: 1, max: 4 }), by: fc.integer({ min: 1, max: 3 }), to: fc.integer({ min: 4, max: 12 }) })
        .map((one) => ({ ...one, since: after(-DAY_MS / 3) })),
      workday: openings,
    },
    { requiredKeys: [] },
  );
  const emails = fc.array(
    fc.record({ inMs: fc.constantFrom(0, 0, 60_000, HOUR_MS, DAY_MS), kind: fc.constantFrom("" as const, "" as const, "reply" as const) }),
    { minLength: 1, maxLength: 12 },
  );

  it("keeps gap, hour, ramp and workday under three workers, all of it leaves, and when it was forecast", async () => {
    await fc.assert(
      fc.asyncProperty(paces, emails, async (pace, some) => {
        const { sends, left, forecast } = await play(pace, some);
        expect(sends.map(({ status }) => status)).toEqual(some.map(() => "sent"));
        for (const [n, time] of left.entries()) {
          const send = sends.find(({ countedAt }) => countedAt?.getTime() === time)!;
          if (n > 0 && pace.minGap) expect(time - left[n - 1]!).toBeGreaterThanOrEqual(gapBefore(pace, send));
          const within = (ms: number) => left.filter((other) => other > time - ms && other <= time).length;
          expect(within(HOUR_MS)).toBeLessThanOrEqual(pace.maxHourlySends ?? Infinity);
          const days = Math.floor((time - (pace.ramp?.since.getTime() ?? 0)) / DAY_MS);
          if (pace.ramp) expect(within(DAY_MS)).toBeLessThanOrEqual(Math.min(pace.ramp.to, pace.ramp.from + days * pace.ramp.by));
          if (pace.workday) expect(nextInWindow(pace.workday, new Date(time)).getTime()).toBe(time);
        }
        const late = sends.map(({ id, countedAt }) => countedAt!.getTime() - forecast.get(id)!.getTime());
        expect(late.filter((ms) => Math.abs(ms) > 60_000)).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });

  it("goes first where a person wrote it, whose turn has come", async () => {
    const { sentAt, forecast, drafts } = await play({ minGap: "PT10M" }, [{}, {}, {}, { kind: "reply" }, { undoFor: "PT30S" }]);
    const minutes = [0, 1, 2, 3, 4].map((n) => Math.round((sentAt(n)! - at.getTime()) / 60_000));
    expect(minutes).toEqual([20, 30, 40, 0, 10]);
    expect(drafts.map(({ send }) => Math.round((forecast.get(send.id)!.getTime() - at.getTime()) / 60_000))).toEqual(minutes);
  });

  it("keeps its order without a pace, and a follow-up goes behind", async () => {
    const { drafts } = await play({}, [{ kind: "reply" }, { kind: "reply", parentSentAt: after(-DAY_MS) }, { kind: "forward" }, {}]);
    expect(drafts.map(({ send }) => send.goesFirst ?? false)).toEqual([true, false, true, false]);
  });

  it("records the gap that was drawn", async () => {
    const minGap = { from: "PT60S", to: "PT180S" };
    const { sends } = await play({ minGap }, [{}, {}, {}]);
    expect(sends.map(({ gap }) => gap)).toEqual(sends.map((send) => `PT${gapBefore({ minGap }, send) / 1_000}S`));
    expect((await play({ maxHourlySends: 2 }, [{}])).sends[0]!.gap).toBeUndefined();
  });
});
