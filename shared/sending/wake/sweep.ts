import type { SentCopies } from "../ports/submission.ts";
import type { WakeUps } from "../ports/wake-ups.ts";
import { COPY_GIVE_UP_MS, FORGOTTEN_AFTER_MS, SWEEP_WITHIN_MS } from "../waiting.ts";
import type { Clock } from "#shared/platform/ports.ts";
import { publishEvents } from "#shared/events/publish.ts";
import { endWithParents, type EndPorts } from "../follow-ups.ts";
import type { Deliveries } from "../ports/deliveries.ts";
import type { Send } from "../send.ts";

/** The dependencies of sweeping copies. */
export interface CopySweepPorts {
  readonly copies: Pick<SentCopies, "waiting">;
  readonly wakeUps: WakeUps;
}

/** Wakes a worker for every mailbox in which a copy of sent mail waits to be filed. */
export const sweepCopies = async ({ copies, wakeUps }: CopySweepPorts): Promise<void> =>
  wakeUps.wake(await copies.waiting(FORGOTTEN_AFTER_MS, COPY_GIVE_UP_MS));

/** The dependencies of the sweeper. */
export interface SweepPorts extends EndPorts {
  readonly deliveries: Pick<Deliveries, "recover" | "expire" | "expireHolds" | "forgotten">;
  readonly wakeUps: WakeUps;
  readonly clock: Clock;
}

/** Publishes that these have ended, and ends what waits for them. */
const tellEnded = async (ports: EndPorts, sends: readonly Pick<Send, "id" | "userId">[]): Promise<void> => {
  if (sends.length === 0) return;
  await publishEvents(
    ports,
    "sends",
    sends.map(({ id }) => id),
  );
  await endWithParents(ports, sends);
};

/**
 * Returns expired claims to the queue and wakes mailboxes with forgotten due sends, step by step (G1 in shared/README.md); called every minute.
 * Everything is sent even if only the sweeper works.
 */
export const sweep = async (ports: SweepPorts): Promise<void> => {
  const { deliveries, wakeUps, clock, log } = ports;
  const until = clock.now().getTime() + SWEEP_WITHIN_MS;
  const inTime = () => clock.now().getTime() < until;
  let [recovered, failed, mailboxes, more] = [0, 0, 0, true];
  while (more && inTime()) {
    const step = await deliveries.recover();
    await wakeUps.wake(step.woken);
    recovered += step.woken.length;
    failed += step.failed.length;
    await tellEnded(ports, step.failed);
    more = step.more;
  }
  let tooLate = 0;
  for (let left = true; left && inTime();) {
    const step = await deliveries.expire();
    tooLate += step.failed.length;
    await tellEnded(ports, step.failed);
    left = step.more;
  }
  let unapproved = 0;
  for (let left = true; left && inTime();) {
    const step = await deliveries.expireHolds();
    unapproved += step.cancelled.length;
    await tellEnded(ports, step.cancelled);
    left = step.more;
  }
  if (unapproved > 0) log.info("emails that nobody approved in time were cancelled", { unapproved });
  let after: string | undefined;
  do {
    const { found, next } = await deliveries.forgotten(FORGOTTEN_AFTER_MS, after);
    await wakeUps.wake(found);
    mailboxes += found.length;
    after = next;
  } while (after !== undefined && inTime());
  if (recovered + failed + tooLate + mailboxes > 0)
    log.warn("forgotten sends woken", { queued: recovered, failed, tooLate, mailboxes, finished: !more && after === undefined });
};
