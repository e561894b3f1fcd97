import { createHash } from "node:crypto";
import { ObjectId, type AnyBulkWriteOperation, type Document } from "mongodb";
import { type Counts, counters, times } from "./counts.ts";
import type { CountedUpTo, Uncounted, Metrics, MetricsRow } from "./count-up.ts";
import { type Tally, countedDomain, sendToRead, type Subject } from "./data-points.ts";
import { type Database, type IndexSpec, type Connect, isDuplicateKey } from "#shared/platform/mongo/database.ts";
import { ledgerOf, walletsOf } from "#shared/accounts/store/users.ts";
import { type DueRecords, whatWaits } from "#shared/platform/mongo/due-records.ts";
import { oid, given, pageOf } from "#shared/platform/mongo/documents.ts";
import { type EventDocument, eventsOf, feedsOf } from "#shared/events/store/event-documents.ts";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import { sendsOf } from "#shared/sending/store/send-documents.ts";

/** The counts of a period, of the whole account or of a part of it. */
interface MetricsDocument extends Omit<Tally, "counts">, Counts {
  _id: ObjectId;
  userId: ObjectId;
}

/** How far an account is counted; the id is the account's. */
export interface MetricsCursorDocument extends CountedUpTo {
  _id: ObjectId;
}

/** The metrics' collection. */
export const metricsOf = (database: Database) => database.collection<MetricsDocument>("metrics");
/** The collection of the cursors. */
const metricsCursorsOf = (database: Database) => database.collection<MetricsCursorDocument>("metricsCursors");

const ID_BYTES = 12;

/** The id of a row follows from what it counts, so that a row is unique without an index. */
const metricsIdOf = (userId: string, { interval, by, at, key }: Pick<Tally, "interval" | "by" | "at" | "key">): ObjectId => {
  const named = JSON.stringify([userId, interval, by, at.getTime(), key]);
  return new ObjectId(createHash("sha256").update(named).digest().subarray(0, ID_BYTES));
};

/** Indexes: the rows of an account, those of some mailboxes, and expiry. */
export const metricsIndexes: readonly IndexSpec[] = [
  { collection: "metrics", keys: { userId: 1, interval: 1, by: 1, at: -1, _id: -1 } },
  {
    collection: "metrics",
    keys: { userId: 1, interval: 1, by: 1, key: 1, at: -1, _id: -1 },
    options: { partialFilterExpression: { by: "mailbox" } },
  },
  { collection: "metrics", keys: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } },
];

/** How many events, and how many accepted sends, one transaction counts. */
const AT_ONCE = 200;

/** The parts of events that are counted: no text of a mail. */
const dataFields =
  "mailboxId kind tags createdAt scheduledAt sentAt bounces bounceReason emailJobId receivedAt reason sendId intent intentBefore cancelReason awayUntil".split(
    " ",
  );
const eventFields = Object.fromEntries(
  ["type", "at", "createdAt", "sequence", "bounce", "eta", ...dataFields.map((name) => `data.${name}`)].map((name) => [name, 1 as const]),
);

/** Accounts with events or accepted sends that the metrics do not count. */
export const uncounted = /* @__PURE__ */ (["wallets", "feeds"] as const).map(
  (collection) => ({ collection, at: "uncountedSince", leftMs: 0, inWorld: "end" }) as const satisfies DueRecords,
);

/** The numbers of the account's last event and last accepted send; what is read afterwards has all up to them. */
const lastOf = async (database: Database, userId: ObjectId): Promise<CountedUpTo> => {
  const [feed, wallet] = await Promise.all([
    feedsOf(database).findOne({ _id: userId }, { projection: { sequence: 1 } }),
    walletsOf(database).findOne({ _id: userId }, { projection: { accepted: 1 } }),
  ]);
  return { sequence: feed?.sequence ?? 0, accepted: wallet?.accepted ?? 0 };
};

