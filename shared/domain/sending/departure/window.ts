import { momentsOf, type OffsetAt, wallOf, type Zones, zones } from "./wall-time.ts";

/** The days of the week, as `Date.getUTCDay` counts them. */
export const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

/** The hours of the week outside which an email may not leave, by the clocks of a zone. */
export interface Window {
  readonly days: readonly (typeof weekdays)[number][];
  /** Such as `09:00`: the window opens then. */
  readonly from: string;
  /** Such as `17:00`, later than `from`: the window closes then. `24:00` is the day's end. */
  readonly to: string;
  /** An IANA time zone. */
  readonly timezone: string;
}

const DAY_MS = 86_400_000;
/** How many days ahead an opening is searched: a weekly opening may fall into a gap of the clocks. */
const AHEAD_DAYS = 22;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const isOpenAt = ({ days, from, to }: Window, offsetAt: OffsetAt, at: number): boolean => {
  const wall = new Date(at + offsetAt(at));
  const minute = wall.getUTCHours() * 60 + wall.getUTCMinutes();
  return days.includes(weekdays[wall.getUTCDay()]!) && minute >= minutesOf(from) && minute < minutesOf(to);
};

/** The moment, to the second, at which the clocks change between two moments with different offsets. */
const changeBetween = (early: number, late: number, offsetAt: OffsetAt): readonly number[] => {
  if (offsetAt(early) === offsetAt(late)) return [];
  let [before, after] = [Math.floor(early / 1000), Math.floor(late / 1000)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle * 1000) === offsetAt(early)) before = middle;
    else after = middle;
  }
  return [after * 1000];
};

/** The first time that an email may leave from `now` on: now while the window is open, else the next opening by its zone's clocks. */
export const nextInWindow = (window: Window, now: Date, zonesNow: Zones = zones): Date => {
  const offsetAt = zonesNow(window.timezone);
  const from = now.getTime();
  if (isOpenAt(window, offsetAt, from)) return now;
  const today = new Date(from + offsetAt(from)).toISOString().slice(0, 10);
  let found: readonly number[] = [];
  for (let day = 0; day <= AHEAD_DAYS; day += 1) {
    const known = found.length > 0;
    const wall = wallOf(`${today}T${window.from}`) + day * DAY_MS;
    // The window opens at its hour, or at a change where the clocks jump over that hour or back into the window.
    const changes = changeBetween(from + (day - 1) * DAY_MS, from + day * DAY_MS, offsetAt);
    found = [...found, ...[...momentsOf(wall, offsetAt), ...changes].filter((at) => at > from && isOpenAt(window, offsetAt, at))];
    // The opening found may come after a clock change that is not yet considered.
    if (known) return new Date(Math.min(...found));
  }
  throw new RangeError("a window that never opens");
};
