import type { Feeds } from "../../../domain/events/ports.ts";
import type { Connect } from "../database.ts";
import { given, oid } from "../documents.ts";
import { eventsOf, feedsOf, toEvent } from "./event-documents.ts";

/**
 * The feeds in MongoDB. Each publication writes the account's counter, so events are committed in order, and an event is visible only with all
 * earlier ones.
 */
export const mongoFeeds = (connect: Connect): Feeds => ({
  read: async (userId, { after, latest = false, type, limit }) => {
    const database = await connect();
    const user = oid(userId);
    const { sequence: last = 0 } = (await feedsOf(database).findOne({ _id: user })) ?? {};
    const events = eventsOf(database);
    const oldest = after === undefined ? undefined : await events.find({ userId: user }).sort({ sequence: 1 }).limit(1).next();
    const expired = after !== undefined && (oldest?.sequence ?? last + 1) > after + 1;
    const from = latest ? Math.max(0, last - limit) : (after ?? 0);
    const filter = { userId: user, ...given({ type }), sequence: { $gt: from, $lte: last } };
    const found = (await events.find(filter).sort({ sequence: 1 }).limit(limit).toArray()).map(toEvent);
    const through = found.length < limit ? Math.max(last, after ?? 0) : (found.at(-1)?.sequence ?? last);
    return { events: found, through, expired };
  },
});
