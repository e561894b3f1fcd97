/** A time as a clock at that place shows it; kept in this form because zone rules change. */
export interface WallTime {
  /** Such as `2026-12-01T09:00`, seconds optional. */
  readonly local: string;
  /** An IANA time zone. */
  readonly timezone: string;
}

/** A zone's offset from UTC at a moment, ms; the moment in ms since the epoch. */
export type OffsetAt = (at: number) => number;

/** The offsets of a zone, by name. */
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
export const momentsOf = (wall: number, offsetAt: OffsetAt): readonly number[] => {
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
 * The moment of a wall time. Of a time shown twice, the first; a skipped time is read with the offset before the gap (RFC 5545, 3.3.5; "compatible"
 * in ECMAScript's Temporal).
 */
export const momentOf = ({ local, timezone }: WallTime, zonesNow: Zones = zones): Date => {
  const offsetAt = zonesNow(timezone);
  const wall = wallOf(local);
  return new Date(momentsOf(wall, offsetAt)[0] ?? wall - offsetAt(wall - DAY_MS));
};
