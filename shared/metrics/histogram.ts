/** The number of values in each bucket, by the bucket's number. */
export type Histogram = Readonly<Record<string, number>>;

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
