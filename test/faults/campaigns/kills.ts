import { setTimeout as sleep } from "node:timers/promises";
import { memorySentFolder } from "#test/support/sending-rig.ts";
import type { FaultContext } from "../context.ts";
import type { FaultTest } from "../fault-test.ts";
import type { Mutant } from "../mutants.ts";
import { type Point, points } from "../points.ts";
import { recoverAll } from "../recover.ts";
import { killWhileDeferred } from "./deferred.ts";
import { killOver } from "./apis.ts";
import { compare, remark, type Report, sumOf } from "../report.ts";

const SENDS = 4;
const BIG = "<p>0123456789 abcdefghijklmnopqrstuvwxyz</p>\n".repeat(70_000);
/** How the send ends at whose passage the worker was killed; the others are always sent. K10 is unknown although the server has it. */
const ends: Readonly<Record<Point, "sent" | "unknown">> = {
  K1: "sent",
  K2: "sent",
  K3: "sent",
  K4: "sent",
  K5: "sent",
  K6: "sent",
  K7: "sent",
  K8: "unknown",
  K9: "unknown",
  K10: "unknown",
  K11: "unknown",
  K12: "sent",
};
/** How long the server holds the moment in which the worker is killed, ms: longer than a loaded machine takes to kill it. */
const HELD_MS = 5_000;
/** Points that are passed once a claim or connection, not once a send. */
const once: ReadonlySet<Point> = new Set(["K1", "K2", "K3", "K4", "K5"]);

/** A worker that was killed at a point, and what is to come of it. */
interface Killed {
  readonly point: Point;
  readonly report: () => Promise<Report>;
}

/** Kills a worker at one point; its report recovers what it left and compares the end with the table. */
const killAt = async (context: FaultContext, point: Point, mutant: Mutant | undefined): Promise<Killed> => {
  const { random } = context;
  const passage = once.has(point) ? 1 : 1 + Math.floor(random() * SENDS);
  const filed = random() < 0.5;
  const held = Array.from({ length: passage - 1 }, () => ({}));
  const smtp = await context.smtp({
    script: {
      ...(point === "K9" && { midBody: [...held, { delayMs: HELD_MS }] }),
      ...(point === "K10" && { dot: [...held, { delayMs: HELD_MS }] }),
    },
  });
  const holds = async (_: unknown, id: string) => filed && smtp.accepted.some(({ messageId }) => messageId === id);
  const rig = await context.rig({ smtp, ports: { sentFolder: { ...memorySentFolder(), contains: holds } } });
  const sends = await rig.accept(...Array.from({ length: SENDS }, () => (point === "K9" ? { bodyHtml: BIG } : {})));
  const worker = await context.workers.take();
  const { signal } = await worker.run({ mailbox: rig.mailbox, fault: { point, passage, signal: "SIGKILL" }, mutant });

  const report = async () => {
    const ended = await recoverAll(context, rig, sends, mutant);
    const found = compare(ended, smtp.accepted);
    const unknown = ends[point] === "unknown" && !(filed && (point === "K10" || point === "K11")) ? 1 : 0;
    const sent = ended.filter(({ status }) => status === "sent").length;
    return remark(
      found,
      ...(signal === "SIGKILL" ? [] : [`${point}: the worker was not killed there`]),
      ...(found.unknown === unknown ? [] : [`${point}: ${found.unknown} unknown instead of ${unknown}`]),
      ...(sent === SENDS - unknown ? [] : [`${point}: ${sent} of ${SENDS - unknown} sent`]),
    );
  };
  return { point, report };
};

/** T1: a worker killed by SIGKILL at each of twelve points; afterwards everything has ended as the table says, nothing twice. */
export const t01: FaultTest = {
  id: "T1",
  title: "worker killed at 12 points",
  mutants: ["recovery re-queues an intent", "intent before the connection", "intent after the final dot"],
  run: async (context, mutant) => {
    const rounds = Array.from({ length: mutant ? 1 : 2 * context.scale });
    const within: Killed[] = [];
    const reports: Report[] = [];
    const since = Date.now();
    if (!mutant) for (const _ of rounds) within.push(await killAt(context, "K2", mutant));
    const others = mutant ? (["K6", "K8", "K10", "K11"] as const) : points.filter((point) => point !== "K2");
    for (const _ of rounds) for (const point of others) reports.push(await (await killAt(context, point, mutant)).report());
    // Killed within its transaction: until the server ends that, the mailbox cannot be claimed.
    if (within.length > 0) await sleep(Math.max(0, since + context.deadTransactionMs - Date.now()));
    for (const { report } of within) reports.push(await report());
    return sumOf(reports);
  },
};

/** T1's other half: a worker killed while it tries one recipient alone again, and while it sends over Graph. */
export const t01Others: FaultTest = {
  id: "T1",
  title: "worker killed over Graph, and for one recipient alone",
  mutants: ["a deferred intent names nobody", "the intent does not name the draft", "a known draft is made anew"],
  run: async (context, mutant) => {
    if (mutant === "a deferred intent names nobody") return sumOf(await killWhileDeferred(context, mutant));
    const overGraph = await killOver(context, "graph", mutant);
    return sumOf(mutant ? overGraph : [...overGraph, ...(await killWhileDeferred(context))]);
  },
};
