import type { RateLimits } from "../auth/request-ports.ts";
import { type Connect, type IndexSpec, isDuplicateKey } from "#shared/platform/mongo/database.ts";

interface BucketDocument {
  _id: string;
  tokens: number;
  at: Date;
  granted: boolean;
  expiresAt: Date;
}

/** Indexes: full buckets expire. */
export const rateLimitIndexes: readonly IndexSpec[] = [
  { collection: "rateLimits", keys: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } },
];

/** Token buckets in MongoDB: one conditional update by the database's clock, exact under any concurrency. */
export const mongoRateLimits = (connect: Connect): RateLimits => {
  const buckets = async () => (await connect()).collection<BucketDocument>("rateLimits");
  const take: RateLimits["take"] = async (key, { burst, perSecond }, count = 1) => {
    const elapsed = { $divide: [{ $subtract: ["$$NOW", { $ifNull: ["$at", "$$NOW"] }] }, 1000] };
    const refilled = { $min: [burst, { $add: [{ $ifNull: ["$tokens", burst] }, { $multiply: [{ $max: [0, elapsed] }, perSecond] }] }] };
    const bucket = await (
      await buckets()
    ).findOneAndUpdate(
      { _id: key },
      [
        { $set: { tokens: refilled, at: "$$NOW" } },
        { $set: { granted: { $gte: ["$tokens", count] } } },
        {
          $set: {
            tokens: { $cond: ["$granted", { $subtract: ["$tokens", count] }, "$tokens"] },
            expiresAt: { $add: ["$$NOW", Math.ceil((burst / perSecond) * 1000)] },
          },
        },
      ],
      { upsert: true, returnDocument: "after" },
    );
    if (!bucket) throw new Error("the rate limit bucket vanished");
    return { wait: bucket.granted ? 0 : (count - bucket.tokens) / perSecond, left: bucket.tokens };
  };
  return {
    // Two first requests may both try to insert the bucket; the repetition then finds it.
    take: (key, bucket, count) =>
      take(key, bucket, count).catch((error: unknown) => {
        if (isDuplicateKey(error)) return take(key, bucket, count);
        throw error;
      }),
  };
};
