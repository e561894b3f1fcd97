import { setTimeout as sleep } from "node:timers/promises";
import { oid } from "#shared/platform/mongo/documents.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import type { FaultContext } from "../context.ts";
import type { FaultTest } from "../fault-test.ts";
import type { Mutant } from "../mutants.ts";
import { recoverAll } from "../recover.ts";
import { compare, remark } from "../report.ts";

const SENDS = 8;

type Rig = Awaited<ReturnType<FaultContext["rig"]>>;
type Cancel = Rig["sends"]["cancel"];

/** How often the mutant looks whether the worst moment for its second step has come. */
const LOOKS = 200;

/** Cancelling in two steps: what the conditional write is there against. */
const twoSteps =
  (context: FaultContext, rig: Rig): Cancel =>
  async (userId, id) => {
    const found = await rig.sends.find(userId, id);
    if (found?.status !== "queued" && found?.status !== "scheduled") return undefined;
    for (let look = 0; look < LOOKS && (await rig.sends.find(userId, id))?.stage !== "intent"; look += 1) await sleep(2);
    await rawSends(await context.connect()).updateOne({ _id: oid(id) }, { $set: { status: "cancelled" }, $unset: { dueAt: true } });
    return { ...found, status: "cancelled" };
  };

/** T8: cancel, claim and a schedule's fire at the same moment: a cancel that was answered with 200 means that nothing was or will be sent. */
export const t08: FaultTest = {
  id: "T8",
  title: "cancel against claim against fire",
  mutants: ["cancel is find, then update"],
  run: async (context, mutant?: Mutant) => {
    const smtp = await context.smtp({ script: { dot: { delayMs: 15 } } });
    const ended = [];
    const remarks: string[] = [];
    for (let round = 0; round < 15 * context.scale; round += 1) {
      const rig = await context.rig({ smtp });
      const sends = await rig.accept(
        ...Array.from({ length: SENDS }, (_, index) => (index % 2 ? { scheduledAt: new Date(Date.now() + 30) } : {})),
      );
      await new Promise((done) => setTimeout(done, 31 + context.random() * 4));
      const later = async (work: () => Promise<void>) => {
        await new Promise((done) => setTimeout(done, context.random() * 12));
        await work();
      };
      const cancel: Cancel = mutant ? twoSteps(context, rig) : (userId, id) => rig.sends.cancel(userId, id);
      // In two steps a cancel waits for the claim's transaction, and the pool has five connections.
      const cancelling = sends.slice(0, mutant ? 3 : SENDS).map(async (send) => {
        await new Promise((done) => setTimeout(done, context.random() * 12));
        return (await cancel(rig.mailbox.userId, send.id)) ? send.id : "";
      });
      const [won] = await Promise.all([
        Promise.all(cancelling),
        later(() => rig.deliver()),
        later(() => rig.deliver(sends.map(({ id }) => id))),
      ]);
      const after = await recoverAll(context, rig, sends);
      ended.push(...after);
      const seen = new Set(smtp.accepted.map(({ messageId }) => messageId));
      for (const send of after) {
        const cancelled = won.includes(send.id);
        if (cancelled && seen.has(send.messageId)) remarks.push(`${send.id} was sent although its cancel won`);
        if (cancelled !== (send.status === "cancelled")) remarks.push(`${send.id} is ${send.status}, cancel ${cancelled ? "won" : "lost"}`);
      }
    }
    return remark(compare(ended, smtp.accepted), ...remarks);
  },
};
