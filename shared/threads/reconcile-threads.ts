import { publishEvents, type PublishPorts } from "#shared/events/publish.ts";
import type { Clock, Log } from "#shared/platform/ports.ts";
import type { ThreadReconciliation } from "./ports.ts";

/** The dependencies of thread reconciliation. */
export interface ReconcilePorts extends PublishPorts {
  readonly threadReconciliation: ThreadReconciliation;
  readonly clock: Clock;
  readonly log: Log;
}

/** The worker that delivers updates the threads itself; after this time, ms, it has failed to. */
export const GIVEN_UP_MS = 60_000;
/** Steps of large merges and read flags in one run. */
const STEPS_MAX = 100;

/** Opens the conversations whose snooze has ended, and publishes that; called every minute. */
export const endSnoozes = async (
  ports: PublishPorts & { readonly threadReconciliation: Pick<ThreadReconciliation, "endSnoozes"> },
): Promise<void> => {
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const ended = await ports.threadReconciliation.endSnoozes();
    if (ended.length === 0) return;
    await publishEvents(ports, "threads", ended);
  }
};

/**
 * Finishes work on threads that workers and requests left undone, and recomputes a few threads, in case a summary differs from its messages; called
 * every minute.
 */
export const reconcileThreads = async (ports: ReconcilePorts): Promise<void> => {
  const { threadReconciliation, clock, log } = ports;
  const counted = await threadReconciliation.countSent(new Date(clock.now().getTime() - GIVEN_UP_MS));
  if (counted > 0) log.warn("sends counted late in their threads", { sends: counted });
  for (let step = 0; step < STEPS_MAX && (await threadReconciliation.goOn());) step += 1;
  const threads = await threadReconciliation.check();
  if (threads.length > 0) log.error("thread summaries differed from their messages", { threads });
};
