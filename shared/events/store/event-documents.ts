import type { ObjectId } from "mongodb";
import { EVENTS_KEPT_DAYS, type EventType, type FeedEvent, type PendingEvent } from "../event.ts";
import type { Database, IndexSpec } from "#shared/platform/mongo/database.ts";
import { fromDocument, type Stored } from "#shared/platform/mongo/documents.ts";
import { workerNow } from "#shared/platform/world.ts";

/** An event as stored. */
export type EventDocument = Stored<Omit<FeedEvent, "place">, "userId"> & {
  place?: number;
  /** For `send.bounced`: the index of the reported bounce in its data. */
  bounce?: number;
  /** For `send.sent`: the first forecast of its departure that a client was told; only the metrics use it. */
  eta?: Date;
};

/** How many events an account's feed has; the id is the account's. */
export interface FeedDocument {
  _id: ObjectId;
  sequence: number;
  /** The database's time of the last publication, later than the one before. */
  at: Date;
  /** Since when there may be events that the metrics have not counted. */
  uncountedSince?: Date;
}

/** The events' collection. */
export const eventsOf = (database: Database) => database.collection<EventDocument>("events");
/** The collection of the feeds' counters. */
export const feedsOf = (database: Database) => database.collection<FeedDocument>("feeds");

/** Converts a document to the domain's event. */
export const toEvent = ({ bounce: _bounce, eta: _eta, ...document }: EventDocument): FeedEvent => fromDocument<FeedEvent>(document);

/** The fields of a document with pending events. */
export interface HasPendingEvents {
  news?: PendingEvent[];
  /** When the oldest pending event happened; the sweeper looks for it. */
  newsAt?: Date;
}

/** A pending event as fields of a pipeline's `$set`, by the database's clock: the same update makes the change and records the event. */
export const recordEvent = (type: EventType) => ({
  news: { $concatArrays: [{ $ifNull: ["$news", []] }, [{ type, at: "$$NOW" }]] },
  newsAt: { $min: ["$newsAt", "$$NOW"] },
});

/** Pending events as operators of an update that cannot be a pipeline, by the worker's clock. */
export const pushEvents = (...events: readonly (EventType | Omit<PendingEvent, "at">)[]) => {
  const at = workerNow();
  const pending = events.map((event) => ({ ...(typeof event === "string" ? { type: event } : event), at }));
  return { $push: { news: { $each: pending } }, $min: { newsAt: at } };
};

/** A pending event in a document to insert, by the worker's clock. */
export const eventAtInsert = (type: EventType, at = workerNow()): Required<HasPendingEvents> => ({ news: [{ type, at }], newsAt: at });

const waiting = { partialFilterExpression: { newsAt: { $exists: true } } };
const SECONDS_A_DAY = 86_400;

/** Indexes: the feed in order, all events, by type, by mailbox and by time; feeds with uncounted events; expiry. */
export const eventIndexes: readonly IndexSpec[] = [
  { collection: "events", keys: { userId: 1, sequence: 1 }, options: { unique: true } },
  { collection: "events", keys: { userId: 1, type: 1, sequence: 1 } },
  // Not of the events with a mailbox alone: a query with `$or` uses no partial index.
  { collection: "events", keys: { userId: 1, "data.mailboxId": 1, sequence: 1 } },
  { collection: "events", keys: { userId: 1, createdAt: 1, sequence: 1 } },
  { collection: "feeds", keys: { uncountedSince: 1 }, options: { partialFilterExpression: { uncountedSince: { $exists: true } } } },
  { collection: "events", keys: { createdAt: 1 }, options: { expireAfterSeconds: EVENTS_KEPT_DAYS * SECONDS_A_DAY } },
  ...["sends", "messages", "threads", "mailboxes", "wallets", "webhooks", "suppressions", "connectLinks"].map((collection) => ({
    collection,
    keys: { newsAt: 1 as const },
    options: waiting,
  })),
];
