import type { FreshSlots } from "../../../domain/inbox/ports/sync.ts";
import { type Connect, databaseNow, isDuplicateKey } from "../database.ts";
import { newToken } from "../documents.ts";

/** A slot that is taken; it lies with the token buckets, which are forgotten at the same field. */
interface SlotDocument {
  _id: string;
  token: string;
  expiresAt: Date;
}

/** Concurrency slots in MongoDB: a document each, gone when free. */
export const mongoFreshSlots = (connect: Connect): FreshSlots => ({
  take: async (userId, slots, forMs) => {
    const database = await connect();
    const rows = database.collection<SlotDocument>("rateLimits");
    const now = await databaseNow(database);
    const token = newToken();
    for (let slot = 0; slot < slots; slot++) {
      const _id = `fresh ${slot} ${userId}`;
      const taken = { token, expiresAt: new Date(now.getTime() + forMs) };
      try {
        await rows.updateOne({ _id, expiresAt: { $lte: now } }, { $set: taken }, { upsert: true });
        return { free: async () => void (await rows.deleteOne({ _id, token })) };
      } catch (error) {
        // It exists and has not run out: taken by another request.
        if (!isDuplicateKey(error)) throw error;
      }
    }
    return undefined;
  },
});
