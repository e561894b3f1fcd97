import { setTimeout as sleep } from "node:timers/promises";
import { deliverMailbox } from "#shared/sending/deliver/deliver-mailbox.ts";
import type { Waiting } from "#shared/sending/ports/wake-ups.ts";
import type { Send } from "#shared/sending/send.ts";
import { FORGOTTEN_AFTER_MS } from "#shared/sending/waiting.ts";
import { planWakes } from "#shared/sending/wake/plan-wakes.ts";
import { sweep } from "#shared/sending/wake/sweep.ts";
import type { FaultContext } from "./context.ts";
import { readFeeds } from "./published-events.ts";
import { type Mutant, mutate, mutateRecovery } from "./mutants.ts";

type Rig = Awaited<ReturnType<FaultContext["rig"]>>;

/** So often what was woken is delivered at most. */
const ROUNDS = 60;
/** The sweeper comes so long after what it takes for forgotten is, ms. */
const A_MOMENT_MS = 1_000;
/** A sent one that is due has recipients whom the server put off. */
const isLive = ({ status, dueAt }: Send) => ["queued", "scheduled", "processing"].includes(status) || dueAt !== undefined;

/** Repeats what fails while the transaction of a killed worker still locks its documents. */
const withDeadTransactions = async (context: FaultContext, work: () => Promise<void>): Promise<void> => {
  const deadline = Date.now() + 2 * context.deadTransactionMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(500);
    }
  }
};

/** Delivers what was woken, each at its time. */
const deliverWoken = async (context: FaultContext, rig: Rig, ports: Rig["ports"], woken: readonly Waiting[]): Promise<void> => {
  const wakes = planWakes(woken, ports.clock.now()).toSorted((one, other) => one.delaySeconds - other.delaySeconds);
  let passedMs = 0;
  for (const { job, delaySeconds } of wakes) {
    // A far time is the scheduler's, or the sweeper's.
    if (job.job !== "deliver" || job.mailboxId !== rig.mailbox.id) continue;
    await context.pass(rig.mailbox.id, Math.max(0, delaySeconds * 1_000 - passedMs));
    passedMs = Math.max(passedMs, delaySeconds * 1_000);
    await deliverMailbox(ports, { mailboxId: job.mailboxId, sendIds: job.sendIds });
  }
};

/** Lets time pass, sweeps, and delivers what sweeper and workers wake, until every send has ended or nothing moves any more; answers them as they ended. */
export const recoverAll = async (context: FaultContext, rig: Rig, sends: readonly Send[], mutant?: Mutant): Promise<readonly Send[]> => {
  const woken: Waiting[] = [];
  const wakeUps = { wake: async (sends: readonly Waiting[]) => void woken.push(...sends) };
  const deliveries = mutateRecovery(rig.ports.deliveries, mutant, context.connect);
  const ports = { ...mutate(rig.ports, mutant, context.connect), wakeUps };
  for (let round = 0; ; round += 1) {
    const now = await context.readAll(sends);
    if (round === ROUNDS || !now.some(isLive)) {
      await withDeadTransactions(context, () => readFeeds(context, now));
      return now;
    }
    await withDeadTransactions(context, async () => {
      if (woken.length === 0) {
        const dueInMs = await context.untilDue(rig.mailbox.id);
        if (dueInMs !== undefined) await context.pass(rig.mailbox.id, dueInMs + FORGOTTEN_AFTER_MS + A_MOMENT_MS);
        await sweep({ ...ports, deliveries, wakeUps });
      }
      await deliverWoken(context, rig, ports, woken.splice(0));
    });
  }
};
