import { setTimeout as sleep } from "node:timers/promises";
import { oid } from "#shared/platform/mongo/documents.ts";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { mongoSuppressions } from "#shared/suppressions/store/suppressions.ts";
import { deleteMailbox } from "#shared/sending/delete-mailbox.ts";
import { deliverMailbox } from "#shared/sending/deliver/deliver-mailbox.ts";
import type { Send } from "#shared/sending/send.ts";
import { graphPorts } from "#test/support/graph-sending.ts";
import { ring } from "#test/support/account-world.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import type { FaultContext } from "../context.ts";
import type { FaultTest } from "../fault-test.ts";
import { type Mutant, mutate } from "../mutants.ts";
import type { Point } from "../points.ts";
import { recoverAll } from "../recover.ts";
import { compare, remark, type Report, sumOf } from "../report.ts";

type Rig = Awaited<ReturnType<FaultContext["rig"]>>;

/** All are claimed at once. */
const SENDS = 40;
/** Of a worker; from a stop's answer on each lets one email leave, whose look came before. */
const CONNECTIONS = 3;
const DOT_MS = 15;
/** Frozen with 354 heard, before the look and after it. */
const frozenAt: readonly Point[] = ["K6", "K7"];

const metadata = { campaign: "spring" };

/** Cancelling what waits and leaving what is claimed to its worker. */
const cancelWaiting = async (context: FaultContext, sends: readonly Send[]): Promise<void> => {
  const waiting = { _id: { $in: sends.map(({ id }) => oid(id)) }, status: { $in: ["queued", "scheduled"] } } as const;
  await rawSends(await context.connect()).updateMany(waiting, { $set: { status: "cancelled" }, $unset: { dueAt: true } });
};

const stopsIn = (context: FaultContext, rig: Rig, sends: readonly Send[], mutant: Mutant | undefined) => {
  const { userId, id } = rig.mailbox;
  const { mailboxes, deliveries } = rig.ports as Rig["ports"] & { mailboxes: ReturnType<typeof mongoSealedMailboxes> };
  const cancel = async (which: Parameters<Rig["sends"]["cancelMany"]>[1]) =>
    mutant === "cancel leaves what is claimed" ? cancelWaiting(context, sends) : rig.sends.cancelMany(userId, which);
  return {
    "the cap is 0": () => mailboxes.update(userId, id, { maxDailySends: 0 }),
    "the addresses are suppressed": () =>
      mongoSuppressions(context.connect).add(
        userId,
        sends.map(({ toEmail }) => toEmail),
      ),
    "the ids are cancelled": () => cancel({ ids: sends.map((send) => send.id) }),
    "the campaign is cancelled": () => cancel({ metadata }),
    "the mailbox is deleted": () => deleteMailbox({ mailboxes, deliveries, wakeUps: rig.wakeUps }, userId, id),
  } as const;
};
type Stop = keyof ReturnType<typeof stopsIn>;
const kinds = [
  "the cap is 0",
  "the addresses are suppressed",
  "the ids are cancelled",
  "the campaign is cancelled",
  "the mailbox is deleted",
] as const satisfies readonly Stop[];

const EMAIL = "sales@contoso.test";
const GRAPH_SEND = /^POST \/v1\.0\/me\/messages\/[^/]+\/send/;

/** A server, and the mailbox's ports to it: over SMTP, or over Microsoft Graph, where the look comes with the draft complete. */
const serverIn = async (context: FaultContext, overGraph: boolean) => {
  const mailboxes = mongoSealedMailboxes(context.connect, ring);
  if (!overGraph) {
    const smtp = await context.smtp({ script: { dot: { delayMs: DOT_MS } } });
    return { accepted: smtp.accepted, rig: await context.rig({ smtp, ports: { mailboxes } }), mailboxes };
  }
  const graph = await context.graph(EMAIL);
  graph.faults.plant({ on: GRAPH_SEND, does: { delayMs: DOT_MS }, times: SENDS });
  const mailbox = { type: "outlook", email: EMAIL, transportUsed: "graph" } as const;
  const rig = await context.rig({ smtp: { port: 9 }, mailbox, ports: { ...graphPorts(graph.server), mailboxes } });
  return { accepted: graph.accepted, rig, mailboxes, graph: graph.server };
};

