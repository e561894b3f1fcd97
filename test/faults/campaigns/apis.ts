import { setTimeout as sleep } from "node:timers/promises";
import type { Failure, HttpAnswer } from "#infra/local/sandbox/http/answer.ts";
import { deliverMailbox } from "#shared/sending/deliver/deliver-mailbox.ts";
import { sweep } from "#shared/sending/wake/sweep.ts";
import type { ApiName } from "#shared/providers/provider.ts";
import type { SendStatus } from "#shared/sending/send.ts";
import { isAtApi, type Mailbox } from "#shared/mailboxes/mailbox.ts";
import { apiAccountAt, apis, type ApiMailbox, apiPorts } from "#test/support/api-sending.ts";
import type { Script } from "#test/support/scriptable-smtp.ts";
import type { FaultContext } from "../context.ts";
import type { FaultTest } from "../fault-test.ts";
import { type Mutant, mutate } from "../mutants.ts";
import { type Point, points } from "../points.ts";
import { recoverAll } from "../recover.ts";
import { compare, remark, type Report, sumOf } from "../report.ts";

const EMAIL = "sales@contoso.test";
const SENDS = 3;
/** How long the stand-in holds a call under which the worker is killed, ms; afterwards it does it all the same. */
const HELD_MS = 1_500;
/** When every call is given up where the stand-in hangs, ms. */
const HASTY_MS = 1_000;
const world = async (context: FaultContext, api: ApiName, withinMs?: number) => {
  const box = await context.api(api, EMAIL);
  const mailbox = { type: apis[api].type, email: EMAIL, transportUsed: api } as const;
  const rig = await context.rig({ smtp: { port: 9 }, mailbox, ports: apiPorts(box.server, withinMs) });
  return { box, rig };
};

/** What must hold over an interface whatever happened: every email in its end, none unknown, no draft left. */
const remarksOf = (name: string, report: Report, box: ApiMailbox): readonly string[] => [
  ...(report.unknown === 0 ? [] : [`${name}: ${report.unknown} unknown over ${box.server.api}`]),
  ...(box.drafts().length === 0 ? [] : [`${name}: ${box.drafts().length} drafts are left`]),
];

/** Kills a worker at a point while it sends over an interface: afterwards all is sent, each once. */
const killAt = async (context: FaultContext, api: ApiName, point: Point, mutant: Mutant | undefined): Promise<Report> => {
  const { box, rig } = await world(context, api);
  const isOnce = ["K1", "K3", "K4", "K5"].includes(point);
  const passage = isOnce ? 1 : 1 + Math.floor(context.random() * SENDS);
  const sends = await rig.accept(...Array.from({ length: SENDS }, () => ({})));
  if (point === "K9" || point === "K10") box.faults.plant({ on: apis[api].send, does: { delayMs: HELD_MS }, times: passage });
  const worker = await context.workers.take();
  const { signal } = await worker.run({ mailbox: rig.mailbox, api: box.server, fault: { point, passage, signal: "SIGKILL" }, mutant });
  box.faults.clear();

  const ended = await recoverAll(context, rig, sends, mutant);
  // What the stand-in held back it does in the end.
  if (point === "K9" || point === "K10") await sleep(HELD_MS);
  const found = compare(ended, box.accepted);
  const sent = ended.filter(({ status }) => status === "sent").length;
  return remark(
    found,
    ...(signal === "SIGKILL" ? [] : [`${point}: the worker was not killed there over ${api}`]),
    ...(sent === SENDS ? [] : [`${point}: ${sent} of ${SENDS} sent over ${api}`]),
    ...remarksOf(point, found, box),
  );
};

/** Kills a worker after it made a draft and before its intent; its email is cancelled, and the mailbox's next delivery removes the draft. */
const killAndCancel = async (context: FaultContext, api: ApiName): Promise<Report> => {
  const { box, rig } = await world(context, api);
  const [cancelled] = await rig.accept({});
  const worker = await context.workers.take();
  await worker.run({ mailbox: rig.mailbox, api: box.server, fault: { point: "K7", passage: 1, signal: "SIGKILL" }, mutant: undefined });
  const left = box.drafts().length;
  await context.pass(rig.mailbox.id, 600_000);
  await sweep({ ...rig.ports, wakeUps: { wake: async () => undefined } });
  const states = await rig.sends.cancelMany(rig.mailbox.userId, { ids: [cancelled!.id] });
  const [next] = await rig.accept({});
  const ended = await recoverAll(context, rig, [cancelled!, next!]);
  const found = compare(ended, box.accepted);
  return remark(
    found,
    ...(left === 1 ? [] : [`killed and cancelled: ${left} drafts were left by the worker`]),
    ...(ended.map(({ status }) => status).join() === "cancelled,sent" ? [] : [`killed and cancelled: ${[...states.values()].join()}`]),
    ...remarksOf("killed and cancelled", found, box),
  );
};

