import type { Clock, Log } from "../ports.ts";
import type { ThreadCare } from "./ports.ts";

/** What caring for threads takes. */
export interface CarePorts {
  readonly threadCare: ThreadCare;
  readonly clock: Clock;
  readonly log: Log;
}

/** A worker that sends brings the threads up to date itself; after so long, ms, it did not. */
const GIVEN_UP_MS = 60_000;
/** Steps of large merges and marks in a run. */
const STEPS_MAX = 100;

/** Every minute: does what workers and requests left undone on threads, and checks a few of them. */
export const careForThreads = async ({ threadCare, clock, log }: CarePorts): Promise<void> => {
  const counted = await threadCare.countSent(new Date(clock.now().getTime() - GIVEN_UP_MS));
  if (counted > 0) log.warn("sends counted late in their threads", { sends: counted });
  for (let step = 0; step < STEPS_MAX && (await threadCare.goOn());) step += 1;
  const threads = await threadCare.check();
  if (threads.length > 0) log.error("threads did not say what their messages say", { threads });
};
