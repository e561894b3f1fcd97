import { clock, ids } from "#shared/platform/system.ts";
import { ips, mailboxes } from "#shared/mailboxes/wiring/stores.ts";
import { acceptedSends, deliveries } from "./stores.ts";
import { wakeUps } from "./send-queue.ts";
import { suppressions } from "#shared/suppressions/wiring/suppressions.ts";
import { publishEvents } from "#shared/events/publish.ts";
import type { ChoosePorts } from "../accept/choose-mailbox.ts";
import { log } from "#shared/platform/log.ts";
import { unsubscribeLinks } from "#shared/suppressions/wiring/unsubscribe-links.ts";

/** Publishes the events of held emails; loaded on first use, because most emails are not held. */
const publishHeld = async (sendIds: readonly string[]): Promise<unknown> =>
  publishEvents({ eventOutbox: (await import("#shared/events/wiring.ts")).eventOutbox, log }, "sends", sendIds);

/** What choosing a mailbox among several reads; loaded on first use, because most emails name one. */
const choosing = async (): Promise<ChoosePorts> => (await import("./choosing.ts")).choosing;

/** The ports of accepting sends. */
export const accepting = { mailboxes, ips, acceptedSends, suppressions, unsubscribeLinks, wakeUps, choosing, publishHeld, clock, ids };

/** The ports of waking the sends of a mailbox. */
export const resuming = { deliveries, wakeUps };
