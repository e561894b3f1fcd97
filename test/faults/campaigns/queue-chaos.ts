import { setTimeout as sleep } from "node:timers/promises";
import { planWakes } from "#shared/sending/wake/plan-wakes.ts";
import type { WakeUps } from "#shared/sending/ports/wake-ups.ts";
import type { FaultContext } from "../context.ts";
import type { FaultTest } from "../fault-test.ts";
import { compare, remark, type Report } from "../report.ts";

/** What a queue does to its messages. */
interface Chaos {
  readonly drop: number;
  readonly duplicate: number;
  readonly delayMs: number;
}

/** A queue that loses, doubles, delays and reorders, and a sweeper every 150 ms. */
const chaosCampaign = async (context: FaultContext, chaos: Chaos, sweeping: boolean): Promise<Report> => {
  const { random } = context;
  const smtp = await context.smtp();
  const waiting: string[] = [];
  const wakeUps: WakeUps = {
    wake: async (sends) => {
      for (const { job, delaySeconds } of planWakes(sends, new Date())) {
        if (job.job !== "deliver" || delaySeconds > 0 || random() < chaos.drop) continue;
        const copies = random() < chaos.duplicate ? 2 : 1;
        for (let copy = 0; copy < copies; copy += 1)
          setTimeout(() => waiting.splice(Math.floor(random() * waiting.length), 0, job.mailboxId), random() * chaos.delayMs);
      }
    },
  };
  const rigs = await Promise.all(Array.from({ length: 4 }, () => context.rig({ smtp, ports: { wakeUps } })));
  const byId = new Map(rigs.map((rig) => [rig.mailbox.id, rig]));
  const running = { on: true };
  const worker = async () => {
    while (running.on) {
      const next = waiting.pop();
      if (next === undefined) await sleep(5);
      else await byId.get(next)?.deliver();
    }
  };
  const sweeper = async () => {
    while (running.on) {
      await sleep(150);
      const mine = new Set(byId.keys());
      for (const { mailboxId } of (await rigs[0]!.ports.deliveries.forgotten(200)).found) if (mine.has(mailboxId)) waiting.push(mailboxId);
    }
  };
  const crew = [worker(), worker(), worker(), ...(sweeping ? [sweeper()] : [])];
  const accepted = [];
  for (let round = 0; round < 3; round += 1) {
    for (const rig of rigs) {
      const sends = await rig.accept(...Array.from({ length: 25 }, () => ({})));
      await wakeUps.wake(sends);
      accepted.push(...sends);
    }
    await sleep(50);
  }
  const deadline = Date.now() + (sweeping ? 90_000 : 2_000);
  let ended = await context.readAll(accepted);
  while (ended.some(({ status }) => status !== "sent") && Date.now() < deadline) {
    await sleep(100);
    ended = await context.readAll(accepted);
  }
  running.on = false;
  await Promise.all(crew);
  const left = ended.filter(({ status }) => status !== "sent").length;
  return remark(compare(ended, smtp.accepted), ...(left === 0 ? [] : [`${left} sends were forgotten`]));
};

/** T5: wake-ups doubled, reordered, late and lost. */
export const t05: FaultTest = {
  id: "T5",
  title: "queue doubles, reorders, delays and drops",
  mutants: [],
  run: (context) => chaosCampaign(context, { drop: 0.1, duplicate: 0.3, delayMs: 150 }, true),
};

/** T6: no wake-up arrives at all; the sweeper alone is enough. */
export const t06: FaultTest = {
  id: "T6",
  title: "queue down, sweeper only",
  mutants: ["no sweeper"],
  run: (context, mutant) => chaosCampaign(context, { drop: 1, duplicate: 0, delayMs: 0 }, mutant === undefined),
};
