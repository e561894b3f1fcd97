import { reconcileThreads, type ReconcilePorts } from "#shared/threads/reconcile-threads.ts";
import { publishForgotten, type ForgottenPorts } from "#shared/events/publish.ts";
import { indexMessages, type IndexPorts, goOnPurging, type PurgePorts } from "#shared/inbox/purge-mailbox.ts";
import { countForgotten, type CountPorts } from "#shared/metrics/count-up.ts";
import { sweep as sweepSends, type SweepPorts as SweepSendsPorts, type CopySweepPorts, sweepCopies } from "#shared/sending/wake/sweep.ts";
import { recheckDns, type RecheckDnsPorts } from "#shared/mailboxes/dns/check-dns.ts";
import { wakeWorlds, type WakeWorldsPorts } from "#shared/sandbox/drive.ts";
import { settleForgotten, type SettleForgottenPorts } from "#shared/sequences/change.ts";
import type { Log } from "#shared/platform/ports.ts";
import { wakeForgotten, type WakeForgottenPorts } from "#shared/webhooks/deliver-webhook.ts";

/** The ports of the steps that also run in a test world. */
export type SweepWorldPorts = SweepSendsPorts &
  SettleForgottenPorts &
  ForgottenPorts &
  CopySweepPorts &
  ReconcilePorts &
  PurgePorts &
  WakeForgottenPorts &
  IndexPorts &
  CountPorts;

/** The ports of all steps. */
export type SweepPorts = SweepWorldPorts & RecheckDnsPorts & { readonly sandbox: WakeWorldsPorts };

/** The work of each minute: due work whose wake-up was lost, and work that a dead worker held. */
const worldSteps: Steps<SweepWorldPorts> = {
  sends: sweepSends,
  sequences: settleForgotten,
  events: (ports) => publishForgotten(ports),
  copies: sweepCopies,
  threads: reconcileThreads,
  purges: goOnPurging,
  webhooks: wakeForgotten,
  search: indexMessages,
  metrics: countForgotten,
};

/** The same steps, with the checks of old DNS records and of test worlds in which work is due. */
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

/** Runs every step, even when others fail. "swept" is logged last, and only when all steps succeeded; an alarm rings when it is missing. */
export const sweep = async (ports: SweepPorts): Promise<void> => {
  if ((await runAll(steps, ports)) === 0) ports.log.info("swept");
};

/** Does for the current test world what the sweeper does for live mail. */
export const sweepWorld = async (ports: SweepWorldPorts): Promise<void> => void (await runAll(worldSteps, ports));
