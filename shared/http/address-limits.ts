import { networkOf } from "../domain/auth/source-network.ts";
import type { TokenBucket } from "../domain/auth/ports.ts";
import type { Clock } from "../domain/ports.ts";

/** The most addresses that one process counts. */
const REMEMBERED = 10_000;

/** Token buckets of clients' addresses in this process's memory, so that a refused request needs no database. */
export const addressLimits = (clock: Clock, bucketOf: () => TokenBucket) => {
  const buckets = new Map<string, { tokens: number; at: number }>();
  const refilled = (address: string) => {
    const { burst, perSecond } = bucketOf();
    const now = clock.now().getTime();
    const network = networkOf(address);
    const { tokens, at } = buckets.get(network) ?? { tokens: burst, at: now };
    if (buckets.size >= REMEMBERED) buckets.clear();
    const bucket = { tokens: Math.min(burst, tokens + (Math.max(0, now - at) / 1000) * perSecond), at: now };
    buckets.set(network, bucket);
    return bucket;
  };
  return {
    /** Takes one token: 0 when there was one, else the seconds until the next. */
    take: (address: string): number => {
      const bucket = refilled(address);
      if (bucket.tokens < 1) return (1 - bucket.tokens) / bucketOf().perSecond;
      bucket.tokens -= 1;
      return 0;
    },
    /** Gives a token back. */
    refund: (address: string): void => {
      refilled(address).tokens += 1;
    },
  };
};
