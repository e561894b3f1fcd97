import { eventsOf } from "#shared/events/store/event-documents.ts";
import { mongoEventOutbox } from "#shared/events/store/event-outbox.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import type { EventType } from "#shared/events/event.ts";
import { publishForgotten } from "#shared/events/publish.ts";
import type { Send } from "#shared/sending/send.ts";
import type { FaultContext } from "./context.ts";

const published = new Map<string, readonly EventType[]>();
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** Events that are pending for seconds already count as forgotten here. */
const AT_ONCE_MS = -60_000;

/** Publishes what dead workers left, as the sweeper does, and remembers which events of each send were published. */
export const readFeeds = async ({ connect }: Pick<FaultContext, "connect">, sends: readonly Send[]): Promise<void> => {
  const eventOutbox = mongoEventOutbox(connect);
  const forgotten = () => eventOutbox.forgotten(AT_ONCE_MS);
  for (let left = await forgotten(); left.length > 0; left = await forgotten()) {
    await publishForgotten({ eventOutbox: { ...eventOutbox, forgotten: async () => left }, log: quiet });
    if (JSON.stringify(await forgotten()) === JSON.stringify(left)) throw new Error("events cannot be published");
  }
  const users = [...new Set(sends.map(({ userId }) => userId))].map(oid);
  const events = await eventsOf(await connect())
    .find({ userId: { $in: users } })
    .sort({ userId: 1, sequence: 1 })
    .toArray();
  const types = Map.groupBy(events, ({ data }) => String(data["id"]));
  for (const { id } of sends)
    published.set(
      id,
      (types.get(id) ?? []).map(({ type }) => type),
    );
};

const ends: readonly EventType[] = ["send.sent", "send.failed", "send.cancelled", "send.rejected"];

/** What is wrong with the events of a send that has ended: its end is published once, and an earlier end only where a late 250 changed it. */
export const wronglyPublished = ({ id, status, rejectReason }: Send): readonly string[] => {
  const all = published.get(id)?.filter((type) => ends.includes(type));
  if (!all) return [];
  const isLate = status === "sent" && all[0] === "send.failed";
  const wanted = isLate ? ["send.failed", "send.sent"] : [rejectReason === undefined ? `send.${status}` : "send.rejected"];
  return all.join() === wanted.join() ? [] : [`${id} is ${status}, but its events are ${all.join(", ") || "nothing"}`];
};
