import { type ClientSession, type Document, ObjectId, type WithId } from "mongodb";
import type { EventSource } from "../../../domain/events/event.ts";
import type { EventOutbox } from "../../../domain/events/ports.ts";
import { labelNames, type Labels, labelsOf } from "../../../domain/sending/send.ts";
import { type Connect, type Database, databaseNow } from "../database.ts";
import { oid } from "../documents.ts";
import { type HasPendingEvents, type EventDocument, eventsOf, feedsOf } from "./event-documents.ts";
import { deliveryOf, webhookDeliveriesOf, webhooksOf } from "../webhooks/webhook-documents.ts";
import { endSendBodies, forEver, type KeptDays } from "../retention.ts";
import { eventData, eventFields } from "./event-data.ts";

type SourceDocument = WithId<HasPendingEvents & Document>;
/** A document with pending events, and its kind. */
interface Pending {
  readonly source: EventSource;
  readonly document: SourceDocument;
}

const SOURCES: readonly EventSource[] = ["sends", "messages", "mailboxes", "wallets", "webhooks", "suppressions"];
const FORGOTTEN_AT_MOST = 1000;

/** A wallet's id is its account's. */
const accountOf = (source: EventSource, document: SourceDocument): string =>
  source === "wallets" ? document._id.toHexString() : (document["userId"] as ObjectId).toHexString();

/** Takes the pending events out of documents; answers the documents. */
const take = async (
  database: Database,
  session: ClientSession,
  source: EventSource,
  ids: readonly ObjectId[],
  by: "_id" | "sendId" = "_id",
) => {
  const found = await documentsOf(database, source)
    .find({ [by]: { $in: [...ids] }, newsAt: { $exists: true } }, { session, projection: eventFields(source), batchSize: ids.length + 1 })
    .toArray();
  const all = { _id: { $in: found.map(({ _id }) => _id) } };
  if (found.length > 0) await documentsOf(database, source).updateMany(all, { $unset: { news: "", newsAt: "" } }, { session });
  return found;
};

/** The labels of sends, by their ids: whoever hears of an answer knows by them whose it is. */
const labelsBySend = async (
  database: Database,
  session: ClientSession,
  sends: readonly ObjectId[],
): Promise<ReadonlyMap<string, Labels>> => {
  if (sends.length === 0) return new Map();
  const projection = Object.fromEntries(labelNames.map((name) => [name, 1]));
  const found = await documentsOf(database, "sends")
    .find({ _id: { $in: [...sends] } }, { session, projection })
    .toArray();
  return new Map(found.map((send) => [String(send._id), labelsOf(send as Labels)]));
};

const ENDS: readonly unknown[] = ["sent", "failed", "cancelled"];
const endedIn = (sends: readonly SourceDocument[]) => sends.filter(({ status }) => ENDS.includes(status)).map(({ _id }) => _id);

const documentsOf = (database: Database, source: EventSource) => database.collection<SourceDocument>(source);

/** Queues events at the account's endpoints that want them; answers those. */
const queueForWebhooks = async (database: Database, session: ClientSession, userId: ObjectId, events: readonly EventDocument[]) => {
  const active = await webhooksOf(database)
    .find({ userId, status: "active" }, { session, projection: { types: 1 } })
    .toArray();
  const rows = active.flatMap(({ _id, types }) =>
    events.filter(({ type }) => !types || types.includes(type)).map((event) => deliveryOf(new ObjectId(), _id, userId, event._id, event)),
  );
  if (rows.length === 0) return [];
  await webhookDeliveriesOf(database).insertMany(rows, { session });
  return [...new Set(rows.map(({ webhookId }) => String(webhookId)))].map((id) => ({ id, userId: String(userId) }));
};

/** Numbers the events of an account's documents. The counter is written right before the events, so that two publications wait for each other briefly. */
const append = async (database: Database, session: ClientSession, userId: string, found: readonly Pending[]) => {
  const pending = found.flatMap(({ source, document }) =>
    (document.news ?? []).map((item) => ({ ...item, data: eventData(source, document) })),
  );
  const user = oid(userId);
  const counter = await feedsOf(database).findOneAndUpdate(
    { _id: user },
    [{ $set: { sequence: { $add: [{ $ifNull: ["$sequence", 0] }, pending.length] }, at: "$$NOW" } }],
    { session, upsert: true, returnDocument: "after" },
  );
  if (!counter) throw new Error("the feed's counter vanished");
  const first = counter.sequence - pending.length + 1;
  const events = pending.map(({ type, at, data }, i): EventDocument => ({
    _id: new ObjectId(),
    userId: user,
    type,
    sequence: first + i,
    at,
    createdAt: counter.at,
    data,
  }));
  await eventsOf(database).insertMany(events, { session });
  return queueForWebhooks(database, session, user, events);
};

/** Publishing in MongoDB: one transaction takes the pending events out of their documents and puts them into the feed. */
export const mongoEventOutbox = (connect: Connect, keptDays: KeptDays = forEver): EventOutbox => ({
  publish: async (source, ids) => {
    const database = await connect();
    return database.transaction(async (session) => {
      const found = await take(database, session, source, ids.map(oid));
      if (found.length === 0) return [];
      // The events of a message's send are published with it.
      const answered = source === "messages" ? found.flatMap(({ emailJobId }) => (emailJobId ? [emailJobId as ObjectId] : [])) : [];
      const sends = answered.length === 0 ? [] : await take(database, session, "sends", answered);
      const labels = await labelsBySend(database, session, answered);
      const bounced = found
        .filter(({ kind }) => kind === "bounce")
        .flatMap(({ emailJobId }) => (emailJobId ? [emailJobId as ObjectId] : []));
      const suppressed = bounced.length === 0 ? [] : await take(database, session, "suppressions", bounced, "sendId");
      if (source === "sends") await endSendBodies(database, session, endedIn(found), keptDays);
      const pending: readonly Pending[] = [
        ...found.map((document) => ({ source, document: { ...document, ...labels.get(String(document["emailJobId"])) } })),
        ...sends.map((document) => ({ source: "sends" as const, document })),
        ...suppressed.map((document) => ({ source: "suppressions" as const, document })),
      ];
      const byAccount = Map.groupBy(pending, ({ source: of, document }) => accountOf(of, document));
      // Always in one order: of two publications that share accounts, neither waits for the other in a circle.
      const accounts = [...byAccount.keys()].toSorted();
      const endpoints: { readonly id: string; readonly userId: string }[] = [];
      for (const userId of accounts) endpoints.push(...(await append(database, session, userId, byAccount.get(userId) ?? [])));
      return endpoints;
    });
  },
  forgotten: async (forMs) => {
    const database = await connect();
    const since = new Date((await databaseNow(database)).getTime() - forMs);
    const found = SOURCES.map(async (source) => {
      const rows = await documentsOf(database, source)
        .find({ newsAt: { $lt: since } }, { projection: { _id: 1 } })
        .limit(FORGOTTEN_AT_MOST)
        .toArray();
      return { source, ids: rows.map(({ _id }) => _id.toHexString()) };
    });
    return (await Promise.all(found)).filter(({ ids }) => ids.length > 0);
  },
});
