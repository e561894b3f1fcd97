import { deliveries } from "./deliveries.ts";
import { wakeUps } from "./send-queue.ts";

/** The ports of waking the sends of a mailbox. */
export const resuming = { deliveries, wakeUps };