/** T1 over an interface: K2 lies in the database alone and is the same for every server. */
export const killOver = async (context: FaultContext, api: ApiName, mutant?: Mutant): Promise<readonly Report[]> => {
  const reports: Report[] = [];
  const where = mutant ? (["K8", "K9", "K11"] as const) : points.filter((point) => point !== "K2");
  for (const point of where) reports.push(await killAt(context, api, point, mutant));
  if (!mutant) reports.push(await killAndCancel(context, api));
  return reports;
};

/** T1 over Gmail. */
export const t01OverGmail: FaultTest = {
  id: "T1",
  title: "worker killed over Gmail",
  mutants: ["the intent does not name the draft", "a known draft is made anew", "what was sent is looked for nowhere"],
  run: async (context, mutant) => sumOf(await killOver(context, "gmail_api", mutant)),
};

interface Mode {
  readonly name: string;
  readonly on: RegExp;
  readonly does: Failure;
  /** The state after the first try. */
  readonly first: SendStatus;
  readonly end?: SendStatus;
  /** What was sent is out of sight until Sent Items was looked at once in vain. */
  readonly isInFlight?: boolean;
}
const modesOf = (api: ApiName): readonly Mode[] => {
  const { create: CREATE, send: SEND, error, tooFast, busy, refusedToken, size, quota, recipients } = apis[api];
  const answer = (one: HttpAnswer): Failure => ({ answer: one });
  return [
    { name: "closed before the draft", on: CREATE, does: "close before", first: "queued" },
    { name: "closed after the draft", on: CREATE, does: "close after", first: "queued" },
    { name: "too fast at the draft", on: CREATE, does: answer(tooFast(7)), first: "queued" },
    { name: "503 at the draft", on: CREATE, does: answer(busy), first: "queued" },
    { name: "504 at the draft", on: CREATE, does: answer(error(504, "generalException")), first: "queued" },
    { name: "504 though drafted", on: CREATE, does: { alter: () => ({ status: 504 }) }, first: "queued" },
    { name: "401 at the draft", on: CREATE, does: answer(refusedToken), first: "sent" },
    { name: "413 at the draft", on: CREATE, does: answer(size), first: "failed", end: "failed" },
    { name: "hang at the draft", on: CREATE, does: { delayMs: 2 * HASTY_MS }, first: "queued" },
    { name: "closed before the sending", on: SEND, does: "close before", first: "processing" },
    { name: "closed after the sending", on: SEND, does: "close after", first: "processing" },
    { name: "closed after the sending, in flight", on: SEND, does: "close after", first: "processing", isInFlight: true },
    { name: "too fast at the sending", on: SEND, does: answer(tooFast(7)), first: "processing" },
    { name: "503 at the sending", on: SEND, does: answer(busy), first: "processing" },
    { name: "503 though sent", on: SEND, does: { alter: () => busy }, first: "sent" },
    { name: "500 at the sending", on: SEND, does: answer(error(500, "InternalServerError")), first: "processing" },
    { name: "500 though sent", on: SEND, does: { alter: () => ({ status: 500 }) }, first: "sent" },
    { name: "404 though sent", on: SEND, does: { alter: () => ({ status: 404 }) }, first: "sent" },
    // 507 stops its mailbox for an hour, which is longer than anything is looked for: test/ports/api-answers.test.ts has it.
    ...[400, 401, 403, 409, 413, 429, 503].map((status): Mode => {
      const does = { alter: () => ({ status }) };
      return { name: `${status} though sent, in flight`, on: SEND, does, first: "processing", isInFlight: true };
    }),
    { name: "401 at the sending", on: SEND, does: answer(refusedToken), first: "processing" },
    ...(quota ? [{ name: "quota at the sending", on: SEND, does: answer(quota), first: "processing" } as const] : []),
    { name: "recipients refused", on: SEND, does: answer(recipients), first: "processing", end: "failed" },
    { name: "hang at the sending", on: SEND, does: { delayMs: 2 * HASTY_MS }, first: "processing" },
  ];
};

/** Ends when the sent emails are looked at for the second time: recovery passes hours in a moment, so that a span of real time would say nothing. */
const secondLook = (box: ApiMailbox): Promise<void> =>
  new Promise((resolve) => {
    let looks = 0;
    const on = { test: (call: string) => (box.names.sentLook.test(call) && (looks += 1) === 2 && resolve(), false) };
    box.faults.plant({ on: on as unknown as RegExp, does: "close before" });
  });