const eventsAfter = async (database: Database, userId: ObjectId, after: number, last: number): Promise<readonly EventDocument[]> => {
  if (after >= last) return [];
  const filter = { userId, sequence: { $gt: after, $lte: last } };
  return eventsOf(database).find(filter, { projection: eventFields }).sort({ sequence: 1 }).limit(AT_ONCE).toArray();
};

const chargesAfter = async (database: Database, userId: ObjectId, after: number, last: number) => {
  if (after >= last) return [];
  const filter = { userId, number: { $gt: after, $lte: last } };
  const projection = { number: 1, sendId: 1, createdAt: 1 };
  return ledgerOf(database).find(filter, { projection }).sort({ number: 1 }).limit(AT_ONCE).toArray();
};

const subjectsOf = async (database: Database, userId: ObjectId, ids: readonly ObjectId[]): Promise<ReadonlyMap<string, Subject>> => {
  if (ids.length === 0) return new Map();
  const projection = { mailboxId: 1, kind: 1, tags: 1 };
  const found = await sendsOf(database)
    .find({ _id: { $in: [...ids] }, userId }, { projection })
    .toArray();
  return new Map(found.map(({ _id, mailboxId, kind, tags }) => [_id.toHexString(), { mailboxId: mailboxId.toHexString(), kind, tags }]));
};

const domainsOf = async (database: Database, userId: ObjectId, subjects: readonly Subject[]): Promise<ReadonlyMap<string, string>> => {
  const ids = new Set(subjects.flatMap(({ mailboxId }) => mailboxId ?? []));
  if (ids.size === 0) return new Map();
  const filter = { _id: { $in: [...ids].map(oid) }, userId };
  const found = await mailboxesOf(database)
    .find(filter, { projection: { email: 1 } })
    .toArray();
  return new Map(found.map(({ _id, email }) => [_id.toHexString(), countedDomain(email)]));
};

/** The events and sends that an account's metrics have not counted, from their cursor on. */
const uncountedOf = async (database: Database, userId: ObjectId): Promise<Uncounted> => {
  const { sequence = 0, accepted = 0 } = (await metricsCursorsOf(database).findOne({ _id: userId })) ?? {};
  const last = await lastOf(database, userId);
  const [events, charges] = await Promise.all([
    eventsAfter(database, userId, sequence, last.sequence),
    chargesAfter(database, userId, accepted, last.accepted),
  ]);
  const named = events.flatMap((event) => sendToRead(event) ?? []).map(oid);
  const sends = await subjectsOf(database, userId, [...named, ...charges.flatMap(({ sendId }) => sendId ?? [])]);
  const domains = await domainsOf(database, userId, [...events.map(({ data }) => data as Subject), ...sends.values()]);
  // A page that is not full contains everything up to the last number; missing numbers below it were deleted because of their age.
  const to = {
    sequence: events.length < AT_ONCE ? Math.max(sequence, last.sequence) : events.at(-1)!.sequence,
    accepted: charges.length < AT_ONCE ? Math.max(accepted, last.accepted) : charges.at(-1)!.number!,
  };
  return {
    from: { sequence, accepted },
    to,
    events,
    accepted: charges.map(({ sendId, createdAt }) => ({ ...sends.get(String(sendId)), at: createdAt })),
    sends,
    domains,
    more: to.sequence < last.sequence || to.accepted < last.accepted,
  };
};

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
      // Two workers may run the first step at the same time.
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  },
  count: async (userId, tallies) => {
    const rows = tallies.map((one) => addTo(userId, one));
    if (rows.length > 0) await metricsOf(await connect()).bulkWrite(rows, { ordered: false });
  },
  behind: async () => {
    const database = await connect();
    const found = uncounted.map((kind) =>
      database
        .collection<{ readonly _id: ObjectId; readonly uncountedSince: Date }>(kind.collection)
        .find(whatWaits(kind), { projection: { uncountedSince: 1 } })
        .sort({ uncountedSince: 1 })
        .limit(ACCOUNTS_AT_ONCE)
        .toArray(),
    );
    const oldest = (await Promise.all(found)).flat().toSorted((a, b) => a.uncountedSince.getTime() - b.uncountedSince.getTime());
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
