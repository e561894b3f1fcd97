import { ObjectId } from "mongodb";
import type { Connect, Database } from "#shared/platform/mongo/database.ts";
import { type EventDocument, eventsOf } from "#shared/events/store/event-documents.ts";
import type { Log, Clock } from "#shared/platform/ports.ts";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import type { SyncQueue } from "#shared/inbox/ports/polls.ts";
import { sendsOf, toWaiting } from "#shared/sending/store/send-documents.ts";
import type { Deliveries } from "#shared/sending/ports/deliveries.ts";
import type { WakeUps } from "#shared/sending/ports/wake-ups.ts";
import { QUEUE_DELAY_MAX_SECONDS } from "#shared/sending/wake/plan-wakes.ts";

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

const GATHER_MS = 100;

/** Pulls a connected mailbox as soon as the sandbox has delivered to it, so that an answer need not wait for the next poll, as it would on AWS. */
export const pushNewMail = (connect: Connect, queue: SyncQueue) => {
  let waiting = new Set<string>();
  const push = async (): Promise<void> => {
    if (waiting.size === 0) return;
    const emailKey = { $in: [...waiting] };
    waiting = new Set();
    const found = await mailboxesOf(await connect())
      // Mailboxes whose provider tells of mail are polled by its hints.
      .find(
        { emailKey, inboxSyncEnabled: true, "hints.id": { $exists: false }, deletedAt: { $exists: false } },
        { projection: { userId: 1 } },
      )
      .toArray();
    await queue.add(found.map(({ _id, userId }) => ({ id: _id.toHexString(), userId: userId.toHexString() })));
  };
  let pushing = Promise.resolve();
  // A mailbox that is not pulled now is pulled by the next poll.
  const timer = setInterval(() => {
    pushing = pushing.then(push).catch(() => {});
  }, GATHER_MS);
  return {
    delivered: (address: string): void => void waiting.add(address.toLowerCase()),
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await pushing;
    },
  };
};

/** The dependencies of waking waiting sends after a restart. */
export interface WakingPorts {
  readonly deliveries: Pick<Deliveries, "forgotten">;
  readonly wakeUps: WakeUps;
  readonly clock: Clock;
}

/** The sweeper wakes the mailboxes beyond this number. */
const SOON_MAX = 10_000;

/** Wakes waiting sends after a restart, because the local queues are in memory: due ones at once, those that had a queue delay at their time. */
export const wakeWhatWaits = async (database: Database, { deliveries, wakeUps, clock }: WakingPorts): Promise<void> => {
  const now = clock.now();
  const soon = { $gte: now, $lt: new Date(now.getTime() + QUEUE_DELAY_MAX_SECONDS * 1000) };
  const later = await sendsOf(database)
    .find({ status: { $in: ["queued", "scheduled"] }, dueAt: soon }, { projection: { userId: 1, mailboxId: 1, dueAt: 1 } })
    .sort({ dueAt: 1 })
    .limit(SOON_MAX)
    .toArray();
  const { found } = await deliveries.forgotten(0);
  await wakeUps.wake([...found, ...later.map(toWaiting)]);
};
