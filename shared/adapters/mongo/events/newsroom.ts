import { type ClientSession, type Document, ObjectId, type WithId } from "mongodb";
import type { NewsSource } from "../../../domain/events/event.ts";
import type { Newsroom } from "../../../domain/events/ports.ts";
import { type Connect, type Database, databaseNow } from "../database.ts";
import { oid } from "../documents.ts";
import { type CarriesNews, type EventDocument, eventsOf, feedsOf } from "./event-documents.ts";
import { deliveryOf, webhookDeliveriesOf, webhooksOf } from "../webhooks/webhook-documents.ts";
import { endSendBodies, forEver, type KeptDays } from "../retention.ts";
import { newsData, newsFields } from "./news-data.ts";

type Carrier = WithId<CarriesNews & Document>;
/** A document with news, and what it is. */
interface Told {
  readonly source: NewsSource;
  readonly carrier: Carrier;
}

const SOURCES: readonly NewsSource[] = ["sends", "messages", "mailboxes", "wallets", "webhooks", "suppressions"];
const FORGOTTEN_AT_MOST = 1000;

/** A wallet's id is its account's. */
const accountOf = (source: NewsSource, carrier: Carrier): string =>
  source === "wallets" ? carrier._id.toHexString() : (carrier["userId"] as ObjectId).toHexString();

/** The news of documents, taken out of them, by their account. */
const take = async (
  database: Database,
  session: ClientSession,
  source: NewsSource,
  ids: readonly ObjectId[],
  by: "_id" | "sendId" = "_id",
) => {
  const found = await carriers(database, source)
    .find({ [by]: { $in: [...ids] }, newsAt: { $exists: true } }, { session, projection: newsFields(source), batchSize: ids.length + 1 })
    .toArray();
  const all = { _id: { $in: found.map(({ _id }) => _id) } };
  if (found.length > 0) await carriers(database, source).updateMany(all, { $unset: { news: "", newsAt: "" } }, { session });
  return found;
};

/** The metadata of sends, by their ids: whoever hears of an answer knows by it whose it is. */
const metadataOf = async (
  database: Database,
  session: ClientSession,
  sends: readonly ObjectId[],
): Promise<ReadonlyMap<string, unknown>> => {
  if (sends.length === 0) return new Map();
  const found = await carriers(database, "sends")
    .find({ _id: { $in: [...sends] }, metadata: { $exists: true } }, { session, projection: { metadata: 1 } })
    .toArray();
  return new Map(found.map((send) => [String(send._id), send["metadata"]]));
};

const withMetadata = (carrier: Carrier, pairs: ReadonlyMap<string, unknown>): Carrier => {
  const metadata = pairs.get(String(carrier["emailJobId"]));
  return metadata === undefined ? carrier : { ...carrier, metadata };
};

const ENDS: readonly unknown[] = ["sent", "failed", "cancelled"];
const endedIn = (sends: readonly Carrier[]) => sends.filter(({ status }) => ENDS.includes(status)).map(({ _id }) => _id);

const carriers = (database: Database, source: NewsSource) => database.collection<Carrier>(source);

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

/** Numbers the news of an account's documents: the counter comes last before the events, so that two publications wait for each other briefly. */
const append = async (database: Database, session: ClientSession, userId: string, found: readonly Told[]) => {
  const news = found.flatMap(({ source, carrier }) => (carrier.news ?? []).map((item) => ({ ...item, data: newsData(source, carrier) })));
  const user = oid(userId);
  const counter = await feedsOf(database).findOneAndUpdate(
    { _id: user },
    [{ $set: { sequence: { $add: [{ $ifNull: ["$sequence", 0] }, news.length] }, at: "$$NOW" } }],
    { session, upsert: true, returnDocument: "after" },
  );
  if (!counter) throw new Error("the feed's counter vanished");
  const first = counter.sequence - news.length + 1;
  const events = news.map(({ type, at, data }, i): EventDocument => ({
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

/** Publishing in MongoDB: one transaction takes the news out of their documents and puts them into the feed. */
export const mongoNewsroom = (connect: Connect, keptDays: KeptDays = forEver): Newsroom => ({
  publish: async (source, ids) => {
    const database = await connect();
    return database.transaction(async (session) => {
      const found = await take(database, session, source, ids.map(oid));
      if (found.length === 0) return [];
      // What a message did to a send goes with it.
      const answered = source === "messages" ? found.flatMap(({ emailJobId }) => (emailJobId ? [emailJobId as ObjectId] : [])) : [];
      const sends = answered.length === 0 ? [] : await take(database, session, "sends", answered);
      const pairs = await metadataOf(database, session, answered);
      const bounced = found
        .filter(({ kind }) => kind === "bounce")
        .flatMap(({ emailJobId }) => (emailJobId ? [emailJobId as ObjectId] : []));
      const suppressed = bounced.length === 0 ? [] : await take(database, session, "suppressions", bounced, "sendId");
      if (source === "sends") await endSendBodies(database, session, endedIn(found), keptDays);
      const told: readonly Told[] = [
        ...found.map((carrier) => ({ source, carrier: withMetadata(carrier, pairs) })),
        ...sends.map((carrier) => ({ source: "sends" as const, carrier })),
        ...suppressed.map((carrier) => ({ source: "suppressions" as const, carrier })),
      ];
      const byAccount = Map.groupBy(told, ({ source: of, carrier }) => accountOf(of, carrier));
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
      const rows = await carriers(database, source)
        .find({ newsAt: { $lt: since } }, { projection: { _id: 1 } })
        .limit(FORGOTTEN_AT_MOST)
        .toArray();
      return { source, ids: rows.map(({ _id }) => _id.toHexString()) };
    });
    return (await Promise.all(found)).filter(({ ids }) => ids.length > 0);
  },
});
