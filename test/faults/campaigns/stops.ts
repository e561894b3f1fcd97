import { setTimeout as sleep } from "node:timers/promises";
import { oid } from "#shared/platform/mongo/documents.ts";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { mongoSuppressions } from "#shared/suppressions/store/suppressions.ts";
import { deleteMailbox } from "#shared/sending/delete-mailbox.ts";
import { deliverMailbox } from "#shared/sending/deliver/deliver-mailbox.ts";
import type { Send } from "#shared/sending/send.ts";
import { apiPorts } from "#test/support/api-sending.ts";
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

/** The copy of an email. */
const copyOf = ({ toEmail }: Pick<Send, "toEmail">): string => toEmail.replace("@", "-copy@");

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
        sends.flatMap((send) => [send.toEmail, copyOf(send)]),
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
  const graph = await context.api("graph", EMAIL);
  graph.faults.plant({ on: GRAPH_SEND, does: { delayMs: DOT_MS }, times: SENDS });
  const mailbox = { type: "outlook", email: EMAIL, transportUsed: "graph" } as const;
  const rig = await context.rig({ smtp: { port: 9 }, mailbox, ports: { ...apiPorts(graph.server), mailboxes } });
  return { accepted: graph.accepted, rig, mailboxes, api: graph.server };
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
  const { rig, api } = world;
  const running = worker.run({ mailbox: rig.mailbox, isStored: true, api, fault: { point, passage, signal: "SIGSTOP" } });
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

/** Of a worker that tries deferred recipients again. */
const RETRYING = 1;
/** A cancelled campaign takes back what waits; retries end for sends that are named. */
const retryStops = kinds.filter((kind) => kind !== "the campaign is cancelled");

/** Emails that all have left, each with a copy that its server put off and that is due again. */
const setUpRetries = async (context: FaultContext) => {
  const smtp = await context.smtp({ script: { dot: { delayMs: DOT_MS } } });
  const mailboxes = mongoSealedMailboxes(context.connect, ring);
  const rig = await context.rig({ smtp, ports: { mailboxes } });
  await mailboxes.insert(rig.mailbox, { smtpPassword: "secret" });
  const emails = Array.from({ length: SENDS }, (_, n) => {
    const toEmail = `p${n}@ext.test`;
    return { to: { name: "", email: toEmail }, bcc: [{ name: "", email: copyOf({ toEmail }) }], metadata };
  });
  const sends = await rig.accept(...emails);
  await deliverMailbox(rig.ports, { mailboxId: rig.mailbox.id, sendIds: [] });
  const documents = rawSends(await context.connect());
  for (const send of sends) {
    const deferred = [{ email: copyOf(send), reply: "450 4.7.1 greylisted" }];
    await documents.updateOne({ _id: oid(send.id) }, { $set: { deferred, dueAt: new Date(Date.now() - 1) } });
  }
  return { accepted: smtp.accepted, rig, mailboxes, sends, first: smtp.accepted.splice(0) };
};
type Retries = Awaited<ReturnType<typeof setUpRetries>>;

/** Makes the stop and judges who got a copy after its answer, and whether anybody got two. */
const judgedRetries = async (
  context: FaultContext,
  world: Retries,
  kind: Stop,
  mutant: Mutant | undefined,
  rest: () => Promise<unknown>,
) => {
  const { accepted, rig, sends, mailboxes, first } = world;
  await stopsIn(context, rig, sends, mutant)[kind]();
  const atAnswer = accepted.length;
  await rest();
  const left = accepted.length - atAnswer;
  if (kind === "the cap is 0") await mailboxes.update(rig.mailbox.userId, rig.mailbox.id, { maxDailySends: 1_000 });
  const after = await recoverAll(context, rig, sends, mutant);
  const got = accepted.flatMap(({ rcpt }) => rcpt);
  const isUntold = (send: Send) => got.includes(copyOf(send)) === (send.refused ?? []).some(({ email }) => email === copyOf(send));
  return remark(
    compare(
      after,
      first.map((mail) => ({ ...mail, rcpt: mail.rcpt.slice(0, 1) })),
    ),
    ...(left <= 2 * RETRYING ? [] : [`${left} retries left after ${kind}`]),
    ...(new Set(got).size === got.length ? [] : ["somebody got two copies"]),
    ...(after.some(isUntold) ? ["a copy is neither with its recipient nor told as refused, or both"] : []),
    ...(kind !== "the cap is 0" || got.length === SENDS ? [] : [`${got.length} of ${SENDS} copies came when the cap was raised again`]),
    ...(after.every(({ dueAt, leaseToken }) => dueAt === undefined && leaseToken === undefined) ? [] : ["a retry never ended"]),
  );
};

const retriesAtAnyMoment = async (context: FaultContext, kind: Stop, mutant: Mutant | undefined): Promise<Report> => {
  const world = await setUpRetries(context);
  const ports = mutate(world.rig.ports, mutant, context.connect);
  const deliver = () => deliverMailbox(ports, { mailboxId: world.rig.mailbox.id, sendIds: [] });
  const working = Promise.all([deliver(), deliver()]);
  const most = Date.now() + 5_000;
  while (world.accepted.length === 0 && Date.now() < most) await sleep(1);
  await sleep(context.random() * 3 * DOT_MS);
  return judgedRetries(context, world, kind, mutant, () => working);
};

const retriesWhileFrozen = async (context: FaultContext, kind: Stop, point: Point): Promise<Report> => {
  const world = await setUpRetries(context);
  const worker = await context.workers.take();
  const stopped = worker.stopped();
  const passage = 1 + Math.floor(context.random() * 6);
  const running = worker.run({ mailbox: world.rig.mailbox, isStored: true, fault: { point, passage, signal: "SIGSTOP" } });
  await stopped;
  return judgedRetries(context, world, kind, undefined, async () => {
    worker.kill("SIGCONT");
    await running;
    worker.kill("SIGKILL");
  });
};

const runRetries = async (context: FaultContext, mutant?: Mutant): Promise<Report> => {
  const reports: Report[] = [];
  for (let round = 0; round < Math.ceil(context.scale / 5); round += 1)
    for (const kind of retryStops) {
      reports.push(await retriesAtAnyMoment(context, kind, mutant));
      for (const point of mutant ? [] : frozenAt) reports.push(await retriesWhileFrozen(context, kind, point));
    }
  return sumOf(reports);
};

/** T26 while recipients that a server put off are tried again: a stop ends that as it ends first attempts. */
export const t26OfRetries: FaultTest = {
  id: "T26",
  title: "stops while deferred recipients are tried again",
  mutants: ["no look before the intent", "a deferred intent ignores its state"],
  run: (context, mutant) => runRetries(context, mutant),
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
