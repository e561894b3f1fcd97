import type { ClientSession, Document, ObjectId } from "mongodb";
import type { Database, IndexSpec } from "./database.ts";

/** How long bodies and attachments are kept, days; 0 means for ever. */
export type KeptDays = () => number;

/** Keeps bodies for ever. */
export const forEver: KeptDays = () => 0;

const DAY_MS = 86_400_000;
const SEND_PARTS = ["sendBodies", "sendAttachments"];
const MESSAGE_PARTS = ["messageBodies"];

/** Indexes: each body expires at its date; one without a date stays. */
export const retentionIndexes: readonly IndexSpec[] = [...SEND_PARTS, ...MESSAGE_PARTS].map((collection) => ({
  collection,
  keys: { expiresAt: 1 as const },
  options: { expireAfterSeconds: 0, partialFilterExpression: { expiresAt: { $exists: true } } },
}));

/** Sets the expiry dates of documents in some collections, once, by the database's clock; the ids are those of their sends or messages. */
const timer =
  (collections: readonly string[]) =>
  async (database: Database, session: ClientSession, ids: readonly ObjectId[], keptDays: KeptDays): Promise<void> => {
    if (keptDays() === 0 || ids.length === 0) return;
    const filter = { _id: { $in: [...ids] }, expiresAt: { $exists: false } };
    const end = [{ $set: { expiresAt: { $add: ["$$NOW", keptDays() * DAY_MS] } } }];
    for (const name of collections) await database.collection<Document>(name).updateMany(filter, end, { session });
  };

/** Sets the expiry of the bodies and attachments of sends that have ended; a waiting send keeps them. */
export const endSendBodies = timer(SEND_PARTS);

/** Sets the expiry of stored messages' bodies. */
export const endMessageBodies = timer(MESSAGE_PARTS);
