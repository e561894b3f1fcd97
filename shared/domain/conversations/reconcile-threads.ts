import type { Clock, Log } from "../ports.ts";
import type { ThreadReconciliation } from "./ports.ts";

/** The ports of thread reconciliation. */
export interface ReconcilePorts {
  readonly threadReconciliation: ThreadReconciliation;
  readonly clock: Clock;
  readonly log: Log;
}

/** A worker that sends brings the threads up to date itself; after so long, ms, it did not. */
const GIVEN_UP_MS = 60_000;
/** Steps of large merges and marks in a run. */
const STEPS_MAX = 100;

/** Every minute: finishes what workers and requests left undone on threads, and corrects a few whose summary differs from their messages. */
export const reconcileThreads = async ({ threadReconciliation, clock, log }: ReconcilePorts): Promise<void> => {
  const counted = await threadReconciliation.countSent(new Date(clock.now().getTime() - GIVEN_UP_MS));
  if (counted > 0) log.warn("sends counted late in their threads", { sends: counted });
  for (let step = 0; step < STEPS_MAX && (await threadReconciliation.goOn());) step += 1;
  const threads = await threadReconciliation.check();
  if (threads.length > 0) log.error("thread summaries differed from their messages", { threads });
};
