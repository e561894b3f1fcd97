import { clock, ids } from "#shared/platform/system.ts";
import { ips, mailboxes } from "#shared/mailboxes/wiring/stores.ts";
import { acceptedSends, deliveries } from "./stores.ts";
import { wakeUps } from "./send-queue.ts";
import { suppressions } from "#shared/suppressions/wiring/suppressions.ts";
import { unsubscribeLinks } from "#shared/suppressions/wiring/unsubscribe-links.ts";

/** The ports of accepting sends. */
export const accepting = { mailboxes, ips, acceptedSends, suppressions, unsubscribeLinks, wakeUps, clock, ids };

/** The ports of waking the sends of a mailbox. */
export const resuming = { deliveries, wakeUps };
