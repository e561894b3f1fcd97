import { type ClientSession, type Document, ObjectId, type WithId } from "mongodb";
import type { NewsSource } from "../../../domain/events/event.ts";
import type { Newsroom } from "../../../domain/events/ports.ts";
import type { Connect, Database } from "../database.ts";
import { oid } from "../documents.ts";
import { type CarriesNews, type EventDocument, eventsOf, feedsOf } from "./event-documents.ts";
import { newsData } from "./news-data.ts";

type Carrier = WithId<CarriesNews & Document>;

const SOURCES: readonly NewsSource[] = ["sends", "messages", "mailboxes", "wallets"];
const FORGOTTEN_AT_MOST = 1000;

/** A wallet's id is its account's. */
const accountOf = (source: NewsSource, carrier: Carrier): string =>
  source === "wallets" ? carrier._id.toHexString() : (carrier["userId"] as ObjectId).toHexString();

const carriers = (database: Database, source: NewsSource) => database.collection<Carrier>(source);

/** Numbers the news of an account's documents: the counter comes last before the events, so that two publications wait for each other briefly. */
const append = async (database: Database, session: ClientSession, source: NewsSource, userId: string, found: readonly Carrier[]) => {
  const news = found.flatMap((carrier) => (carrier.news ?? []).map((item) => ({ ...item, data: newsData(source, carrier) })));
  const user = oid(userId);
  const counter = await feedsOf(database).findOneAndUpdate(
    { _id: user },
    { $inc: { sequence: news.length } },
    { session, upsert: true, returnDocument: "after" },
  );
  const first = (counter?.sequence ?? news.length) - news.length + 1;
  const createdAt = new Date();
  await eventsOf(database).insertMany(
    news.map(({ type, at, data }, i): EventDocument => ({
      _id: new ObjectId(),
      userId: user,
      type,
      sequence: first + i,
      at,
      createdAt,
      data,
    })),
    { session },
  );
};

/** Publishing in MongoDB: one transaction takes the news out of their documents and puts them into the feed. */
export const mongoNewsroom = (connect: Connect): Newsroom => ({
  publish: async (source, ids) => {
    const database = await connect();
    const waiting = { _id: { $in: ids.map(oid) }, newsAt: { $exists: true } };
    return database.transaction(async (session) => {
      const found = await carriers(database, source).find(waiting, { session }).toArray();
      if (found.length === 0) return [];
      await carriers(database, source).updateMany(
        { _id: { $in: found.map(({ _id }) => _id) } },
        { $unset: { news: true, newsAt: true } },
        { session },
      );
      const byAccount = Map.groupBy(found, (carrier) => accountOf(source, carrier));
      // Always in one order: of two publications that share accounts, neither waits for the other in a circle.
      const accounts = [...byAccount.keys()].toSorted();
      for (const userId of accounts) await append(database, session, source, userId, byAccount.get(userId) ?? []);
      return accounts;
    });
  },
  forgotten: async (forMs) => {
    const database = await connect();
    const since = new Date(Date.now() - forMs);
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
