import type { AnyBulkWriteOperation, Document, ObjectId } from "mongodb";
import { counters, type Counts, times } from "../../../domain/metrics/counts.ts";
import type { Metrics, MetricsRow } from "../../../domain/metrics/ports.ts";
import type { Tally } from "../../../domain/metrics/tally.ts";
import { walletsOf } from "../accounts/wallets.ts";
import { type Connect, isDuplicateKey } from "../database.ts";
import { given, oid } from "../documents.ts";
import { feedsOf } from "../events/event-documents.ts";
import { pageOf } from "../pages.ts";
import { type MetricsDocument, metricsCursorsOf, metricsIdOf, metricsOf } from "./metrics-documents.ts";
import { uncountedOf } from "./uncounted.ts";

/** The most accounts that one run counts. */
const ACCOUNTS_AT_ONCE = 1000;

const countsOf = (row: Counts): Counts => given(Object.fromEntries([...counters, ...times].map((name) => [name, row[name]])));

const increments = (counts: Counts): Document => ({
  ...given(Object.fromEntries(counters.map((name) => [name, counts[name]]))),
  ...Object.fromEntries(times.flatMap((name) => Object.entries(counts[name] ?? {}).map(([bucket, n]) => [`${name}.${bucket}`, n]))),
});

const addTo = (userId: string, { counts, ...row }: Tally): AnyBulkWriteOperation<MetricsDocument> => ({
  updateOne: {
    filter: { _id: metricsIdOf(userId, row), userId: oid(userId) },
    update: { $inc: increments(counts), $setOnInsert: row },
    upsert: true,
  },
});

/** Metrics in MongoDB. */
export const mongoMetrics = (connect: Connect): Metrics => ({
  uncounted: async (userId) => uncountedOf(await connect(), oid(userId)),
  add: async (userId, { from, to }, tallies) => {
    const database = await connect();
    try {
      return await database.transaction(async (session) => {
        const isFirst = from.sequence === 0 && from.accepted === 0;
        const cursor = { _id: oid(userId), ...from };
        const { matchedCount, upsertedCount } = await metricsCursorsOf(database).updateOne(
          cursor,
          { $set: to },
          { session, upsert: isFirst },
        );
        if (matchedCount + upsertedCount === 0) return false;
        const rows = tallies.map((one) => addTo(userId, one));
        if (rows.length > 0) await metricsOf(database).bulkWrite(rows, { session, ordered: false });
        return true;
      });
    } catch (error) {
      // The first step of two workers at once.
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  },
  behind: async () => {
    const database = await connect();
    const found = [walletsOf(database), feedsOf(database)].map((collection) =>
      collection
        .find({ uncountedSince: { $exists: true } }, { projection: { uncountedSince: 1 } })
        .sort({ uncountedSince: 1 })
        .limit(ACCOUNTS_AT_ONCE)
        .toArray(),
    );
    const rows = (await Promise.all(found)).flat() as { _id: ObjectId; uncountedSince: Date }[];
    const oldest = rows.toSorted((a, b) => a.uncountedSince.getTime() - b.uncountedSince.getTime());
    return [...new Set(oldest.map(({ _id }) => _id.toHexString()))].slice(0, ACCOUNTS_AT_ONCE);
  },
  settle: async (userId, { sequence, accepted }) => {
    const database = await connect();
    const [_id, settled] = [oid(userId), { $unset: { uncountedSince: "" as const } }];
    await feedsOf(database).updateOne({ _id, sequence }, settled);
    await walletsOf(database).updateOne({ _id, accepted }, settled);
  },
  rows: async (userId, { interval, by, from, to, mailboxIds }, page) => {
    const keys = mailboxIds && { key: { $in: [...mailboxIds] } };
    const span = { userId: oid(userId), interval, by, at: { $gte: from, $lt: to }, ...keys };
    const rows = await pageOf(metricsOf(await connect()), span, "at", page).toArray();
    return rows.map((row): MetricsRow => ({ id: row._id.toHexString(), at: row.at, key: row.key, counts: countsOf(row) }));
  },
});
