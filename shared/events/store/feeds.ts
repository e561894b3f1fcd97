import type { ClientSession, Filter, ObjectId } from "mongodb";
import { EVENTS_KEPT_DAYS, eventsAbout, type EventType, orderOf, positionIn, positionOut } from "../event.ts";
import type { Database, Connect } from "#shared/platform/mongo/database.ts";
import { oid, given } from "#shared/platform/mongo/documents.ts";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import { type EventDocument, eventsOf, feedsOf, toEvent } from "./event-documents.ts";
import type { Feeds, WithinQuery } from "../publish.ts";

const aboutMailboxes: readonly EventType[] = eventsAbout("mailbox");
const aboutLinks: readonly EventType[] = eventsAbout("connect_link");

/** The condition for events of some mailboxes, of their messages and sends, and of some tenants' connect links that have no mailbox yet. */
const ofMailboxes = (mailboxIds: readonly string[], tenants: readonly string[] = []): Filter<EventDocument> => {
  const ids = { $in: [...mailboxIds] };
  const links = { type: { $in: aboutLinks }, "data.tenant": { $in: [...tenants] }, "data.mailboxId": { $exists: false } };
  return { $or: [{ "data.mailboxId": ids }, { type: { $in: aboutMailboxes }, "data.id": ids }, links] };
};

/** The filter for the events of a tenant's current mailboxes; empty, so that every event matches, without a tenant. */
export const ofTenant = async (database: Database, userId: ObjectId, tenant: string | undefined): Promise<Filter<EventDocument>> => {
  if (tenant === undefined) return {};
  const own = await mailboxesOf(database)
    .find({ userId, tenant }, { projection: { _id: 1 } })
    .toArray();
  return ofMailboxes(
    own.map(({ _id }) => _id.toHexString()),
    [tenant],
  );
};

/** The id of the mailbox that an event concerns. */
const mailboxIn = ({ type, data }: Pick<EventDocument, "type" | "data">): string | undefined => {
  const id = aboutMailboxes.includes(type) ? data["id"] : data["mailboxId"];
  return typeof id === "string" ? id : undefined;
};

/**
 * Returns a function for the tenant of an event: its mailbox's current one, or the connect link's own while that has no mailbox. Undefined for events
 * of the account itself.
 */
export const tenantsOf = async (database: Database, session: ClientSession, userId: ObjectId, events: readonly EventDocument[]) => {
  const ids = [...new Set(events.flatMap((event) => mailboxIn(event) ?? []))];
  const found = await mailboxesOf(database)
    .find({ userId, _id: { $in: ids.map(oid) } }, { session, projection: { tenant: 1 }, batchSize: ids.length + 1 })
    .toArray();
  const tenants = new Map(found.map(({ _id, tenant }) => [_id.toHexString(), tenant]));
  return (event: EventDocument): string | undefined => {
    const mailboxId = mailboxIn(event);
    return mailboxId === undefined ? (event.data["tenant"] as string | undefined) : tenants.get(mailboxId);
  };
};

/** How many events a page of some mailboxes searches at most; its cursor says up to where. */
const SEARCHED = 1000;

/**
 * Longer than a transaction lives (MongoDB, `transactionLifetimeLimitSeconds`: 60) and clocks of a replica set differ, ms: nothing is published
 * behind it.
 */
const SETTLED_MS = 120_000;
const KEPT_MS = EVENTS_KEPT_DAYS * 86_400_000;

/** The last stored event that is not after a position, or not after the number of an older version's event that is stored still. */
const eventAt = async (database: Database, userId: ObjectId, after: string): Promise<number | undefined> => {
  const events = eventsOf(database);
  const at = positionIn(after);
  if (!at) return (await events.findOne({ userId, sequence: Number(after), place: { $exists: false } }))?.sequence;
  const createdAt = new Date(at.ms);
  const behind = [
    { createdAt, place: { $gt: at.place } },
    { createdAt, place: { $exists: false }, sequence: { $gt: at.place } },
  ];
  const found = events.find({ userId, createdAt: { $lte: createdAt }, $nor: behind }, { projection: { sequence: 1 } });
  return (await found.sort({ createdAt: -1, sequence: -1 }).limit(1).next())?.sequence;
};