const runMode = async (context: FaultContext, api: ApiName, mode: Mode, mutant?: Mutant): Promise<Report> => {
  const { name, on, does, first, end = "sent", isInFlight = false } = mode;
  const hangs = typeof does === "object" && "delayMs" in does;
  const { box, rig } = await world(context, api, hangs ? HASTY_MS : undefined);
  const recipients = ["before@example.net", "struck@example.net", "after@example.net"];
  const sends = await rig.accept(...recipients.map((email) => ({ to: { name: "", email } })));
  const ports = mutate(rig.ports, mutant, context.connect);
  let calls = 0;
  // The second of three is struck.
  const strike = { test: (call: string) => on.test(call) && (calls += 1) === 2 };
  box.faults.plant({ on: strike as RegExp, does });
  if (isInFlight) box.settings.sentAfter = secondLook(box);
  await deliverMailbox(ports, { mailboxId: rig.mailbox.id, sendIds: [] });
  const struck = (await context.readAll(sends)).find(({ toEmail }) => toEmail.startsWith("struck"));
  if (hangs) await sleep(HASTY_MS);
  const ended = await recoverAll(context, rig, sends, mutant);
  const found = compare(ended, box.accepted);
  const wrong = ended.filter(({ toEmail, status }) => status !== (toEmail.startsWith("struck") ? end : "sent"));
  return remark(
    found,
    ...(struck?.status === first ? [] : [`${api}, ${name}: ${struck?.status} instead of ${first} (${struck?.lastError})`]),
    ...wrong.map(({ toEmail, status, lastError }) => `${api}, ${name}: ${toEmail} is ${status} (${lastError})`),
    ...remarksOf(name, found, box),
  );
};

const SMTP_OFF = { reply: "535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant." };
const cuts: Readonly<Record<string, Script>> = {
  "before a message": { mail: [{}, { end: "drop" }] },
  "after the final dot": { dot: [{}, { end: "drop", accepted: true }] },
};

/** SMTP is switched off while a claim is sent: what was not sent goes over Graph, and what was in doubt is found in Sent Items, where Exchange files it. */
const changeOver = async (context: FaultContext, cut: string): Promise<Report> => {
  const graph = await context.api("graph", EMAIL);
  const smtp = await context.smtp({ tls: "implicit", script: { ...cuts[cut], auth: [{}, ...Array.from({ length: 99 }, () => SMTP_OFF)] } });
  const overGraph = apiPorts(graph.server);
  const mailAccounts = {
    ...overGraph.mailAccounts,
    smtp: async (box: Mailbox) =>
      box.transportUsed === "graph" ? apiAccountAt(graph.server) : { ...box.smtp, credential: { accessToken: "token" } },
    renew: async () => true,
    otherWay: async ({ transportUsed }: Mailbox) => (transportUsed === "graph" ? undefined : { transportUsed: "graph" as const }),
  };
  const rig = await context.rig({
    smtp,
    mailbox: { type: "outlook", email: EMAIL },
    ports: { mailAccounts, sentFolder: overGraph.sentFolder },
  });
  const bySmtp = rig.ports.submissions;
  const open: typeof bySmtp.open = (account) => (isAtApi(account) ? overGraph.submissions.open(account) : bySmtp.open(account));
  const ports = { ...rig.ports, submissions: { open } };
  const sends = await rig.accept(...Array.from({ length: SENDS * 2 }, () => ({})));
  await deliverMailbox(ports, { mailboxId: rig.mailbox.id, sendIds: [] });
  for (const { messageId } of smtp.accepted)
    graph.store.deliver(EMAIL, Buffer.from(`Message-ID: ${messageId}\r\n\r\n`), { folder: "Sent" });
  const ended = await recoverAll(context, { ...rig, ports }, sends);
  const found = compare(ended, [...smtp.accepted, ...graph.accepted]);
  const used = (await rig.mailboxes.find(rig.mailbox.userId, rig.mailbox.id))?.transportUsed;
  const isBoth = smtp.accepted.length > 0 && graph.accepted.length > 0;
  return remark(
    found,
    ...(ended.every(({ status }) => status === "sent") ? [] : [`changeover ${cut}: ${ended.map(({ status }) => status).join()}`]),
    ...(used === "graph" && isBoth ? [] : [`changeover ${cut}: not by both, and then ${used}`]),
    ...remarksOf(`changeover ${cut}`, found, graph),
  );
};

/** The modes that a mutant must not pass. */
const modesFor = (api: ApiName, mutant: Mutant | undefined): readonly Mode[] => {
  const telling = ["504 though drafted", "closed after the sending", "503 though sent, in flight"];
  return modesOf(api).filter(({ name }) => mutant === undefined || telling.includes(name));
};

/** T3 over an interface: its stand-in fails at either step, before or after it took effect. */
export const failOver = async (context: FaultContext, api: ApiName, mutant?: Mutant): Promise<readonly Report[]> => {
  const reports: Report[] = [];
  for (const mode of modesFor(api, mutant)) reports.push(await runMode(context, api, mode, mutant));
  return reports;
};

/** T3 where SMTP is switched off in the middle. */
export const failAndChangeOver = async (context: FaultContext): Promise<readonly Report[]> => {
  const reports: Report[] = [];
  for (const cut of Object.keys(cuts)) reports.push(await changeOver(context, cut));
  return reports;
};

/** T3 over Gmail. */
export const t03OverGmail: FaultTest = {
  id: "T3",
  title: "faults over Gmail",
  mutants: ["strays are kept", "what was sent is looked for nowhere", "a refusal of the sending is believed"],
  run: async (context, mutant) => {
    const reports: Report[] = [];
    for (let round = 0; round < Math.min(100, context.scale); round += 1) reports.push(...(await failOver(context, "gmail_api", mutant)));
    return sumOf(reports);
  },
};
