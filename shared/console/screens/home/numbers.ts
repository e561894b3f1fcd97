import type { MetricsRow } from "../../../client/index.ts";

/** The numbers that are added up and shown. */
export interface Sums {
  readonly sent: number;
  readonly replied: number;
  readonly received: number;
  readonly bounced: number;
  readonly failed: number;
  /** Emails that did not leave because they would have done harm. */
  readonly prevented: number;
}

const HOUR_MS = 3_600_000;
const DAYS_BACK = 7;

const midnight = (at: Date, days: number): Date => new Date(at.getFullYear(), at.getMonth(), at.getDate() + days);

/** The start of the rows that Home needs: midnight a week ago, in the reader's zone. */
export const firstOf = (now: Date): Date => midnight(now, -DAYS_BACK);

const sumOf = (rows: readonly MetricsRow[], from: Date, until: Date): Sums => {
  const within = rows.filter(({ at }) => new Date(at) >= from && new Date(at) < until);
  const total = (pick: (row: MetricsRow) => number): number => within.reduce((sum, row) => sum + pick(row), 0);
  return {
    sent: total(({ sent }) => sent),
    replied: total(({ replied }) => replied),
    received: total(({ received }) => received),
    bounced: total(({ bounced_hard, bounced_soft }) => bounced_hard + bounced_soft),
    failed: total(({ failed }) => failed),
    prevented: total(
      (row) =>
        row.prevented_answered +
        row.prevented_bounced +
        row.prevented_away +
        row.prevented_suppressed +
        row.prevented_asked +
        row.prevented_moved +
        row.prevented_contacted,
    ),
  };
};

/** Today since midnight, and the same hours a week ago. */
export const todayOf = (rows: readonly MetricsRow[], now: Date): { readonly today: Sums; readonly before: Sums } => {
  const since = midnight(now, 0);
  const weekAgo = firstOf(now);
  return { today: sumOf(rows, since, now), before: sumOf(rows, weekAgo, new Date(weekAgo.getTime() + (now.getTime() - since.getTime()))) };
};

/** An hour of the chart; `time` is its start, seconds since 1970. */
export interface Hour extends Sums {
  readonly time: number;
}

/** The last hours, oldest first, including those without any activity. */
export const hoursOf = (rows: readonly MetricsRow[], now: Date, hours: number): readonly Hour[] => {
  const last = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  return Array.from({ length: hours }, (_, i) => {
    const begin = last - (hours - 1 - i) * HOUR_MS;
    return { time: begin / 1000, ...sumOf(rows, new Date(begin), new Date(begin + HOUR_MS)) };
  });
};
