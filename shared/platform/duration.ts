/** The days of the week, as `Date.getUTCDay` counts them. */
export const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

/** The hours of the week in which an email may leave, by the clocks of a zone. */
export interface Window {
  readonly days: readonly (typeof weekdays)[number][];
  /** When the window opens, such as `09:00`. */
  readonly from: string;
  /** When the window closes, such as `17:00`; later than `from`. `24:00` is the day's end. */
  readonly to: string;
  /** An IANA time zone. */
  readonly timezone: string;
}

/** ISO 8601, 5.5.2: weeks alone, or days, hours, minutes and seconds; no years and months, which have no fixed length. */
const DURATION = /^P(?:(\d{1,3})W|(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?)$/;
const UNITS_MS = [7 * 86_400_000, 86_400_000, 3_600_000, 60_000, 1_000] as const;

/** The length of an ISO 8601 duration such as `P3D` or `PT4H`, ms; a day is 24 hours. Undefined for any other text. */
export const durationMs = (text: string): number | undefined => {
  const parts = DURATION.exec(text)?.slice(1);
  if (!parts || text.endsWith("T") || parts.every((part) => part === undefined)) return undefined;
  return UNITS_MS.reduce((sum, unit, index) => sum + unit * Number(parts[index] ?? 0), 0);
};

/** Whether a text is a duration of at most, and at least, so many milliseconds. */
export const isDuration = (text: string, mostMs: number, leastMs = 0): boolean => {
  const ms = durationMs(text) ?? Infinity;
  return ms >= leastMs && ms <= mostMs;
};
