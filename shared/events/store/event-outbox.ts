import { randomBytes, randomInt } from "node:crypto";
import { type Document, type ClientSession, type Filter, type WithId, ObjectId } from "mongodb";
import type { EventSource } from "../event.ts";
import { FORGOTTEN_AFTER_MS, publishedFields, type EventOutbox } from "../publish.ts";
import { cutToAnswer } from "#shared/mail/text.ts";
import { fromDocument, given, newId, oid } from "#shared/platform/mongo/documents.ts";
import { type DueRecords, whatIsDue } from "#shared/platform/mongo/due-records.ts";
import { labelNames, type Labels, labelsOf } from "#shared/sending/send.ts";
import { type Connect, type Database, databaseNow } from "#shared/platform/mongo/database.ts";
import { type HasPendingEvents, type EventDocument, eventsOf, feedsOf } from "./event-documents.ts";
import { deliveryOf, webhookDeliveriesOf, webhooksOf } from "#shared/webhooks/store/webhook-documents.ts";
import { endSendBodies, forEver, type BodyDays } from "#shared/platform/mongo/retention.ts";
import { tenantsOf } from "./feeds.ts";

/** The most bytes of a message's new text in an event, as an answer counts them, so that a page of 200 events fits in one. */
const REPLY_TEXT_BYTES = 10_000;

/** The fields of a document that are read to publish its events. */
const eventFields = (source: EventSource): Readonly<Record<string, 1>> =>
  Object.fromEntries(
    ["userId", "news", "firstEta", ...publishedFields[source]].filter((field) => field !== "id").map((field) => [field, 1]),
  );

/** An event's data: its record in the current state. */
const eventData = (source: EventSource, document: Document): Readonly<Record<string, unknown>> => {
  const record: Record<string, unknown> = { ...fromDocument<{ id: string }>(document) };
  if (typeof record["replyText"] === "string")
    record["replyText"] = cutToAnswer(record["replyText"].slice(0, REPLY_TEXT_BYTES), REPLY_TEXT_BYTES);
  return given(Object.fromEntries(publishedFields[source].map((field) => [field, record[field]])));
};

type SourceDocument = WithId<HasPendingEvents & Document>;
/** A document with pending events, and its kind. */
interface Pending {
  readonly source: EventSource;
  readonly document: SourceDocument;
}

const SOURCES = [
  "sends",
  "messages",
  "threads",
  "mailboxes",
  "wallets",
  "webhooks",
  "suppressions",
  "connectLinks",
] as const satisfies readonly EventSource[];

/** Records whose events no worker has published. */
export const pendingEvents = /* @__PURE__ */ SOURCES.map(
  (collection) => ({ collection, at: "newsAt", leftMs: FORGOTTEN_AFTER_MS, inWorld: "end" }) as const satisfies DueRecords,
);
const FORGOTTEN_AT_MOST = 1000;

/** A wallet's id is its account's. */
const accountOf = (source: EventSource, document: SourceDocument): string =>
  source === "wallets" ? document._id.toHexString() : (document["userId"] as ObjectId).toHexString();

/** Takes the pending events out of documents; returns those documents. */
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

/** The labels of sends, by their ids, so that a webhook's receiver can tell whose send was answered. */
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

/** Queues events for the account's endpoints that subscribe to them; returns those endpoints. */
const queueForWebhooks = async (database: Database, session: ClientSession, userId: ObjectId, events: readonly EventDocument[]) => {
  const active = await webhooksOf(database)
    .find({ userId, status: "active" }, { session, projection: { types: 1, tenant: 1 } })
    .toArray();
  const isTenants = active.some(({ tenant }) => tenant !== undefined);
  const tenantOf = isTenants ? await tenantsOf(database, session, userId, events) : () => undefined;
  const rows = active.flatMap(({ _id, types, tenant }) =>
    events
      .filter((event) => (!types || types.includes(event.type)) && (tenant === undefined || tenantOf(event) === tenant))
      .map((event) => deliveryOf(newId(), _id, userId, event._id, event)),
  );
  if (rows.length === 0) return [];
  await webhookDeliveriesOf(database).insertMany(rows, { session });
  return [...new Set(rows.map(({ webhookId }) => String(webhookId)))].map((id) => ({ id, userId: String(userId) }));
};

/** Which bounces of a send its pending `send.bounced` events report, in order: each event came with a bounce at the end of the list. */
const bouncesOf = ({ news = [], ["bounces"]: listed }: SourceDocument): number[] => {
  const length = Array.isArray(listed) ? listed.length : 0;
  const pending = news.filter(({ type }) => type === "send.bounced").length;
  return Array.from({ length: Math.min(pending, length) }, (_, i) => length - Math.min(pending, length) + i);
};

/** An event's id: the time and eight random bytes, because an ObjectId's counter would tell how many events are between two of them. */
const eventId = (): ObjectId => {
  const seconds = Buffer.alloc(4);
  seconds.writeUInt32BE(Math.floor(Date.now() / 1000));
  return new ObjectId(Buffer.concat([seconds, randomBytes(8)]));
};

/** The longest step between the places of two events: between two of a tenant's, nobody sees how many there are of others. */
const STEP_MAX = 8;

