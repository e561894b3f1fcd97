import type { WrittenDate } from "./dates.ts";

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

/** The day that a written date means when it is read on `today`; undefined when it is past, too far ahead, contradictory, or not certain. */
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