const setUp = async (context: FaultContext, overGraph: boolean) => {
  const server = await serverIn(context, overGraph);
  const { rig, mailboxes } = server;
  await mailboxes.insert(rig.mailbox, { smtpPassword: "secret" });
  const emails = Array.from({ length: SENDS }, (_, n) => ({ to: { name: "", email: `p${n}@ext.test` }, metadata }));
  return { ...server, sends: await rig.accept(...emails) };
};
type World = Awaited<ReturnType<typeof setUp>>;

/** Makes the stop, answers how many the server had taken at its answer, and after `rest` ends judges what left since then. */
const judged = async (context: FaultContext, world: World, kind: Stop, mutant: Mutant | undefined, rest: () => Promise<unknown>) => {
  const { accepted, rig, sends, mailboxes } = world;
  await stopsIn(context, rig, sends, mutant)[kind]();
  const atAnswer = accepted.length;
  await rest();
  const left = accepted.length - atAnswer;
  if (kind === "the cap is 0") await mailboxes.update(rig.mailbox.userId, rig.mailbox.id, { maxDailySends: 1_000 });
  const after = await recoverAll(context, rig, sends, mutant);
  const most = 2 * CONNECTIONS;
  return remark(compare(after, accepted), ...(left <= most ? [] : [`${left} left after ${kind}`]));
};

/** Two workers in this process, at any moment. */
const atAnyMoment = async (context: FaultContext, kind: Stop, mutant: Mutant | undefined, overGraph: boolean): Promise<Report> => {
  const world = await setUp(context, overGraph);
  const ports = mutate(world.rig.ports, mutant, context.connect);
  const deliver = () => deliverMailbox(ports, { mailboxId: world.rig.mailbox.id, sendIds: [] });
  const working = Promise.all([deliver(), deliver()]);
  const most = Date.now() + 5_000;
  while (world.accepted.length === 0 && Date.now() < most) await sleep(1);
  await sleep(context.random() * 3 * DOT_MS);
  return judged(context, world, kind, mutant, () => working);
};

/** A worker in a process of its own, frozen between 354 and the intent while the stop is made and answered. */
const whileFrozen = async (context: FaultContext, kind: Stop, point: Point, overGraph: boolean): Promise<Report> => {
  const world = await setUp(context, overGraph);
  const worker = await context.workers.take();
  const stopped = worker.stopped();
  const passage = 1 + Math.floor(context.random() * 6);
  const { rig, graph } = world;
  const running = worker.run({ mailbox: rig.mailbox, isStored: true, graph, fault: { point, passage, signal: "SIGSTOP" } });
  await stopped;
  return judged(context, world, kind, undefined, async () => {
    worker.kill("SIGCONT");
    await running;
    worker.kill("SIGKILL");
  });
};

const runIn = async (context: FaultContext, points: readonly Point[], overGraph: boolean, mutant?: Mutant): Promise<Report> => {
  const reports: Report[] = [];
  for (let round = 0; round < Math.ceil(context.scale / 5); round += 1)
    for (const kind of kinds) {
      reports.push(await atAnyMoment(context, kind, mutant, overGraph));
      for (const point of mutant ? [] : points) reports.push(await whileFrozen(context, kind, point, overGraph));
    }
  return sumOf(reports);
};

/** T26: a stop while emails are claimed, here and by a worker in another process: after its answer no email leaves but those whose look came before. */
export const t26: FaultTest = {
  id: "T26",
  title: "stops while emails are claimed",
  mutants: ["no look before the intent", "cancel leaves what is claimed"],
  run: (context, mutant) => runIn(context, frozenAt, false, mutant),
};

/** T26 over Microsoft Graph, where the draft is complete before the look, and is sent by a call of its own. */
export const t26OverGraph: FaultTest = {
  id: "T26",
  title: "stops while emails are claimed, over Graph",
  mutants: ["no look before the intent"],
  run: (context, mutant) => runIn(context, ["K7"], true, mutant),
};
