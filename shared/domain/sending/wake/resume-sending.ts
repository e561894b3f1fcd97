import { atOnce } from "./plan-wakes.ts";
import type { Deliveries } from "../ports/deliveries.ts";
import type { WakeUps } from "../ports/wake-ups.ts";

/** The ports of resuming. */
export interface ResumePorts {
  readonly deliveries: Pick<Deliveries, "release">;
  readonly wakeUps: WakeUps;
}

/** Wakes the mail that waits in a mailbox at once: its cap was raised, or it can log in again. */
export const resumeSending = async ({ deliveries, wakeUps }: ResumePorts, mailboxId: string): Promise<void> => {
  const first = await deliveries.release(mailboxId);
  if (first) await wakeUps.wake([atOnce(first)]);
};
