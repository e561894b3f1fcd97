import type { DeliverPorts } from "./deliver-ports.ts";
import type { Waiting } from "../ports/wake-ups.ts";

/** What a worker may take for a send and for its connections before its server counts as slow, ms. */
const USUAL_SEND_MS = 2_000;
const USUAL_CONNECTING_MS = 10_000;

/** One worker's run in a mailbox. */
export interface WorkerRun {
  readonly tookMs: number;
  /** Sends that it settled. */
  readonly settled: number;
  /** One of the mailbox's sends, by which it is woken. */
  readonly last: Waiting | undefined;
}

/**
 * A server that keeps workers waiting has a budget of their time an hour; beyond it its mailbox rests, so that others' mail goes first. Only
 * the time above the usual counts: a busy mailbox at a good server never rests. Never throws.
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
