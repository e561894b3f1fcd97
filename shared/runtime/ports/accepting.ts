import { clock, ids } from "../system.ts";
import { ips } from "./ips.ts";
import { mailboxes } from "./mailboxes.ts";
import { acceptedSends } from "./accepted-sends.ts";
import { wakeUps } from "./send-queue.ts";
import { suppressions } from "./suppressions.ts";
import { unsubscribeLinks } from "./unsubscribe-links.ts";

/** The ports of accepting sends. */
export const accepting = { mailboxes, ips, acceptedSends, suppressions, unsubscribeLinks, wakeUps, clock, ids };
