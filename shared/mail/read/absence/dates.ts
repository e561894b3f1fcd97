import { type Terms, termAt, termsOf, type Token, type AbsenceWords } from "./absence-words.ts";

/** A date as a text states it: in digits in one of two orders, as a weekday, or as a distance from today. */
export interface WrittenDate {
  /** Its first token, and the one behind its last. */
  readonly at: number;
  readonly next: number;
  readonly year?: number;
  /** 1 to 12, and 1 to 31; `either` holds two numbers of which nobody knows which is the month. */
  readonly month?: number;
  readonly day?: number;
  readonly either?: readonly [number, number];
  /** 0 is Monday. */
  readonly weekday?: number;
  readonly isNext?: true;
  readonly days?: number;
  readonly months?: number;
  readonly isNextWeek?: true;
  /** It ends a span of days that it names itself: "November 23-27". */
  readonly endsSpan?: true;
}

/** The words of a language with which its dates are found. */
export interface DateWords {
  readonly months: Terms;
  readonly weekdays: Terms;
  readonly ordinals: Terms;
  readonly small: Terms;
  readonly next: Terms;
  readonly tomorrow: Terms;
  readonly nextWeek: Terms;
  readonly within: Terms;
  readonly units: readonly [Terms, Terms, Terms];
  readonly numbers: Terms;
  readonly isDayFirst: boolean;
}

/** Compiles a language's words for dates. */
export const dateWordsOf = (words: AbsenceWords): DateWords => ({
  months: termsOf(words.months),
  weekdays: termsOf(words.weekdays),
  ordinals: termsOf(words.ordinals ?? ""),
  small: termsOf(words.small),
  next: termsOf(words.next),
  tomorrow: termsOf(words.tomorrow),
  nextWeek: termsOf(words.nextWeek),
  within: termsOf(words.within),
  units: [termsOf(words.units[0]), termsOf(words.units[1]), termsOf(words.units[2])],
  numbers: termsOf(words.numbers),
  isDayFirst: words.order === "dmy",
});

const isDigits = (token: Token | undefined, least: number, most: number): boolean =>
  token !== undefined && /^\d+$/.test(token.word) && token.word.length >= least && token.word.length <= most;
const numberOf = (token: Token | undefined): number => Number(token?.word ?? Number.NaN);
const isDay = (value: number): boolean => value >= 1 && value <= 31;
const isMonth = (value: number): boolean => value >= 1 && value <= 12;

/** Skips up to `most` small words and these signs. */
const skip = (small: Terms, tokens: readonly Token[], from: number, signs: string, most = 3): number => {
  let at = from;
  for (let i = 0; i < most; i += 1) {
    const word = tokens[at]?.word ?? "";
    const term = termAt(small, tokens, at);
    if (term) at = term.next;
    else if (word !== "" && signs.includes(word)) at += 1;
    else break;
  }
  return at;
};

type Found = Omit<WrittenDate, "at">;

/** Signs after a number by which it is a time, a share or an amount. */
const notADay = new Set([":", "%", "€", "$", "°", "h", "uhr", "am", "pm"]);

/** "30 November 2026", "30. listopadu", "1er décembre", "5 de diciembre de 2026". */
const dayThenMonth = (words: DateWords, tokens: readonly Token[], at: number): Found | undefined => {
  const day = numberOf(tokens[at]);
  if (!isDigits(tokens[at], 1, 2) || !isDay(day)) return undefined;
  const dotted = tokens[at + 1]?.word === "." ? at + 2 : at + 1;
  const ordinal = termAt(words.ordinals, tokens, dotted);
  const month = termAt(words.months, tokens, skip(words.small, tokens, ordinal?.next ?? dotted, ""));
  if (!month) return undefined;
  return { month: month.value + 1, day, ...yearAfter(words, tokens, month.next) };
};

const yearAfter = (words: DateWords, tokens: readonly Token[], from: number): Pick<Found, "next" | "year"> => {
  const year = skip(words.small, tokens, from, ".,");
  return isDigits(tokens[year], 4, 4)
    ? { year: numberOf(tokens[year]), next: year + 1 }
    : { next: tokens[from]?.word === "." ? from + 1 : from };
};

const dashes = "-–—";

/** "November 30, 2026", as in English; "November 23-27" is a span. */
const monthThenDay = (words: DateWords, tokens: readonly Token[], at: number): Found | undefined => {
  const month = words.isDayFirst ? undefined : termAt(words.months, tokens, at);
  if (!month) return undefined;
  const first = tokens[month.next]?.word === "." ? month.next + 1 : skip(words.small, tokens, month.next, "", 1);
  if (!isDigits(tokens[first], 1, 2) || !isDay(numberOf(tokens[first])) || notADay.has(tokens[first + 1]?.word ?? "")) return undefined;
  const ends = dashes.includes(tokens[first + 1]?.word ?? " ") && isDigits(tokens[first + 2], 1, 2) && isDay(numberOf(tokens[first + 2]));
  const last = ends ? first + 2 : first;
  const ordinal = termAt(words.ordinals, tokens, last + 1);
  return {
    month: month.value + 1,
    day: numberOf(tokens[last]),
    ...(ends && { endsSpan: true as const }),
    ...yearAfter(words, tokens, ordinal?.next ?? last + 1),
  };
};

