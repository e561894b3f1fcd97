import type { DeliverPorts } from "./deliver-ports.ts";
import type { Waiting } from "../ports/wake-ups.ts";

/** The usual time of a send, and of opening its connections, ms; a slower server counts as slow. */
const USUAL_SEND_MS = 2_000;
const USUAL_CONNECTING_MS = 10_000;

/** What one worker has done in a mailbox. */
export interface WorkerRun {
  readonly tookMs: number;
  /** How many sends it settled. */
  readonly settled: number;
  /** One of the mailbox's sends, used to wake the mailbox. */
  readonly last: Waiting | undefined;
}

/**
 * A slow server has an hourly budget of worker time. Beyond it the mailbox is paused so that other mailboxes' mail goes first. Only time above the
 * usual counts, so a busy mailbox at a fast server is never paused. Never throws.
 */
export const pauseIfSlow = async (
  { workerTime, deliveries, wakeUps, clock, log }: Pick<DeliverPorts, "workerTime" | "deliveries" | "wakeUps" | "clock" | "log">,
  mailboxId: string,
  { tookMs, settled, last }: WorkerRun,
): Promise<void> => {
  const slowMs = tookMs - USUAL_CONNECTING_MS - settled * USUAL_SEND_MS;
  if (slowMs <= 0 || !last) return;
  try {
    const pauseMs = await workerTime.spend(mailboxId, slowMs);
    if (pauseMs <= 0) return;
    log.warn("a slow mailbox is paused", { mailboxId, pauseMs });
    await deliveries.pause(mailboxId, pauseMs, "rate");
    await wakeUps.wake([{ ...last, dueAt: new Date(clock.now().getTime() + pauseMs) }]);
  } catch (error) {
    log.warn("a slow mailbox's time could not be noted", { mailboxId, error });
  }
};
