import { describe, expect, it } from "vitest";
import { type Caps, forecast } from "#shared/sending/forecast/eta.ts";
import type { QueuedSend } from "#shared/sending/ports/sends.ts";

const DAY_S = 86_400;
const HOUR_S = 3_600;
/** A Saturday. */
const NOW = Date.parse("2026-11-21T09:00:00Z");
/** So many seconds from now. */
const at = (seconds: number) => new Date(NOW + seconds * 1_000);
const times = (count: number, seconds = 0) => Array.from({ length: count }, () => at(seconds));
const queued = (id: string, due: Date, facts: Partial<QueuedSend> = {}): QueuedSend => ({
  id,
  dueAt: due,
  createdAt: at(-DAY_S),
  ...facts,
});
const secondsOf = (leaves: Date | undefined) => leaves && (leaves.getTime() - NOW) / 1_000;

interface Case extends Caps {
  readonly counted?: readonly Date[];
  readonly waiting?: readonly Date[];
  readonly due: readonly Date[];
  readonly from?: Date;
}
/** When the last of those due leaves, behind what waits. */
const last = ({ counted = [], waiting = [], due, from = at(0), ...caps }: Case) => {
  const before = waiting.map((time, index) => queued(`waiting ${index}`, time));
  const joining = due.map((time, index) => queued(`joining ${index}`, time));
  const leaves = forecast(caps, { counted, waiting: [...before, ...joining] }, from);
  const found = joining.flatMap(({ id }) => leaves.get(id) ?? []);
  return secondsOf(found.toSorted((a, b) => a.getTime() - b.getTime()).at(-1));
};

describe("the last email leaves", () => {
  it.each<readonly [string, Case, number | undefined]>([
    ["never, where there is none", { due: [] }, undefined],
    ["never under a cap of 0", { maxDaily: 0, due: times(1) }, undefined],
    ["at once without limits", { due: times(900) }, 0],
    ["at its own time", { due: [at(0), at(500), at(20)] }, 500],
    ["at once where its time has passed", { due: [at(-50)] }, 0],
    ["after a pause", { due: times(3), from: at(300) }, 300],
    ["after a pause and a full minute", { perMinute: 1, due: times(2), from: at(300) }, 360],
    ["at once with room for it", { maxDaily: 5, perMinute: 5, due: times(5) }, 0],
    ["a day later behind a full day", { maxDaily: 10, due: times(11) }, DAY_S],
    ["days later behind full days", { maxDaily: 10, due: times(35) }, 3 * DAY_S],
    ["a day later under a cap of 1", { maxDaily: 1, due: times(2) }, DAY_S],
    ["a day after what left before", { maxDaily: 2, counted: [at(-600), at(-60)], due: times(1) }, DAY_S - 600],
    ["a day after the second that left before", { maxDaily: 2, counted: [at(-600), at(-60)], due: times(2) }, DAY_S - 60],
    ["behind what is due before it", { maxDaily: 10, waiting: times(10, -5), due: times(1) }, DAY_S],
    ["before what is due after it", { maxDaily: 10, waiting: times(10, 60), due: times(1) }, 0],
    ["behind what is due with it", { perMinute: 1, waiting: times(1), due: times(1) }, 60],
    ["minutes later behind full minutes", { perMinute: 30, due: times(91) }, 180],
    ["a minute after what left just now", { perMinute: 30, counted: times(30, -20), due: times(1) }, 40],
    ["when the later of two limits lets it", { perMinute: 1, maxDaily: 2, due: times(3) }, DAY_S],
  ])("%s", (_name, facts, seconds) => {
    expect(last(facts)).toBe(seconds);
  });
});

/** When each leaves, seconds from now. */
const leaving = (caps: Caps, ...waiting: readonly QueuedSend[]) =>
  Object.fromEntries([...forecast(caps, { counted: [], waiting }, at(0))].map(([id, leaves]) => [id, secondsOf(leaves)]));