/** "2026-11-30", "2026/11/30". */
const yearFirst = (tokens: readonly Token[], at: number): Found | undefined => {
  const [year, sign, month, again, day] = tokens.slice(at, at + 5);
  if (!isDigits(year, 4, 4) || !isDigits(month, 1, 2) || !isDigits(day, 1, 2) || sign?.word !== again?.word) return undefined;
  if (!"-/.".includes(sign?.word ?? " ") || !isMonth(numberOf(month)) || !isDay(numberOf(day))) return undefined;
  return { year: numberOf(year), month: numberOf(month), day: numberOf(day), next: at + 5 };
};

/** Words beside two numbers with a full stop by which they are a time. */
const timeWords = new Set(["uhr", "h", "am", "pm", "kl", "klo", "um", "at", "alle", "ore", "les", "las", "às", "o"]);

/** "30.11.2026", "30/11", "30. 11.": the order is the language's, or unknown. */
const inDigits = (words: DateWords, tokens: readonly Token[], at: number): Found | undefined => {
  const [first, sign, second, again, last] = tokens.slice(at, at + 5);
  if (!first || !sign || !second || !isDigits(first, 1, 2) || !isDigits(second, 1, 2) || !"./-".includes(sign.word)) return undefined;
  const isClose = sign.word === "." || (first.end === sign.start && sign.end === second.start);
  const hasYear = again?.word === sign.word && (isDigits(last, 4, 4) || (isDigits(last, 2, 2) && again.end === last?.start));
  const isTime = sign.word === "." && [tokens[at - 1]?.word, again?.word, tokens[at - 2]?.word].some((word) => timeWords.has(word ?? ""));
  // Without a year a hyphen joins two days, and in English a full stop two parts of a number.
  if (!isClose || (!hasYear && (isTime || sign.word === "-" || (sign.word === "." && !words.isDayFirst)))) return undefined;
  const [a, b] = [numberOf(first), numberOf(second)];
  const order = words.isDayFirst || sign.word === "." ? ordered(a, b) : either(a, b);
  if (!order) return undefined;
  const year = numberOf(last);
  if (!hasYear) return { ...order, next: at + (sign.word === "." && again?.word === "." ? 4 : 3) };
  return { ...order, year: year < 100 ? 2000 + year : year, next: at + 5 };
};

const ordered = (day: number, month: number) => (isDay(day) && isMonth(month) ? { day, month } : undefined);

const either = (a: number, b: number): Pick<Found, "day" | "month" | "either"> | undefined => {
  if (isMonth(a) && isMonth(b)) return a === b ? { day: a, month: b } : { either: [a, b] };
  return ordered(a, b) ?? ordered(b, a);
};

/** Words before "tomorrow" where it means a morning: "Guten Morgen", "por la mañana". */
const mornings = new Set(["guten", "goede", "goeden", "la", "am", "early", "heute", "buena", "boa"]);

/** "tomorrow", "next week", "in two weeks". */
const fromToday = (words: DateWords, tokens: readonly Token[], at: number): Found | undefined => {
  const week = termAt(words.nextWeek, tokens, at);
  if (week) return { isNextWeek: true, next: week.next };
  const tomorrow = mornings.has(tokens[at - 1]?.word ?? "") ? undefined : termAt(words.tomorrow, tokens, at);
  if (tomorrow) return { days: 1, next: tomorrow.next };
  const within = termAt(words.within, tokens, at);
  if (!within) return undefined;
  const spoken = termAt(words.numbers, tokens, within.next);
  const count = spoken ? spoken.value + 1 : numberOf(isDigits(tokens[within.next], 1, 2) ? tokens[within.next] : undefined);
  const after = spoken?.next ?? within.next + 1;
  const [day, week_, month] = words.units.map((unit) => termAt(unit, tokens, after));
  if (Number.isNaN(count)) return undefined;
  if (day) return { days: count, next: day.next };
  if (week_) return { days: count * 7, next: week_.next };
  return month && { months: count, next: month.next };
};

/** The shortest name of a weekday that counts without a date; shorter ones are also other words. */
const WEEKDAY_LETTERS = 5;

