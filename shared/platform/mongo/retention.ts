import type { ClientSession, Document, ObjectId } from "mongodb";
import type { Database, IndexSpec } from "./database.ts";

/** How long bodies and attachments are kept, and how long of that in the database, days; 0 means for ever. */
export type BodyDays = () => { readonly kept: number; readonly inDatabase: number };

/** Keeps bodies in the database for ever. */
export const forEver: BodyDays = () => ({ kept: 0, inDatabase: 0 });

const DAY_MS = 86_400_000;
const SEND_PARTS = ["sendBodies", "sendAttachments"] as const;
const MESSAGE_PARTS = ["messageBodies"] as const;

/** The collections of bodies and attachments. */
export const bodyCollections = [...SEND_PARTS, ...MESSAGE_PARTS] as const;

const ending = (collection: string): IndexSpec => ({
  collection,
  keys: { expiresAt: 1 as const },
  options: { expireAfterSeconds: 0, partialFilterExpression: { expiresAt: { $exists: true } } },
});

/**
 * Indexes: each body is deleted at `expiresAt` and moved at `movesAt`; one without a date stays. Notes and people of sequences expire like bodies,
 * but are not moved.
 */
export const retentionIndexes: readonly IndexSpec[] = [
  ...bodyCollections.flatMap((collection) => [
    ending(collection),
    { collection, keys: { movesAt: 1 as const }, options: { partialFilterExpression: { movesAt: { $exists: true } } } },
  ]),
  ending("notes"),
  ending("sequencePeople"),
];

/**
 * Sets the dates of documents in some collections, once, by the database's clock; the ids are those of their sends or messages. A moved one keeps
 * what it has, for its object's key says whether it has a date.
 */
const timer =
  (collections: readonly string[]) =>
  async (database: Database, session: ClientSession, ids: readonly ObjectId[], bodyDays: BodyDays): Promise<void> => {
    const { kept, inDatabase } = bodyDays();
    if ((kept === 0 && inDatabase === 0) || ids.length === 0) return;
    const inDays = (field: string, days: number) => ({
      ...(days > 0 && { [field]: { $ifNull: [`$${field}`, { $add: ["$$NOW", days * DAY_MS] }] } }),
    });
    const filter = { _id: { $in: [...ids] }, moved: { $exists: false } };
    const dates = [{ $set: { ...inDays("expiresAt", kept), ...inDays("movesAt", inDatabase) } }];
    for (const name of collections) await database.collection<Document>(name).updateMany(filter, dates, { session });
  };

/** Sets the dates of the bodies and attachments of sends that have ended; a waiting send keeps them however long it waits. */
export const endSendBodies = timer(SEND_PARTS);

/** Sets the dates of stored messages' bodies. */
export const endMessageBodies = timer(MESSAGE_PARTS);

/** Sets the dates at which notes expire. */
export const endNotes = async (database: Database, session: ClientSession, ids: readonly ObjectId[], bodyDays: BodyDays): Promise<void> =>
  timer(["notes"])(database, session, ids, () => ({ kept: bodyDays().kept, inDatabase: 0 }));
