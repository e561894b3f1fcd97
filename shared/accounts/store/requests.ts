import type { RateLimits, Idempotency, IdempotencyClaim, IdempotencyOutcome } from "../auth/request-ports.ts";
import { type Connect, type IndexSpec, isDuplicateKey, type Database } from "#shared/platform/mongo/database.ts";
import type { ClientSession, ObjectId } from "mongodb";
import { conflict } from "#shared/platform/errors.ts";
import { newId, newToken, oid } from "#shared/platform/mongo/documents.ts";

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

interface IdempotencyDocument {
  _id: ObjectId;
  userId: ObjectId;
  route: string;
  key: string;
  bodyHash: string;
  token: string;
  /** Until then the request that claimed the key may still be running. */
  claimedUntil: Date;
  /** JSON text, so that the repeated answer is identical: absent fields stay absent. */
  answer?: string;
  expiresAt: Date;
}

/** How long answers are kept. */
const KEEP_MS = 24 * 3_600_000;
/** Longer than any request function may run, so that the key of a crashed request becomes free again. */
const CLAIM_MS = 60_000;

/** Indexes: one claim for each account, route and key; expiry after 24 h. */
export const idempotencyIndexes: readonly IndexSpec[] = [
  { collection: "idempotency", keys: { userId: 1, route: 1, key: 1 }, options: { unique: true } },
  { collection: "idempotency", keys: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } },
];

const collection = (database: Database) => database.collection<IdempotencyDocument>("idempotency");
const held = (claim: IdempotencyClaim) => ({ userId: oid(claim.userId), route: claim.route, key: claim.key, token: claim.token });

/** Saves an answer in the caller's transaction; throws `conflict` when another request has taken over the key. */
export const saveAnswer = async (database: Database, session: ClientSession, claim: IdempotencyClaim, answer: unknown): Promise<void> => {
  const { matchedCount } = await collection(database).updateOne(held(claim), { $set: { answer: JSON.stringify(answer) } }, { session });
  if (matchedCount === 0) throw conflict("The Idempotency-Key is in use", "another request with this key took over");
};

/** Saved answers in MongoDB. */
export const mongoIdempotency = (connect: Connect): Idempotency => ({
  claim: async ({ userId, route, key, bodyHash, formerHash }): Promise<IdempotencyOutcome> => {
    const rows = collection(await connect());
    const token = newToken();
    const now = Date.now();
    const fresh = { bodyHash, token, claimedUntil: new Date(now + CLAIM_MS), expiresAt: new Date(now + KEEP_MS) };
    const claimed = { kind: "claimed", claim: { userId, route, key, token } } as const;
    const same = { userId: oid(userId), route, key };
    try {
      await rows.insertOne({ _id: newId(), ...same, ...fresh });
      return claimed;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const row = await rows.findOne(same);
    if (!row) return { kind: "in_flight" };
    const isSame = row.bodyHash === bodyHash || row.bodyHash === formerHash;
    if (row.answer !== undefined && row.expiresAt.getTime() > now)
      return isSame ? { kind: "saved", answer: JSON.parse(row.answer) as unknown } : { kind: "other_body" };
    if (row.answer === undefined && row.claimedUntil.getTime() > now) return { kind: isSame ? "in_flight" : "other_body" };
    // The request that holds the key may be saving its answer at this moment, in a transaction that began in time.
    const unchanged = { _id: row._id, token: row.token, answer: { $exists: row.answer !== undefined } };
    const taken = await rows.updateOne(unchanged, { $set: fresh, $unset: { answer: "" } });
    return taken.matchedCount === 1 ? claimed : { kind: "in_flight" };
  },
  save: async (claim, answer) =>
    (await collection(await connect()).updateOne(held(claim), { $set: { answer: JSON.stringify(answer) } })).matchedCount === 1,
  release: async (claim) => void (await collection(await connect()).deleteOne({ ...held(claim), answer: { $exists: false } })),
});
