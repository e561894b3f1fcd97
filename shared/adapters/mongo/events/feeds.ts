import type { Feeds } from "../../../domain/events/ports.ts";
import type { Connect } from "../database.ts";
import { given, oid } from "../documents.ts";
import { eventsOf, feedsOf, toEvent } from "./event-documents.ts";
import { eventsAbout } from "./tenant-events.ts";

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
    const about = mailboxIds && eventsAbout(mailboxIds, tenants);
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
