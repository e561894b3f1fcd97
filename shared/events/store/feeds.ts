import type { ClientSession, Filter, ObjectId } from "mongodb";
import { eventsAbout, type EventType } from "../event.ts";
import type { Database, Connect } from "#shared/platform/mongo/database.ts";
import { oid, given } from "#shared/platform/mongo/documents.ts";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import { type EventDocument, eventsOf, feedsOf, toEvent } from "./event-documents.ts";
import type { Feeds } from "../publish.ts";

const aboutMailboxes: readonly EventType[] = eventsAbout("mailbox");

/** The condition for events of some mailboxes, of their messages and sends, and of some tenants' connect links that have no mailbox yet. */
const ofMailboxes = (mailboxIds: readonly string[], tenants: readonly string[] = []): Filter<EventDocument> => {
  const ids = { $in: [...mailboxIds] };
  const links = { "data.tenant": { $in: [...tenants] }, "data.mailboxId": { $exists: false } };
  return { $or: [{ "data.mailboxId": ids }, { type: { $in: aboutMailboxes }, "data.id": ids }, links] };
};

/** The condition for the events of a tenant's mailboxes as they are now; of every event where no tenant is given. */
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

/** Tells the tenant of each event: its mailbox's now, a connect link's own before it has a mailbox; undefined for the account's own events. */
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
});