const dateAt = (words: DateWords, tokens: readonly Token[], at: number): Found | undefined => {
  const written = (from: number) =>
    yearFirst(tokens, from) ?? dayThenMonth(words, tokens, from) ?? monthThenDay(words, tokens, from) ?? inDigits(words, tokens, from);
  const modifier = termAt(words.next, tokens, at);
  const weekday = termAt(words.weekdays, tokens, modifier?.next ?? at);
  if (!weekday) return written(at) ?? fromToday(words, tokens, at);
  const whole = written(skip(words.small, tokens, weekday.next, ".,(", 4));
  if (whole) return { ...whole, weekday: weekday.value };
  if ((tokens[modifier?.next ?? at]?.word.length ?? 0) < WEEKDAY_LETTERS) return undefined;
  const after = termAt(words.next, tokens, weekday.next);
  return { weekday: weekday.value, next: after?.next ?? weekday.next, ...((modifier ?? after) && { isNext: true as const }) };
};

/** The dates of a text in one language, in order. */
export const datesIn = (words: DateWords, tokens: readonly Token[]): readonly WrittenDate[] => {
  const found: WrittenDate[] = [];
  for (let at = 0; at < tokens.length;) {
    const date = dateAt(words, tokens, at);
    if (date) found.push({ at, ...date });
    at = date?.next ?? at + 1;
  }
  return found;
};

const DAY_MS = 86_400_000;
/** A return is at most this far ahead, days. */
const AHEAD_MAX = 366;
/** A date without a year is the next one, unless the one before was at most this long ago: then the note is old, days. */
const AGO_MAX = 120;

/** A day as milliseconds of its midnight in UTC. */
type Day = number;

/** The day of a moment where the clock is `offset` minutes ahead of UTC. */
export const dayOf = (moment: Date, offset: number): Day => {
  const local = new Date(moment.getTime() + offset * 60_000);
  return Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate());
};

/** The day as `YYYY-MM-DD`. */
export const isoDay = (day: Day): string => new Date(day).toISOString().slice(0, 10);

/** 0 is Monday. */
const weekdayOf = (day: Day): number => (new Date(day).getUTCDay() + 6) % 7;

/** The day, or undefined where the month does not have it. */
const dayIn = (year: number, month: number, day: number): Day | undefined => {
  const at = Date.UTC(year, month - 1, day);
  return new Date(at).getUTCDate() === day ? at : undefined;
};

/** The day that a written date means when it is read on `today`; undefined when it is past, too far ahead, contradictory or ambiguous. */
export const resolveDate = (written: WrittenDate, today: Day, isMonthFirst: boolean | undefined): Day | undefined => {
  const day = meant(written, today, isMonthFirst);
  return day !== undefined && day >= today && day <= today + AHEAD_MAX * DAY_MS ? day : undefined;
};

const meant = (written: WrittenDate, today: Day, isMonthFirst: boolean | undefined): Day | undefined => {
  const { days, months, isNextWeek, weekday, month, either } = written;
  if (days !== undefined) return today + days * DAY_MS;
  if (months !== undefined) return inMonths(today, months);
  if (isNextWeek) return today + (7 - weekdayOf(today)) * DAY_MS;
  if (month === undefined && !either) return weekday === undefined ? undefined : nextWeekday(written, weekday, today);
  const readings = either ? orders(either, isMonthFirst).map((order) => ({ ...written, ...order })) : [written];
  const days_ = readings
    .flatMap((reading) => withYear(reading, today) ?? [])
    .filter((day) => weekday === undefined || weekdayOf(day) === weekday);
  return days_.length === 1 ? days_[0] : undefined;
};

/** Both orders of two numbers, or the one that other dates of the note show. */
const orders = ([a, b]: readonly [number, number], isMonthFirst: boolean | undefined) => [
  ...(isMonthFirst === true ? [] : [{ day: a, month: b }]),
  ...(isMonthFirst === false ? [] : [{ day: b, month: a }]),
];

const withYear = ({ year, month = 0, day = 0 }: WrittenDate, today: Day): Day | undefined => {
  if (year !== undefined) return dayIn(year, month, day);
  const now = new Date(today).getUTCFullYear();
  const days = [now - 1, now, now + 1].flatMap((one) => dayIn(one, month, day) ?? []);
  const [last, next] = [days.findLast((one) => one < today), days.find((one) => one >= today)];
  return last !== undefined && today - last <= AGO_MAX * DAY_MS ? undefined : next;
};

const inMonths = (today: Day, months: number): Day => {
  const at = new Date(today);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months + 1, 0)).getUTCDate();
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, Math.min(at.getUTCDate(), last));
};

/**
 * The next such weekday. Today's name may mean today or in a week, and "next Friday" in the same week this one or the one after: neither is certain.
 */
const nextWeekday = ({ isNext }: WrittenDate, weekday: number, today: Day): Day | undefined => {
  const ahead = (weekday - weekdayOf(today) + 7) % 7;
  if (isNext && ahead !== 0 && weekday > weekdayOf(today)) return undefined;
  if (ahead === 0) return isNext ? today + 7 * DAY_MS : undefined;
  return today + ahead * DAY_MS;
};