/**
 * Numbers an account's events and adds them to its feed. The counter is written immediately before the events, so that concurrent publications wait
 * for each other only briefly.
 */
const append = async (database: Database, session: ClientSession, userId: string, found: readonly Pending[]) => {
  const pending = found.flatMap(({ source, document }) => {
    const bounces = bouncesOf(document);
    return (document.news ?? []).map(({ facts, ...item }) => ({
      ...item,
      data: { ...eventData(source, document), ...facts },
      ...(item.type === "send.bounced" && given({ bounce: bounces.shift() })),
      ...(item.type === "send.sent" && given({ eta: document["firstEta"] as Date | undefined })),
    }));
  });
  const user = oid(userId);
  const counter = await feedsOf(database).findOneAndUpdate(
    { _id: user },
    [
      {
        $set: {
          sequence: { $add: [{ $ifNull: ["$sequence", 0] }, pending.length] },
          at: { $max: [{ $add: ["$at", 1] }, "$$NOW"] },
          uncountedSince: { $ifNull: ["$uncountedSince", "$$NOW"] },
        },
      },
    ],
    { session, upsert: true, returnDocument: "after" },
  );
  if (!counter) throw new Error("the feed's counter vanished");
  const first = counter.sequence - pending.length + 1;
  let place = 0;
  const events = pending.map(({ type, at, data, ...counted }, i): EventDocument => ({
    _id: eventId(),
    userId: user,
    type,
    sequence: first + i,
    place: (place += randomInt(1, STEP_MAX + 1)),
    at,
    createdAt: counter.at,
    data,
    ...counted,
  }));
  await eventsOf(database).insertMany(events, { session });
  return queueForWebhooks(database, session, user, events);
};

/** Moves pending events from their documents to the feed, within a transaction; the endpoints to wake. */
const publishIn = async (
  database: Database,
  session: ClientSession,
  { source, ids, bodyDays }: { readonly source: EventSource; readonly ids: readonly ObjectId[]; readonly bodyDays: BodyDays },
) => {
  const found = await take(database, session, source, ids);
  if (found.length === 0) return [];
  // An answer's event is published together with those of its send.
  const answered = source === "messages" ? found.flatMap(({ emailJobId }) => (emailJobId ? [emailJobId as ObjectId] : [])) : [];
  const sends = answered.length === 0 ? [] : await take(database, session, "sends", answered);
  const labels = await labelsBySend(database, session, answered);
  const bounced = found.filter(({ kind }) => kind === "bounce").flatMap(({ emailJobId }) => (emailJobId ? [emailJobId as ObjectId] : []));
  const suppressed = bounced.length === 0 ? [] : await take(database, session, "suppressions", bounced, "sendId");
  if (source === "sends") await endSendBodies(database, session, endedIn(found), bodyDays);
  const pending: readonly Pending[] = [
    ...found.map((document) => ({ source, document: { ...document, ...labels.get(String(document["emailJobId"])) } })),
    ...sends.map((document) => ({ source: "sends" as const, document })),
    ...suppressed.map((document) => ({ source: "suppressions" as const, document })),
  ];
  const byAccount = Map.groupBy(pending, ({ source: of, document }) => accountOf(of, document));
  // In a fixed order, so that two publications for the same accounts cannot deadlock.
  const accounts = [...byAccount.keys()].toSorted();
  const endpoints: { readonly id: string; readonly userId: string }[] = [];
  for (const userId of accounts) endpoints.push(...(await append(database, session, userId, byAccount.get(userId) ?? [])));
  return endpoints;
};

/**
 * Deletes rows after publishing their pending events in the same transaction, because a dead worker may have left some; the sweeper then wakes the
 * webhooks. Returns how many were deleted.
 */
export const deletePublished = (database: Database, source: EventSource, which: Filter<SourceDocument>): Promise<number> =>
  database.transaction(async (session) => {
    const found = await documentsOf(database, source)
      .find(which, { session, projection: { _id: 1 } })
      .toArray();
    const ids = found.map(({ _id }) => _id);
    if (ids.length === 0) return 0;
    await publishIn(database, session, { source, ids, bodyDays: forEver });
    return (await documentsOf(database, source).deleteMany({ _id: { $in: ids } }, { session })).deletedCount;
  });

/** Publishes with MongoDB: one transaction moves pending events from their documents to the feed. */
export const mongoEventOutbox = (connect: Connect, bodyDays: BodyDays = forEver): EventOutbox => ({
  publish: async (source, ids) => {
    const database = await connect();
    return database.transaction((session) => publishIn(database, session, { source, ids: ids.map(oid), bodyDays }));
  },
  forgotten: async (forMs) => {
    const database = await connect();
    const now = await databaseNow(database);
    const found = pendingEvents.map(async (kind) => {
      const rows = await documentsOf(database, kind.collection)
        .find(whatIsDue(kind, now, forMs), { projection: { _id: 1 } })
        .limit(FORGOTTEN_AT_MOST)
        .toArray();
      return { source: kind.collection, ids: rows.map(({ _id }) => _id.toHexString()) };
    });
    return (await Promise.all(found)).filter(({ ids }) => ids.length > 0);
  },
});
