import type { ObjectId } from "mongodb";
import { EVENTS_KEPT_DAYS, type EventType, type FeedEvent, type PendingEvent } from "../../../domain/events/event.ts";
import type { Database, IndexSpec } from "../database.ts";
import { fromDocument, type Stored } from "../documents.ts";

/** An event as stored. */
export type EventDocument = Stored<FeedEvent, "userId">;

/** How many events an account's feed has had; the id is the account's. */
export interface FeedDocument {
  _id: ObjectId;
  sequence: number;
  /** The database's time of the last publication. */
  at: Date;
}

/** The events' collection. */
export const eventsOf = (database: Database) => database.collection<EventDocument>("events");
/** The collection of the feeds' counters. */
export const feedsOf = (database: Database) => database.collection<FeedDocument>("feeds");

/** Document → domain. */
export const toEvent = (document: EventDocument): FeedEvent => fromDocument<FeedEvent>(document);

/** The fields of a document that has pending events. */
export interface HasPendingEvents {
  news?: PendingEvent[];
  /** When the oldest of them happened: what the sweeper looks for. */
  newsAt?: Date;
}

/** PendingEvent as fields of a pipeline's `$set`, by the database's clock: the update that makes the change notes them. */
export const recordEvent = (type: EventType) => ({
  news: { $concatArrays: [{ $ifNull: ["$news", []] }, [{ type, at: "$$NOW" }]] },
  newsAt: { $min: ["$newsAt", "$$NOW"] },
});

/** PendingEvent as the operators of an update that cannot be a pipeline, by the worker's clock. */
export const pushEvents = (...types: readonly EventType[]) => {
  const at = new Date();
  return { $push: { news: { $each: types.map((type) => ({ type, at })) } }, $min: { newsAt: at } };
};

/** PendingEvent in a document that is being inserted, by the worker's clock. */
export const eventAtInsert = (type: EventType, at = new Date()): Required<HasPendingEvents> => ({ news: [{ type, at }], newsAt: at });

const waiting = { partialFilterExpression: { newsAt: { $exists: true } } };
const SECONDS_A_DAY = 86_400;

/** The feed in its order, whole and by type; pending events; the end of their time. */
export const eventIndexes: readonly IndexSpec[] = [
  { collection: "events", keys: { userId: 1, sequence: 1 }, options: { unique: true } },
  { collection: "events", keys: { userId: 1, type: 1, sequence: 1 } },
  { collection: "events", keys: { createdAt: 1 }, options: { expireAfterSeconds: EVENTS_KEPT_DAYS * SECONDS_A_DAY } },
  ...["sends", "messages", "mailboxes", "wallets", "webhooks", "suppressions"].map((collection) => ({
    collection,
    keys: { newsAt: 1 as const },
    options: waiting,
  })),
];