const allWeek = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;
const opening = (from: string, to: string, days: readonly (typeof allWeek)[number][] = allWeek) => ({ days, from, to, timezone: "UTC" });

describe("an email with wishes", () => {
  it("waits for its window, and those behind it do not", () => {
    const closed = queued("closed", at(0), { window: opening("11:00", "12:00") });

    expect(leaving({ maxDaily: 1 }, closed, queued("other", at(1)))).toEqual({ other: 1, closed: DAY_S + 2 * HOUR_S });
    expect(leaving({ maxDaily: 2 }, closed, queued("other", at(1)))).toEqual({ other: 1, closed: 2 * HOUR_S });
  });

  it("waits for Monday when the cap lets it leave on a Sunday only", () => {
    const window = opening("08:00", "17:00", ["mon", "sat"]);

    expect(leaving({ maxDaily: 1 }, queued("a", at(0), { window }), queued("b", at(0), { window }))).toEqual({
      a: 0,
      b: 2 * DAY_S - HOUR_S,
    });
  });

  it("never leaves too late, and takes no room then", () => {
    const late = queued("late", at(0), { sendBefore: at(HOUR_S) });

    expect(leaving({ maxDaily: 1 }, queued("first", at(-1)), late, queued("second", at(1)))).toEqual({ first: 0, second: DAY_S });
    expect(leaving({}, queued("late", at(0), { sendBefore: at(HOUR_S), window: opening("11:00", "12:00") }))).toEqual({});
  });

  it("follows its parent, at the distance that was asked for", () => {
    const parent = queued("parent", at(1));
    const child = queued("child", at(HOUR_S), { waitsFor: "parent", scheduledAfter: "PT1H", scheduledAt: at(HOUR_S) });

    expect(leaving({ maxDaily: 1 }, queued("first", at(0)), parent, child)).toEqual({
      first: 0,
      parent: DAY_S,
      child: 2 * DAY_S,
    });
    expect(leaving({ maxDaily: 3 }, queued("first", at(0)), parent, child)).toEqual({ first: 0, parent: 1, child: HOUR_S + 1 });
  });

  it("leaves behind a parent that waits for its window, and never when that never leaves", () => {
    const closed = queued("parent", at(0), { window: opening("11:00", "12:00") });
    const child = queued("child", at(0), { waitsFor: "parent" });

    const leaves = leaving({}, closed, child);
    expect(leaves["parent"]).toBe(2 * HOUR_S);
    expect(leaves["child"]).toBeGreaterThanOrEqual(2 * HOUR_S);
    expect(leaving({}, { ...closed, sendBefore: at(HOUR_S) }, child)).toEqual({});
  });

  it("leaves at its time when its parent has left", () => {
    expect(leaving({}, queued("child", at(60), { waitsFor: "gone", scheduledAfter: "PT1H", scheduledAt: at(60) }))).toEqual({ child: 60 });
  });
});

describe("a forecast ends", () => {
  const weekly = (minute: number) => opening("09:00", `09:${String(minute).padStart(2, "0")}`, ["mon"]);

  it.each([
    ["one window that the cap misses", () => weekly(30)],
    ["many windows that the cap misses", (n: number) => weekly(1 + (n % 59))],
  ])("where 20,000 emails have %s", (_name, windowOf) => {
    const waiting = Array.from({ length: 20_000 }, (_, n) => queued(`${n}`, at(2 * DAY_S), { window: windowOf(n) }));

    const leaves = forecast({ maxDaily: 1 }, { counted: [], waiting }, at(0));

    expect(leaves.size).toBeGreaterThan(0);
    expect(leaves.size).toBeLessThan(1_000);
  });

  it("after all of 20,000 emails that share a window", () => {
    const window = opening("09:00", "17:00");
    const waiting = Array.from({ length: 20_000 }, (_, n) => queued(`${n}`, at(-n), { window }));

    expect(forecast({ maxDaily: 500 }, { counted: [], waiting }, at(0)).size).toBe(20_000);
  });
});
