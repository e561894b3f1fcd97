import type { Database } from "#shared/adapters/mongo/database.ts";
import { sendsOf, toWaiting } from "#shared/adapters/mongo/sending/send-documents.ts";
import type { Clock } from "#shared/domain/ports.ts";
import type { Deliveries } from "#shared/domain/sending/ports/deliveries.ts";
import type { WakeUps } from "#shared/domain/sending/ports/wake-ups.ts";
import { QUEUE_DELAY_MAX_SECONDS } from "#shared/domain/sending/wake/plan-wakes.ts";

/** The ports of waking. */
export interface WakingPorts {
  readonly deliveries: Pick<Deliveries, "forgotten">;
  readonly wakeUps: WakeUps;
  readonly clock: Clock;
}

/** The sweeper wakes the mailboxes beyond this number. */
const SOON_MAX = 10_000;

/** The queues are in memory, so a stop loses their messages: due sends are woken at once, sends that had a queue delay at their time. */
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
