import { deliveries } from "./deliveries.ts";
import { wakeUps } from "./send-queue.ts";

/** What wakes the sends that waited for their mailbox. */
export const resuming = { deliveries, wakeUps };
