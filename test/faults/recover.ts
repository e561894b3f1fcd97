import { setTimeout as sleep } from "node:timers/promises";
import { deliverMailbox } from "#shared/domain/sending/deliver/deliver-mailbox.ts";
import type { Send } from "#shared/domain/sending/send.ts";
import type { FaultContext } from "./context.ts";
import { readFeeds } from "./told.ts";
import { type Mutant, mutate, mutateRecovery } from "./mutants.ts";

type Rig = Awaited<ReturnType<FaultContext["rig"]>>;

const ROUNDS = 14;
const live = new Set(["queued", "scheduled", "processing"]);

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

/** Sweeps and delivers, with leases and delays run out, until every send has ended or nothing moves any more; answers them as they ended. */
export const recoverAll = async (context: FaultContext, rig: Rig, sends: readonly Send[], mutant?: Mutant): Promise<readonly Send[]> => {
  const deliveries = mutateRecovery(rig.ports.deliveries, mutant, context.connect);
  const ports = mutate(rig.ports, mutant, context.connect);
  for (let round = 0; ; round += 1) {
    const now = await context.readAll(sends);
    if (round === ROUNDS || !now.some(({ status }) => live.has(status))) {
      await withDeadTransactions(context, () => readFeeds(context, now));
      return now;
    }
    await withDeadTransactions(context, async () => {
      await context.age(rig.mailbox.id);
      await deliveries.recover();
      await deliverMailbox(ports, { mailboxId: rig.mailbox.id, sendIds: [] });
    });
  }
};
