import { ObjectId } from "mongodb";
import type { Connect } from "#shared/adapters/mongo/database.ts";
import { type EventDocument, eventsOf } from "#shared/adapters/mongo/events/event-documents.ts";
import type { Log } from "#shared/domain/ports.ts";

const LOOK_MS = 500;
/** Events of an earlier transaction may appear after those of a later one, but at most this much later, seconds. */
const LATE_S = 10;
const AT_MOST = 2_000;
/** From this number on, events of one type in one look are shown as a count, so that a batch of 1,000 does not print 1,000 lines. */
const MANY = 6;
/** The fields of an event's record that its line shows. */
const TOLD = ["email", "toEmail", "subject", "status", "lastError", "bounceReason", "cancelReason", "balance", "url"];

const lineOf = ({ type, data }: EventDocument): [string, Readonly<Record<string, unknown>>] => {
  const { from, ...rest } = data as { readonly from?: { readonly email?: unknown } };
  const told = Object.entries(rest).filter(([name]) => TOLD.includes(name));
  return [type, { ...(from && { from: from.email }), ...Object.fromEntries(told) }];
};

/** The lines for events: one for each, or one for many of a type. */
const linesOf = (events: readonly EventDocument[]): readonly ReturnType<typeof lineOf>[] =>
  [...Map.groupBy(events, ({ type }) => type)].flatMap(([type, alike]) =>
    alike.length < MANY ? alike.map(lineOf) : [[type, { count: alike.length }] as [string, { count: number }]],
  );

/** Logs the events of all accounts: each delivery, answer and bounce of the local system becomes a line. */
export const followEvents = (connect: Connect, log: Pick<Log, "info" | "warn">) => {
  let seen = new Set<string>();
  let since = new ObjectId();
  const look = async (): Promise<void> => {
    const found = await eventsOf(await connect())
      .find({ _id: { $gt: since } })
      .sort({ _id: 1 })
      .limit(AT_MOST)
      .toArray();
    for (const [type, told] of linesOf(found.filter(({ _id }) => !seen.has(_id.toHexString())))) log.info(type, told);
    seen = new Set(found.map(({ _id }) => _id.toHexString()));
    const settled = ObjectId.createFromTime(Math.floor(Date.now() / 1000) - LATE_S);
    // After a full look the next one continues where it ended; otherwise the last seconds are read again.
    if (found.length === AT_MOST) since = found.at(-1)?._id ?? since;
    else if (settled.toHexString() > since.toHexString()) since = settled;
  };
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look).catch((error: unknown) => log.warn("events not followed", { error }));
  }, LOOK_MS);
  return {
    look,
    stop: async () => {
      clearInterval(timer);
      await looking;
    },
  };
};
