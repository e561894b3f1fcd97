import type { ObjectId } from "mongodb";
import type { Connect, IndexSpec } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { type Presence, type Present, PRESENT_MS } from "../presence.ts";

/** Who is in a conversation: one document for each, which nobody reads after the last one has left. */
interface PresenceDocument {
  _id: ObjectId;
  userId: ObjectId;
  threadId: ObjectId;
  people: readonly (Present & { readonly id: string; readonly until: Date })[];
  expiresAt: Date;
}

/** Indexes: the conversation; the end. */
export const presenceIndexes: readonly IndexSpec[] = [
  { collection: "presence", keys: { userId: 1, threadId: 1 }, options: { unique: true } },
  { collection: "presence", keys: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } },
];

const UNTIL = { $add: ["$$NOW", PRESENT_MS] };

/** Presence in MongoDB, by the database's clock. */
export const mongoPresence = (connect: Connect): Presence => ({
  sign: async (userId, threadId, { id, name, isWriting }) => {
    const others = {
      $filter: {
        input: { $ifNull: ["$people", []] },
        as: "one",
        cond: { $and: [{ $gt: ["$$one.until", "$$NOW"] }, { $ne: ["$$one.id", { $literal: id }] }] },
      },
    };
    const me = { id: { $literal: id }, name: { $literal: name }, isWriting: { $literal: isWriting }, until: UNTIL };
    const rows = (await connect()).collection<PresenceDocument>("presence");
    const stored = await rows.findOneAndUpdate(
      { userId: oid(userId), threadId: oid(threadId) },
      [{ $set: { people: { $concatArrays: [others, [me]] }, expiresAt: UNTIL } }],
      { upsert: true, returnDocument: "after" },
    );
    return (stored?.people ?? []).flatMap((one) => (one.id === id ? [] : [{ name: one.name, isWriting: one.isWriting }]));
  },
});
