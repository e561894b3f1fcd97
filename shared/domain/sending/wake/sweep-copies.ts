import type { SentCopies } from "../ports/sent-folder.ts";
import type { WakeUps } from "../ports/wake-ups.ts";
import { COPY_GIVE_UP_MS, FORGOTTEN_AFTER_MS } from "../timing.ts";

/** The ports of sweeping copies. */
export interface CopySweepPorts {
  readonly copies: Pick<SentCopies, "waiting">;
  readonly wakeUps: WakeUps;
}

/** Wakes a worker for every mailbox where a copy of sent mail waits to be filed. */
export const sweepCopies = async ({ copies, wakeUps }: CopySweepPorts): Promise<void> =>
  wakeUps.wake(await copies.waiting(FORGOTTEN_AFTER_MS, COPY_GIVE_UP_MS));
