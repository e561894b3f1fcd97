import type { Slots } from "#shared/platform/ports.ts";
import { type Connect, isDuplicateKey } from "#shared/platform/mongo/database.ts";
import { newToken } from "#shared/platform/mongo/documents.ts";

/** The slots in use under a name, in the collection of the token buckets: documents of both expire by the same field. */
interface SlotsDocument {
  _id: string;
  held: { token: string; until: Date }[];
  expiresAt: Date;
}

/**
 * Concurrency slots in MongoDB: one document for each name, changed by one conditional update by the database's clock, exact under any concurrency.
 */
export const mongoSlots = (connect: Connect): Slots => {
  const names = async () => (await connect()).collection<SlotsDocument>("rateLimits");
  const take: Slots["take"] = async (name, most, forMs) => {
    const token = newToken();
    const live = { $filter: { input: { $ifNull: ["$held", []] }, as: "slot", cond: { $gt: ["$$slot.until", "$$NOW"] } } };
    const mine = [{ token, until: { $add: ["$$NOW", forMs] } }];
    const after = await (
      await names()
    ).findOneAndUpdate(
      { _id: `slots ${name}` },
      [
        { $set: { held: live } },
        { $set: { held: { $cond: [{ $lt: [{ $size: "$held" }, most] }, { $concatArrays: ["$held", mine] }, "$held"] } } },
        { $set: { expiresAt: { $add: ["$$NOW", forMs] } } },
      ],
      { upsert: true, returnDocument: "after" },
    );
    if (!after?.held.some((slot) => slot.token === token)) return undefined;
    return { free: async () => void (await (await names()).updateOne({ _id: after._id }, { $pull: { held: { token } } })) };
  };
  return {
    // Two first requests may both try to insert the document; the repetition then finds it.
    take: (name, most, forMs) =>
      take(name, most, forMs).catch((error: unknown) => {
        if (isDuplicateKey(error)) return take(name, most, forMs);
        throw error;
      }),
  };
};
