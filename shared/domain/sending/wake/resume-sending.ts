import { atOnce } from "./plan-wakes.ts";
import type { Deliveries } from "../ports/deliveries.ts";
import type { WakeUps } from "../ports/wake-ups.ts";

/** The ports of resuming. */
export interface ResumePorts {
  readonly deliveries: Pick<Deliveries, "release">;
  readonly wakeUps: WakeUps;
}

/** Wakes a mailbox's waiting sends at once, after its cap was raised or its login works again. */
export const resumeSending = async ({ deliveries, wakeUps }: ResumePorts, mailboxId: string): Promise<void> => {
  const first = await deliveries.release(mailboxId);
  if (first) await wakeUps.wake([atOnce(first)]);
};
