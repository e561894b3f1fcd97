/** A time as a clock on the wall of a place shows it: kept as that, for the rules of zones change. */
export interface WallTime {
  /** `2026-12-01T09:00`, with seconds or without. */
  readonly local: string;
  /** An IANA time zone. */
  readonly timezone: string;
}

/** What the clocks of a zone show beyond UTC at a moment, ms; both are ms since the epoch. */
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

/** A format takes longer to make than to use. Clients may spell a zone in many ways: so many are kept. */
const formats = new Map<string, Intl.DateTimeFormat>();
const FORMATS_MAX = 100;

/** The zones as the runtime's data has them. */
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

/** No zone is farther than this from its own time before and after a change, ms. */
const DAY_MS = 86_400_000;

/** The moments at which the clocks of a zone show a time, the earlier first: none where they skip it, two where they show it twice. */
export const momentsOf = (wall: number, offsetAt: OffsetAt): readonly number[] => {
  // Where clocks show a time twice they go back: the offset before is the larger one, and its moment the earlier.
  const offsets = new Set([offsetAt(wall - DAY_MS), offsetAt(wall + DAY_MS)]);
  return [...offsets].map((offset) => wall - offset).filter((at) => at + offsetAt(at) === wall);
};

/** What a clock shows, as the ms since the epoch at which one in UTC does; NaN for what is no date. */
export const wallOf = (local: string): number => {
  const at = Date.parse(`${local}Z`);
  // 30 February is read as 2 March.
  return Number.isNaN(at) || !new Date(at).toISOString().startsWith(local) ? Number.NaN : at;
};

/**
 * The moment of a time on the wall. What the clocks show twice is the first; what they skip is counted with the offset before the gap
 * (RFC 5545, 3.3.5; "compatible" in ECMAScript's Temporal).
 */
export const momentOf = ({ local, timezone }: WallTime, zonesNow: Zones = zones): Date => {
  const offsetAt = zonesNow(timezone);
  const wall = wallOf(local);
  return new Date(momentsOf(wall, offsetAt)[0] ?? wall - offsetAt(wall - DAY_MS));
};