/** Where a bound key reads on: the number of an event, and whether something after its cursor has been deleted. */
const startAfter = async (database: Database, userId: ObjectId, after: string | undefined, now: Date) => {
  const from = after === undefined ? 0 : await eventAt(database, userId, after);
  if (after === undefined || from !== undefined) return { from: from ?? 0, expired: false };
  // Everything up to the cursor is gone, or there was nothing. Only the time tells what else is, for numbers would tell a count.
  const [oldest] = await eventsOf(database).find({ userId }).sort({ sequence: 1 }).limit(1).toArray();
  const isOld = (positionIn(after)?.ms ?? 0) < now.getTime() - KEPT_MS;
  return { from: 0, expired: isOld && oldest?.sequence !== 1 };
};

/** A bound key's events, all or of a type: `SEARCHED` of them at most are looked at for a type. */
const readOwn = async (
  database: Database,
  own: Filter<EventDocument>,
  { type, latest = false, limit }: Pick<WithinQuery, "type" | "latest" | "limit">,
) => {
  const order = latest ? -1 : 1;
  const search = async (filter: Filter<EventDocument>, skip: number, most: number) =>
    (await eventsOf(database).find(filter).sort({ sequence: order }).skip(skip).limit(most).toArray()).map(toEvent);
  const [last] = type === undefined ? [] : await search(own, SEARCHED - 1, 1);
  const within = last && { sequence: { [latest ? "$gte" : "$lte"]: last.sequence } };
  const found = await search({ $and: [own, given({ type }), ...(within ? [within] : [])] }, 0, limit);
  if (latest) return { events: found.toReversed() };
  return { events: found, stopped: found.length === limit ? found.at(-1) : last };
};

/**
 * The feeds in MongoDB. Each publication writes the account's counter, so events are committed in order, and an event is visible only with all
 * earlier ones.
 */
export const mongoFeeds = (connect: Connect): Feeds => ({
  read: async (userId, { after, latest = false, type, mailboxIds, tenants, limit }) => {
    const database = await connect();
    const user = oid(userId);
    const { sequence: last = 0 } = (await feedsOf(database).findOne({ _id: user })) ?? {};
    const events = eventsOf(database);
    const starts = after !== undefined || (mailboxIds !== undefined && !latest);
    const oldest = !starts ? undefined : await events.find({ userId: user }).sort({ sequence: 1 }).limit(1).next();
    const expired = after !== undefined && (oldest?.sequence ?? last + 1) > after + 1;
    const from = latest ? Math.max(0, last - (mailboxIds ? SEARCHED : limit)) : (after ?? 0);
    const upTo = mailboxIds === undefined ? last : Math.min(last, Math.max(from, (oldest?.sequence ?? 1) - 1) + SEARCHED);
    const about = mailboxIds && ofMailboxes(mailboxIds, tenants);
    const filter = { userId: user, ...given({ type }), sequence: { $gt: from, $lte: upTo }, ...about };
    const order = latest ? -1 : 1;
    const rows = (await events.find(filter).sort({ sequence: order }).limit(limit).toArray()).map(toEvent);
    const found = latest ? rows.toReversed() : rows;
    // The newest events end at the feed's end: nothing is after them.
    const isFull = !latest && found.length === limit;
    const through = isFull ? (found.at(-1)?.sequence ?? last) : Math.max(upTo, after ?? 0);
    return { events: found, through, expired, more: isFull || upTo < last };
  },
  readWithin: async (userId, { after, mailboxIds, tenants, ...which }) => {
    const database = await connect();
    const user = oid(userId);
    const feed = await feedsOf(database).findOne<{ now: Date }>({ _id: user }, { projection: { now: { $add: ["$$NOW", 0] } } });
    if (!feed) return { events: [], through: after ?? positionOut({ ms: 0, place: 0 }), expired: false, more: false };
    const { from, expired } = await startAfter(database, user, after, feed.now);
    const own = { userId: user, sequence: { $gt: from }, ...ofMailboxes(mailboxIds, tenants) };
    const { events, stopped } = await readOwn(database, own, which);
    // At the end the cursor says the time, for the account's last event would say when the account did something.
    const settled = positionOut({ ms: feed.now.getTime() - SETTLED_MS, place: 0 });
    const ends = [settled, ...(after && positionIn(after) ? [after] : []), ...events.slice(-1).map(orderOf)];
    return { events, through: stopped ? orderOf(stopped) : (ends.toSorted().at(-1) ?? settled), expired, more: stopped !== undefined };
  },
});
