import { reconcileThreads, type ReconcilePorts } from "./conversations/reconcile-threads.ts";
import { publishForgotten, type ForgottenPorts } from "./events/publish.ts";
import { indexMessages, type IndexPorts } from "./inbox/index-messages.ts";
import { goOnPurging, type PurgePorts } from "./inbox/purge-mailbox.ts";
import { countForgotten, type CountPorts } from "./metrics/count-up.ts";
import { sweep as sweepSends, type SweepPorts as SweepSendsPorts } from "./sending/wake/sweep.ts";
import { recheckDns, type RecheckDnsPorts } from "./mailboxes/dns/check-dns.ts";
import { type CopySweepPorts, sweepCopies } from "./sending/wake/sweep-copies.ts";
import { wakeForgotten, type WakeForgottenPorts } from "./webhooks/deliver-webhook.ts";

/** The ports of all steps. */
export type SweepPorts = SweepSendsPorts &
  ForgottenPorts &
  CopySweepPorts &
  ReconcilePorts &
  PurgePorts &
  WakeForgottenPorts &
  IndexPorts &
  CountPorts &
  RecheckDnsPorts;

/** What is made up for each minute: what is due and was forgotten, what a dead worker held, and old checks of DNS records. */
const steps: Readonly<Record<string, (ports: SweepPorts) => Promise<unknown>>> = {
  sends: sweepSends,
  events: publishForgotten,
  copies: sweepCopies,
  threads: reconcileThreads,
  purges: goOnPurging,
  webhooks: wakeForgotten,
  search: indexMessages,
  metrics: countForgotten,
  dns: recheckDns,
};

/**
 * Runs every step, even when others fail, and logs each failure by the step's name. "swept" is logged last and only when all steps succeeded; an
 * alarm rings when it is missing.
 */
export const sweep = async (ports: SweepPorts): Promise<void> => {
  let failed = 0;
  for (const [step, run] of Object.entries(steps)) {
    try {
      await run(ports);
    } catch (error) {
      failed += 1;
      ports.log.error("sweep step failed", { step, error });
    }
  }
  if (failed === 0) ports.log.info("swept");
};
