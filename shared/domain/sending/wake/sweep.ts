import type { Log } from "../../ports.ts";
import type { Deliveries, WakeUps } from "../ports.ts";
import { FORGOTTEN_AFTER_MS } from "../timing.ts";

/** What the sweeper takes. */
export interface SweepPorts {
  readonly deliveries: Pick<Deliveries, "recover" | "forgotten">;
  readonly wakeUps: WakeUps;
  readonly log: Log;
}

/** Every minute: expired claims return to the queue, and every mailbox where something was due and forgotten is woken (G1). Alone it is enough for everything to be sent. */
export const sweep = async ({ deliveries, wakeUps, log }: SweepPorts): Promise<void> => {
  const { queued, failed } = await deliveries.recover();
  const forgotten = await deliveries.forgotten(FORGOTTEN_AFTER_MS);
  await wakeUps.wake([...queued, ...forgotten]);
  const found = queued.length + failed + forgotten.length;
  // Written each time, and last: the alarm rings when this line stays away.
  log[found > 0 ? "warn" : "info"]("swept", { queued: queued.length, failed, mailboxes: forgotten.length });
};
