import type { Phrases } from "../../languages/language.ts";

/** How a language writes dates, and the words by which absence notes in it say what they mean. Words are in lower case, separated by spaces. */
export interface AbsenceWords {
  /** January to December; names of one month are separated by `|`. */
  readonly months: string;
  /** Monday to Sunday, likewise. */
  readonly weekdays: string;
  /** Which number of a date in digits comes first; absent where both orders are in use, so that only further evidence decides. */
  readonly order?: "dmy";
  /** Endings of a day's number: "20th". */
  readonly ordinals?: string;
  /** Small words before and within a date: "the", "of". */
  readonly small: string;
  /** "next" before a weekday; "tomorrow"; "next week", its words joined by `_`. */
  readonly next: string;
  readonly tomorrow: string;
  readonly nextWeek: string;
  /** "in" before a span of time; names of days, weeks and months; one to ten in words. */
  readonly within: string;
  readonly units: readonly [days: string, weeks: string, months: string];
  readonly numbers: string;
  /** Words directly before the last day of an absence: "until". */
  readonly until: string;
  /** The same of a day that is part of it: "through", and such words after the day: "inclusive". */
  readonly through: string;
  readonly inclusive: string;
  /** Phrases of a return, in the same sentence as its date. */
  readonly returns: Phrases;
  /** Phrases of a return that is not dated, unless a date follows at once: "when I am back". */
  readonly whenBack?: Phrases;
  /** Phrases that only look like one: "get back to you". */
  readonly notReturns?: Phrases;
  /** Phrases of an absence, of a person who left for good, and of mail that was received. */
  readonly absent: Phrases;
  readonly left: Phrases;
  readonly received: Phrases;
}
