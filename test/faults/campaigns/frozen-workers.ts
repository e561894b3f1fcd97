import { setTimeout as sleep } from "node:timers/promises";
import type { FaultContext } from "../context.ts";
import type { FaultTest } from "../fault-test.ts";
import type { Mutant } from "../mutants.ts";
import type { Point } from "../points.ts";
import { recoverAll } from "../recover.ts";
import { compare, remark, type Report, sumOf } from "../report.ts";
import { readFeeds } from "../published-events.ts";

const SENDS = 3;
/** The frozen worker's lease, ms: it ends while the worker is frozen, by itself. */
const LEASE_MS = 1_000;
/** Frozen before the intent the worker sends nothing afterwards; frozen later, its own 250 may still win. */
const frozenAt: readonly Point[] = ["K3", "K4", "K5", "K6", "K7", "K8", "K10", "K11"];

const freezeAt = async (context: FaultContext, point: Point, mutant: Mutant | undefined): Promise<Report> => {
  const smtp = await context.smtp({ script: point === "K10" ? { dot: [{ delayMs: 300 }] } : {} });
  const rig = await context.rig({ smtp });
  const sends = await rig.accept(...Array.from({ length: SENDS }, () => ({})));
  const worker = await context.workers.take();
  const stopped = worker.stopped();
  const running = worker.run({ mailbox: rig.mailbox, leaseMs: LEASE_MS, fault: { point, passage: 1, signal: "SIGSTOP" }, mutant });
  await stopped;
  await sleep(1.5 * LEASE_MS);
  await rig.ports.deliveries.recover();
  const kept = (await context.readAll(sends)).filter(({ leaseToken }) => leaseToken !== undefined).length;
  const ended = await recoverAll(context, rig, sends, mutant);
  const unknown = ended.filter(({ status }) => status === "failed").length;
  worker.kill("SIGCONT");
  await running;
  const after = await context.readAll(sends);
  worker.kill("SIGKILL");
  // The late 250 is told too.
  await readFeeds(context, after);

  const report = compare(after, smtp.accepted);
  const late = ["K8", "K10", "K11"].includes(point);
  const improved = unknown - after.filter(({ status }) => status === "failed").length;
  return remark(
    report,
    ...(unknown === (late ? 1 : 0) ? [] : [`${point}: ${unknown} given up while the worker was frozen`]),
    ...(kept === 0 || mutant ? [] : [`${point}: ${kept} leases outlived their worker`]),
    ...(improved === unknown ? [] : [`${point}: a late 250 did not win`]),
  );
};

/** T22: a worker frozen by SIGSTOP until another has taken its lease and finished, then continued: nothing is sent twice, and a late 250 wins. */
export const t22: FaultTest = {
  id: "T22",
  title: "worker frozen until its lease is lost",
  mutants: ["intent ignores the lease"],
  run: async (context, mutant) => {
    const reports: Report[] = [];
    const some = mutant ? (["K4", "K6"] as const) : frozenAt;
    for (let round = 0; round < (mutant ? 1 : context.scale); round += 1)
      for (const point of some) reports.push(await freezeAt(context, point, mutant));
    return sumOf(reports);
  },
};
