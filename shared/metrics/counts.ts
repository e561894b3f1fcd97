/** The number of values in each bucket, by the bucket's number. */
type Histogram = Readonly<Record<string, number>>;

/** A bucket's upper end is this many times its lower one: a percentile differs from the exact value by at most 5 %. */
const GROWTH = 1.1;
/** Shorter times share the first bucket, seconds. */
const LEAST_SECONDS = 0.1;

/** The bucket of a time in seconds. */
const bucketOf = (seconds: number): string =>
  String(seconds < LEAST_SECONDS ? 0 : 1 + Math.floor(Math.log(seconds / LEAST_SECONDS) / Math.log(GROWTH)));

/** A histogram of a single time, in seconds, to be added to others. */
export const oneOf = (seconds: number): Histogram => ({ [bucketOf(seconds)]: 1 });

/** The middle of a bucket by ratio, seconds, rounded to milliseconds. */
const middleOf = (bucket: number): number =>
  bucket === 0 ? LEAST_SECONDS / 2 : Math.round(LEAST_SECONDS * GROWTH ** (bucket - 0.5) * 1000) / 1000;

/** The smallest time, in seconds, that at least this share of the values does not exceed (nearest rank); undefined without values. */
export const percentile = (histogram: Histogram, share: number): number | undefined => {
  const buckets = Object.entries(histogram)
    .map(([bucket, count]) => [Number(bucket), count] as const)
    .toSorted(([a], [b]) => a - b);
  const rank = share * buckets.reduce((sum, [, count]) => sum + count, 0);
  let passed = 0;
  for (const [bucket, count] of buckets) if (count > 0 && (passed += count) >= rank) return middleOf(bucket);
  return undefined;
};

/** The lengths of a period. */
export const intervals = ["hour", "day"] as const;
/** The length of a period. */
export type Interval = (typeof intervals)[number];

/** The parts that metrics are shown by. */
export const parts = ["mailbox", "domain", "tag", "kind"] as const;
/** What an account's metrics are divided by; `all`: the whole account. */
export type Dimension = "all" | (typeof parts)[number];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PERIOD_MS: Readonly<Record<Interval, number>> = { hour: HOUR_MS, day: DAY_MS };

/** The start of the period that contains a time, in UTC. */
export const periodOf = (interval: Interval, at: Date): Date =>
  new Date(Math.floor(at.getTime() / PERIOD_MS[interval]) * PERIOD_MS[interval]);

/** Which rows to read. */
export interface MetricsSpan {
  readonly interval: Interval;
  readonly by: Dimension;
  /** The first period is the one that contains this time. */
  readonly from: Date;
  /** The last period is the one that ends at or contains this time. */
  readonly to: Date;
  /** Only what these mailboxes count; undefined: the whole account. */
  readonly mailboxIds?: readonly string[] | undefined;
}

/** The maximum of periods in a span, which is also the maximum of rows for the whole account. */
export const PERIODS_MAX = 1000;

/** The span's length when none is given, ms. */
const USUAL_MS: Readonly<Record<Interval, number>> = { hour: DAY_MS, day: 30 * DAY_MS };

interface Asked {
  readonly interval: Interval;
  readonly by?: Dimension | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** The requested span. By default it ends now, and begins a day (hours) or 30 days (days) before its end. */
export const spanOf = ({ interval, by = "all", from, to }: Asked, now: Date): MetricsSpan => {
  const end = to ?? now;
  return { interval, by, from: from ?? new Date(end.getTime() - USUAL_MS[interval]), to: end };
};

/** Metrics exist only between these years; some dates beyond have no RFC 3339 text. */
const YEARS = [1970, 2999] as const;
const isFar = (at: Date | undefined): boolean => at !== undefined && (at.getUTCFullYear() < YEARS[0] || at.getUTCFullYear() > YEARS[1]);

interface SpanIssue {
  readonly field: "from" | "to";
  readonly message: string;
}

/** Why a span is invalid, each by the field to change; empty when it is valid. */
export const spanIssues = (asked: Asked, now: Date): readonly SpanIssue[] => {
  const { interval, from, to } = spanOf(asked, now);
  const far = (["from", "to"] as const).filter((field) => isFar(asked[field]));
  if (far.length > 0) return far.map((field) => ({ field, message: `must be in the years ${YEARS.join(" to ")}` }));
  if (to <= from)
    return [asked.to ? { field: "to", message: "must be after from" } : { field: "from", message: "must not lie in the future" }];
  const isLong = to.getTime() - from.getTime() > PERIODS_MAX * PERIOD_MS[interval];
  return isLong ? [{ field: "from", message: `must be at most ${PERIODS_MAX} ${interval}s before to, or before now` }] : [];
};

/** How many periods a span has. */
export const periodsIn = ({ interval, from, to }: MetricsSpan): number => Math.ceil((to.getTime() - from.getTime()) / PERIOD_MS[interval]);

/** The span in whole periods, from the start of the one that contains `from` to the end of the one that contains the last moment before `to`. */
export const aligned = ({ interval, from, to, ...rest }: MetricsSpan): MetricsSpan => {
  const last = periodOf(interval, new Date(to.getTime() - 1));
  return { ...rest, interval, from: periodOf(interval, from), to: new Date(last.getTime() + PERIOD_MS[interval]) };
};

/** The counters. `answered` counts a reply in the period in which the answered email left, so that the reply rate is about the same emails. */
export const counters = [
  "accepted",
  "sent",
  "failed",
  "cancelled",
  "replied",
  "answered",
  "autoReplied",
  "bouncedHard",
  "bouncedSoft",
  "complained",
  "unsubscribed",
  "received",
  "intentKnown",
  "intentUnknown",
  "interested",
  "preventedAnswered",
  "preventedBounced",
  "preventedAway",
  "preventedSuppressed",
  "preventedAsked",
  "preventedMoved",
  "preventedContacted",
] as const;

/** The times whose percentiles are shown: the time from when an email was due until it left, and the error of its forecast. */
export const times = ["timeToSend", "etaError"] as const;

type Counter = (typeof counters)[number];
type Time = (typeof times)[number];

/** Counts that can be added; an absent counter is 0, an absent histogram empty. */
export type Counts = { readonly [C in Counter]?: number } & { readonly [T in Time]?: Histogram };

const plus = (a: Histogram = {}, b: Histogram = {}): Histogram => {
  const sum: Record<string, number> = { ...a };
  for (const [bucket, count] of Object.entries(b)) sum[bucket] = (sum[bucket] ?? 0) + count;
  return sum;
};

/** The sum of two counts. */
export const added = (a: Counts, b: Counts): Counts => {
  const sum: Record<string, number | Histogram> = {};
  for (const name of counters) if (a[name] !== undefined || b[name] !== undefined) sum[name] = (a[name] ?? 0) + (b[name] ?? 0);
  for (const name of times) if (a[name] !== undefined || b[name] !== undefined) sum[name] = plus(a[name], b[name]);
  return sum;
};
