import { eventsOf } from "#shared/adapters/mongo/events/event-documents.ts";
import { mongoNewsroom } from "#shared/adapters/mongo/events/newsroom.ts";
import { oid } from "#shared/adapters/mongo/documents.ts";
import type { EventType } from "#shared/domain/events/event.ts";
import { publishForgotten } from "#shared/domain/events/publish.ts";
import type { Send } from "#shared/domain/sending/send.ts";
import type { FaultContext } from "./context.ts";

const told = new Map<string, readonly EventType[]>();
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** News that are seconds old already count as forgotten here. */
const AT_ONCE_MS = -60_000;

/** Publishes what dead workers left, as the sweeper does, and remembers what the accounts of the sends were told of each. */
export const readFeeds = async ({ connect }: Pick<FaultContext, "connect">, sends: readonly Send[]): Promise<void> => {
  const newsroom = mongoNewsroom(connect);
  const forgotten = () => newsroom.forgotten(AT_ONCE_MS);
  for (let left = await forgotten(); left.length > 0; left = await forgotten()) {
    await publishForgotten({ newsroom: { ...newsroom, forgotten: async () => left }, log: quiet });
    if (JSON.stringify(await forgotten()) === JSON.stringify(left)) throw new Error("news cannot be published");
  }
  const users = [...new Set(sends.map(({ userId }) => userId))].map(oid);
  const events = await eventsOf(await connect())
    .find({ userId: { $in: users } })
    .sort({ userId: 1, sequence: 1 })
    .toArray();
  const types = Map.groupBy(events, ({ data }) => String(data["id"]));
  for (const { id } of sends)
    told.set(
      id,
      (types.get(id) ?? []).map(({ type }) => type),
    );
};

const ends: readonly EventType[] = ["send.sent", "send.failed", "send.cancelled"];

/** What is wrong with the events of a send that has ended: it is told of its end once, and of an end before only where a late 250 changed it. */
export const wronglyTold = ({ id, status }: Send): readonly string[] => {
  const all = told.get(id)?.filter((type) => ends.includes(type));
  if (!all) return [];
  const isLate = status === "sent" && all[0] === "send.failed";
  const wanted = isLate ? ["send.failed", "send.sent"] : [`send.${status}`];
  return all.join() === wanted.join() ? [] : [`${id} is ${status}, but its account was told ${all.join(", ") || "nothing"}`];
};
