import { clock, ids } from "#shared/platform/system.ts";
import { connect } from "#shared/platform/wiring/database.ts";
import { mongoIps, mongoMailboxes } from "#shared/mailboxes/store/mailboxes.ts";
import { mongoAcceptedSends } from "../store/accepted-sends.ts";
import { mongoDeliveries } from "../store/deliveries.ts";
import { wakeUps } from "./send-queue.ts";
import { mongoSuppressed } from "#shared/suppressions/store/suppressed.ts";
import { publishEvents } from "#shared/events/publish.ts";
import type { AcceptPorts } from "../accept/accept.ts";
import type { ChoosePorts } from "../accept/choose-mailbox.ts";
import { log } from "#shared/platform/log.ts";
import { unsubscribeLinks } from "#shared/suppressions/wiring/unsubscribe-links.ts";

/** Publishes the events of held emails; loaded on first use, because most emails are not held. */
const publishHeld = async (sendIds: readonly string[]): Promise<unknown> =>
  publishEvents({ eventOutbox: (await import("#shared/events/wiring.ts")).eventOutbox, log }, "sends", sendIds);

/** Counts what `max_contacts` refuses; loaded on first use, because most emails are not refused. */
const countContacted = async (userId: string, refused: Parameters<NonNullable<AcceptPorts["countContacted"]>>[1]): Promise<void> => {
  try {
    const [{ metrics }, { countContacted: count }] = await Promise.all([
      import("#shared/metrics/wiring.ts"),
      import("#shared/metrics/count-contacted.ts"),
    ]);
    await count({ metrics, clock }, userId, refused);
  } catch (error) {
    log.warn("refused contacts not counted", { userId, count: refused.length, error });
  }
};

/** What choosing a mailbox among several reads; loaded on first use, because most emails name one. */
const choosing = async (): Promise<ChoosePorts> => (await import("./choosing.ts")).choosing;

/**
 * The dependencies of accepting sends. The stores are opened here and not imported from stores.ts, so that a start does not load the stores that only
 * choosing a mailbox reads.
 */
export const accepting = {
  mailboxes: /* @__PURE__ */ mongoMailboxes(connect),
  ips: /* @__PURE__ */ mongoIps(connect),
  acceptedSends: /* @__PURE__ */ mongoAcceptedSends(connect),
  suppressions: /* @__PURE__ */ mongoSuppressed(connect),
  unsubscribeLinks,
  wakeUps,
  choosing,
  publishHeld,
  countContacted,
  clock,
  ids,
};

/** The dependencies of waking the sends of a mailbox. */
export const resuming = { deliveries: /* @__PURE__ */ mongoDeliveries(connect), wakeUps };
