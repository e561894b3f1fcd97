import { endSnoozes, reconcileThreads, type ReconcilePorts } from "#shared/threads/reconcile-threads.ts";
import { publishForgotten, type ForgottenPorts } from "#shared/events/publish.ts";
import { indexMessages, type IndexPorts, continuePurges, type PurgePorts } from "#shared/inbox/purge-mailbox.ts";
import { countForgotten, type CountPorts } from "#shared/metrics/count-up.ts";
import { sweep as sweepSends, type SweepPorts as SweepSendsPorts, type CopySweepPorts, sweepCopies } from "#shared/sending/wake/sweep.ts";
import { recheckDns, type RecheckDnsPorts } from "#shared/mailboxes/dns/check-dns.ts";
import { wakeWorlds, type WakeWorldsPorts } from "#shared/sandbox/drive.ts";
import { settleForgotten, type SettleForgottenPorts } from "#shared/sequences/change.ts";
import type { DueStep } from "./due-work.ts";
import type { Log } from "#shared/platform/ports.ts";
import { wakeForgotten, type WakeForgottenPorts } from "#shared/webhooks/deliver-webhook.ts";

/** The dependencies of the steps that also run in a test world. */
export type SweepWorldPorts = SweepSendsPorts &
  SettleForgottenPorts &
  ForgottenPorts &
  CopySweepPorts &
  ReconcilePorts &
  PurgePorts &
  WakeForgottenPorts &
  IndexPorts &
  CountPorts;

/** The dependencies of all steps. */
export type SweepPorts = SweepWorldPorts & RecheckDnsPorts & { readonly sandbox: WakeWorldsPorts };

type Steps<Name extends string, P> = Readonly<Record<Name, (ports: P) => Promise<unknown>>>;

/** A step of the sweeper. What the people of a test world do is nobody's; mailboxes whose turn it is are queued by start-sync. */
type Step = Exclude<DueStep, "clicks" | "pulls">;

/** The work of each minute: due work whose wake-up was lost, and work that a dead worker held. */
const worldSteps: Steps<Step, SweepWorldPorts> = {
  snoozes: endSnoozes,
  sends: sweepSends,
  copies: sweepCopies,
  sequences: settleForgotten,
  events: (ports) => publishForgotten(ports),
  threads: reconcileThreads,
  purges: continuePurges,
  webhooks: wakeForgotten,
  search: indexMessages,
  metrics: countForgotten,
};

/** The same steps, with the checks of old DNS records and of test worlds in which work is due. */
const steps: Steps<Step | "dns" | "worlds", SweepPorts> = {
  ...worldSteps,
  dns: recheckDns,
  worlds: ({ sandbox }) => wakeWorlds(sandbox),
};

const isStep = (name: string): name is Step => Object.hasOwn(worldSteps, name);

/** Runs every step, even when others fail, and logs each failure by the step's name; returns how many failed. */
const runAll = async <P extends { readonly log: Log }>(all: Steps<string, P>, ports: P): Promise<number> => {
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

/** Does for the current test world what the sweeper does for live mail: everything, or the step with this name. */
export const sweepWorld = async (ports: SweepWorldPorts, name?: string): Promise<void> => {
  const all = name !== undefined && isStep(name) ? { [name]: worldSteps[name] } : worldSteps;
  await runAll(all, ports);
};
