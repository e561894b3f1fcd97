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
