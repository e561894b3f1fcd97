import type { Clock } from "../../ports.ts";
import { QUEUE_DELAY_MAX_SECONDS } from "./plan-wakes.ts";
import type { Deliveries } from "../ports/deliveries.ts";
import type { Schedules, WakeUps } from "../ports/wake-ups.ts";

/** The ports of scheduling. */
export interface SchedulePorts {
  readonly deliveries: Pick<Deliveries, "waiting">;
  readonly schedules: Pick<Schedules, "create">;
  readonly wakeUps: WakeUps;
  readonly clock: Clock;
}

/**
 * Creates the one-off schedules of sends that wait long, for their time or another attempt, outside the request that accepted them (G14 in
 * shared/domain/README.md); sends that are near by now get a queue delay.
 */
export const scheduleSends = async (
  { deliveries, schedules, wakeUps, clock }: SchedulePorts,
  sendIds: readonly string[],
): Promise<void> => {
  const horizon = clock.now().getTime() + QUEUE_DELAY_MAX_SECONDS * 1000;
  const sends = (await deliveries.waiting(sendIds)).flatMap(({ dueAt, ...send }) => (dueAt ? { ...send, dueAt } : []));
  await wakeUps.wake(sends.filter(({ dueAt }) => dueAt.getTime() <= horizon));
  await Promise.all(sends.filter(({ dueAt }) => dueAt.getTime() > horizon).map((send) => schedules.create(send)));
};
