import { reconcileThreads, type ReconcilePorts } from "./conversations/reconcile-threads.ts";
import { publishForgotten, type ForgottenPorts } from "./events/publish.ts";
import { indexMessages, type IndexPorts } from "./inbox/index-messages.ts";
import { goOnPurging, type PurgePorts } from "./inbox/purge-mailbox.ts";
import { countForgotten, type CountPorts } from "./metrics/count-up.ts";
import { sweep as sweepSends, type SweepPorts as SweepSendsPorts } from "./sending/wake/sweep.ts";
import { recheckDns, type RecheckDnsPorts } from "./mailboxes/dns/check-dns.ts";
import { wakeWorlds, type WakeWorldsPorts } from "./sandbox/wake-worlds.ts";
import { type CopySweepPorts, sweepCopies } from "./sending/wake/sweep-copies.ts";
import type { Log } from "./ports.ts";
import { wakeForgotten, type WakeForgottenPorts } from "./webhooks/deliver-webhook.ts";

/** The ports of the steps that a test world has too. */
export type SweepWorldPorts = SweepSendsPorts &
  ForgottenPorts &
  CopySweepPorts &
  ReconcilePorts &
  PurgePorts &
  WakeForgottenPorts &
  IndexPorts &
  CountPorts;

/** The ports of all steps. */
export type SweepPorts = SweepWorldPorts & RecheckDnsPorts & { readonly sandbox: WakeWorldsPorts };

/** What is made up for each minute: what is due and was forgotten, and what a dead worker held. */
const worldSteps: Steps<SweepWorldPorts> = {
  sends: sweepSends,
  events: (ports) => publishForgotten(ports),
  copies: sweepCopies,
  threads: reconcileThreads,
  purges: goOnPurging,
  webhooks: wakeForgotten,
  search: indexMessages,
  metrics: countForgotten,
};

/** The same, old checks of DNS records, and test worlds in which something is due. */
const steps: Steps<SweepPorts> = {
  ...worldSteps,
  dns: recheckDns,
  worlds: ({ sandbox }) => wakeWorlds(sandbox),
};

type Steps<P> = Readonly<Record<string, (ports: P) => Promise<unknown>>>;

/** Runs every step, even when others fail, and logs each failure by the step's name; returns how many failed. */
const runAll = async <P extends { readonly log: Log }>(all: Steps<P>, ports: P): Promise<number> => {
  let failed = 0;
  for (const [step, run] of Object.entries(all)) {
    try {
      await run(ports);
    } catch (error) {
      failed += 1;
      ports.log.error("sweep step failed", { step, error });
    }
  }
  return failed;
};

/** Runs every step, even when others fail. "swept" is logged last and only when all steps succeeded; an alarm rings when it is missing. */
export const sweep = async (ports: SweepPorts): Promise<void> => {
  if ((await runAll(steps, ports)) === 0) ports.log.info("swept");
};

/** Does for the current test world what the sweeper does for live mail. */
export const sweepWorld = async (ports: SweepWorldPorts): Promise<void> => void (await runAll(worldSteps, ports));
