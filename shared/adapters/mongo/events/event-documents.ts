import type { ObjectId } from "mongodb";
import { EVENTS_KEPT_DAYS, type FeedEvent, type News } from "../../../domain/events/event.ts";
import type { Database, IndexSpec } from "../database.ts";
import { fromDocument, type Stored } from "../documents.ts";

/** An event as stored. */
export type EventDocument = Stored<FeedEvent, "userId">;

/** How many events an account's feed has had; the id is the account's. */
export interface FeedDocument {
  _id: ObjectId;
  sequence: number;
}

/** The events' collection. */
export const eventsOf = (database: Database) => database.collection<EventDocument>("events");
/** The collection of the feeds' counters. */
export const feedsOf = (database: Database) => database.collection<FeedDocument>("feeds");

/** Document → domain. */
export const toEvent = (document: EventDocument): FeedEvent => fromDocument<FeedEvent>(document);

/** The fields of a document that carries news. */
export interface CarriesNews {
  news?: News[];
  /** When the oldest of them happened: what the sweeper looks for. */
  newsAt?: Date;
}

const waiting = { partialFilterExpression: { newsAt: { $exists: true } } };
const SECONDS_A_DAY = 86_400;

/** The feed in its order, whole and by type; news that wait; the end of their time. */
export const eventIndexes: readonly IndexSpec[] = [
  { collection: "events", keys: { userId: 1, sequence: 1 }, options: { unique: true } },
  { collection: "events", keys: { userId: 1, type: 1, sequence: 1 } },
  { collection: "events", keys: { createdAt: 1 }, options: { expireAfterSeconds: EVENTS_KEPT_DAYS * SECONDS_A_DAY } },
  ...["sends", "messages", "mailboxes", "wallets"].map((collection) => ({ collection, keys: { newsAt: 1 as const }, options: waiting })),
];
