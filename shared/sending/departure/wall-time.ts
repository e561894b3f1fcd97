import { weekdays, type Window } from "#shared/platform/duration.ts";

export { weekdays, type Window };

/** A time as a clock at a place shows it; stored in this form because zone rules change. */
export interface WallTime {
  /** Such as `2026-12-01T09:00`, seconds optional. */
  readonly local: string;
  /** An IANA time zone. */
  readonly timezone: string;
}

/** A zone's offset from UTC at a moment, ms; the moment in ms since the epoch. */
type OffsetAt = (at: number) => number;

/** Gives the offsets of a zone, by its name. */
export type Zones = (timezone: string) => OffsetAt;

const newFormat = (timeZone: string) =>
  new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });

/** Making a format takes longer than using it. Clients may spell a zone in many ways, so the cache is bounded. */
const formats = new Map<string, Intl.DateTimeFormat>();
const FORMATS_MAX = 100;

/** The zones of the runtime's time zone data. */
export const zones: Zones = (timezone) => {
  const format = formats.get(timezone) ?? newFormat(timezone);
  if (formats.size >= FORMATS_MAX) formats.clear();
  formats.set(timezone, format);
  return (at) => {
    const { year, month, day, hour, minute, second } = Object.fromEntries(
      format.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
    ) as Record<string, number>;
    return Date.UTC(year!, month! - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
  };
};

/** No change of a zone's clocks is larger than this, so a day before and a day after have the offsets of both sides, ms. */
const DAY_MS = 86_400_000;

/** The moments at which the clocks of a zone show a time, the earlier first: none when the clocks skip it, two when they show it twice. */
const momentsOf = (wall: number, offsetAt: OffsetAt): readonly number[] => {
  // Clocks that show a time twice go back, so the offset before is larger and gives the earlier moment.
  const offsets = new Set([offsetAt(wall - DAY_MS), offsetAt(wall + DAY_MS)]);
  return [...offsets].map((offset) => wall - offset).filter((at) => at + offsetAt(at) === wall);
};

/** A wall time read as if it were UTC, ms since the epoch; NaN when it is no date. */
export const wallOf = (local: string): number => {
  const at = Date.parse(`${local}Z`);
  // JavaScript reads 30 February as 2 March.
  return Number.isNaN(at) || !new Date(at).toISOString().startsWith(local) ? Number.NaN : at;
};

/**
 * The moment of a wall time. A time that occurs twice is the first one; a skipped time is read with the offset before the gap (RFC 5545, 3.3.5;
 * "compatible" in ECMAScript's Temporal).
 */
export const momentOf = ({ local, timezone }: WallTime, zonesNow: Zones = zones): Date => {
  const offsetAt = zonesNow(timezone);
  const wall = wallOf(local);
  return new Date(momentsOf(wall, offsetAt)[0] ?? wall - offsetAt(wall - DAY_MS));
};

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

/** The first time from `now` on at which an email may leave: now while the window is open, else the next opening by its zone's clocks. */
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

/** Whether two windows are ever open at the same time in the week after a moment. */
export const everMeet = (one: Window, other: Window, now: Date): boolean => {
  const end = now.getTime() + (weekdays.length + 1) * DAY_MS;
  for (let at = now; at.getTime() <= end;) {
    const opens = nextInWindow(other, nextInWindow(one, at));
    if (nextInWindow(one, opens) <= opens) return true;
    at = opens;
  }
  return false;
};
