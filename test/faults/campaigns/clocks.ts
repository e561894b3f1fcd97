import { setTimeout as sleep } from "node:timers/promises";
import type { Send } from "#shared/sending/send.ts";
import type { FaultTest } from "../fault-test.ts";
import { compare, remark, type Report, sumOf } from "../report.ts";

const TEN_MINUTES_MS = 600_000;
/** How long the right worker waits for the reply to its first dot, ms: the wrong one comes meanwhile. */
const HELD_MS = 1_500;

/** T10: the worker's clock ten minutes wrong, the database's right: nothing leaves early, no lease is stolen, what is due leaves all the same. */
export const t10: FaultTest = {
  id: "T10",
  title: "workers with wrong clocks",
  mutants: ["claim ignores the state"],
  run: async (context, mutant) => {
    const reports: Report[] = [];
    for (let round = 0; round < 2 * context.scale; round += 1) {
      for (const clockSkewMs of [-TEN_MINUTES_MS, TEN_MINUTES_MS]) {
        const smtp = await context.smtp({ script: { dot: [{ delayMs: HELD_MS }] } });
        const rig = await context.rig({ smtp });
        const due = await rig.accept({}, {});
        const [later] = await rig.accept({ scheduledAt: new Date(Date.now() + 300_000) });
        const [right, wrong] = [await context.workers.take(), await context.workers.take()];
        const first = right.run({ mailbox: rig.mailbox });
        const isUnderWay = ({ stage, status }: Send) => stage === "intent" || status === "sent";
        while (!(await context.readAll(due)).some(isUnderWay)) await sleep(10);
        await rig.ports.deliveries.recover();
        await Promise.all([first, wrong.run({ mailbox: rig.mailbox, clockSkewMs, mutant })]);
        const [early] = await context.readAll([later!]);
        const ended = await context.readAll(due);
        reports.push(
          remark(
            compare(ended, smtp.accepted),
            ...(early?.status === "scheduled" ? [] : [`a send due in five minutes is ${early?.status}`]),
            ...(smtp.accepted.length === 2 ? [] : [`${smtp.accepted.length} of 2 accepted`]),
          ),
        );
        right.kill("SIGKILL");
        wrong.kill("SIGKILL");
      }
    }
    return sumOf(reports);
  },
};
