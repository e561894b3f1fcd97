import { setTimeout as sleep } from "node:timers/promises";
import type { FaultTest } from "../fault-test.ts";
import { recoverAll } from "../recover.ts";
import { compare, remark } from "../report.ts";

const WORKERS = 4;
const LEASE_MS = 1_000;
const SENDS_PER_MAILBOX = 75;
const MAILBOXES = 4;

/** T2: four workers on four mailboxes, one of them killed at a random time again and again, with a sweeper that takes expired leases. */
export const t02: FaultTest = {
  id: "T2",
  title: "workers killed at random times",
  mutants: [],
  run: async (context) => {
    const { random } = context;
    const smtp = await context.smtp({ script: { dot: { delayMs: 40 } } });
    const rigs = await Promise.all(Array.from({ length: MAILBOXES }, () => context.rig({ smtp, leaseMs: LEASE_MS })));
    const kills = { left: 12 * context.scale };
    const perMailbox = Math.min(1000, SENDS_PER_MAILBOX * context.scale);
    const accepted = await Promise.all(rigs.map((rig) => rig.accept(...Array.from({ length: perMailbox }, () => ({})))));
    const deadline = Date.now() + 20_000 * Math.max(1, context.scale / 2);
    const sweeping = { on: true };
    const sweeper = (async () => {
      while (sweeping.on) {
        await rigs[0]?.ports.deliveries.recover();
        await sleep(200);
      }
    })();
    const work = async () => {
      let worker = await context.workers.take();
      while (kills.left > 0 && Date.now() < deadline) {
        const rig = rigs[Math.floor(random() * rigs.length)]!;
        const killing = random() < 0.7;
        const running = worker.run({ mailbox: rig.mailbox, leaseMs: LEASE_MS });
        if (killing) {
          await sleep(random() * 500);
          worker.kill("SIGKILL");
          kills.left -= 1;
        }
        await running;
        if (killing) worker = await context.workers.take();
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
    sweeping.on = false;
    await sweeper;
    const ended = [];
    for (const [index, rig] of rigs.entries()) ended.push(...(await recoverAll(context, rig, accepted[index]!)));
    const stopped = ended.filter(({ lastError }) => lastError.startsWith("its worker crashed")).length;
    return remark(
      compare(ended, smtp.accepted),
      ...(stopped > ended.length / 10 ? [`${stopped} sends failed: their workers were killed each time`] : []),
    );
  },
};
