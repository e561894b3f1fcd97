import { deliverMailbox } from "#shared/sending/deliver/deliver-mailbox.ts";
import type { Send } from "#shared/sending/send.ts";
import { memorySentFolder } from "#test/support/sending-rig.ts";
import type { ScriptableSmtp, Script } from "#test/support/scriptable-smtp.ts";
import type { FaultContext } from "../context.ts";
import { type Mutant, mutate } from "../mutants.ts";
import type { Point } from "../points.ts";
import { recoverAll } from "../recover.ts";
import { emptyReport, remark, type Report } from "../report.ts";

const [TAKEN, GREY] = ["taken@example.net", "grey@example.net"] as const;
const put = { reply: "450 4.7.1 greylisted" };
/** Longer than the first wait of whom the server put off, ms. */
const A_MINUTE_MS = 60_000;
/** How long the server holds the moment in which the worker is killed, ms. */
const HELD_MS = 5_000;

/** What comes of whom the server put off: how often it may have the email, and whether the record tells it as not taken. */
interface End {
  readonly copies: 0 | 1;
  readonly isRefused: boolean;
}

const copiesFor = (smtp: ScriptableSmtp, email: string) => smtp.accepted.filter(({ rcpt }) => rcpt.includes(email)).length;

/** Compares who has it, and how often, with the table and with what the record says. */
const compareDeferred = (name: string, smtp: ScriptableSmtp, send: Send | undefined, { copies, isRefused }: End): Report => {
  const [taken, grey] = [copiesFor(smtp, TAKEN), copiesFor(smtp, GREY)];
  const refused = (send?.refused ?? []).map(({ email }) => email);
  const octets = new Set(smtp.accepted.map(({ sha256, messageId }) => `${sha256} ${messageId}`));
  const report = {
    ...emptyReport,
    acknowledged: 1,
    lost: taken === 0 || (grey === 0 && !isRefused) ? 1 : 0,
    duplicated: Math.max(0, taken - 1) + Math.max(0, grey - copies),
  };
  return remark(
    report,
    ...(send?.status === "sent" ? [] : [`${name}: ${send?.status} instead of sent`]),
    ...(octets.size === 1 ? [] : [`${name}: other octets for whom the server put off`]),
    ...(refused.join() === (isRefused ? GREY : "") ? [] : [`${name}: refused is ${refused.join()}`]),
    ...(send?.deferred || send?.dueAt || send?.leaseToken ? [`${name}: somebody is still waited for`] : []),
  );
};

const begun = async (context: FaultContext, script: Script, mutant?: Mutant) => {
  const smtp = await context.smtp({ script: { rcpt: [{}, put], ...script } });
  const holds = async (_: unknown, id: string) => smtp.accepted.some(({ messageId }) => messageId === id);
  const rig = await context.rig({ smtp, ports: { sentFolder: { ...memorySentFolder(), contains: holds } } });
  const [send] = await rig.accept({ to: { name: "", email: TAKEN }, bcc: [{ name: "", email: GREY }] });
  await deliverMailbox(mutate(rig.ports, mutant, context.connect), { mailboxId: rig.mailbox.id, sendIds: [] });
  await context.pass(rig.mailbox.id, A_MINUTE_MS);
  return { smtp, rig, send: send! };
};

/** Where a worker dies while it tries again; from the intent to the reply nobody can tell whether the server has it. */
const killed: Partial<Record<Point, End>> = {
  K5: { copies: 1, isRefused: false },
  K6: { copies: 1, isRefused: false },
  K8: { copies: 0, isRefused: true },
  K10: { copies: 1, isRefused: true },
};

/** T1's part: a worker is killed while it tries one alone again whom the server put off. */
export const killWhileDeferred = async (context: FaultContext, mutant?: Mutant): Promise<readonly Report[]> => {
  const reports: Report[] = [];
  for (const [point, end] of Object.entries(killed)) {
    const { smtp, rig, send } = await begun(context, point === "K10" ? { dot: [{}, { delayMs: HELD_MS }] } : {}, mutant);
    const worker = await context.workers.take();
    const fault = { point: point as Point, passage: 1, signal: "SIGKILL" } as const;
    const { signal } = await worker.run({ mailbox: rig.mailbox, fault, mutant });
    const [ended] = await recoverAll(context, rig, [send], mutant);
    const name = `killed at ${point} while deferred`;
    reports.push(remark(compareDeferred(name, smtp, ended, end), ...(signal === "SIGKILL" ? [] : [`${name}: was not killed`])));
  }
  return reports;
};

const deferredModes: readonly (readonly [string, Script, End])[] = [
  ["taken by the second try", {}, { copies: 1, isRefused: false }],
  ["put off again", { rcpt: [{}, put, put, put] }, { copies: 1, isRefused: false }],
  ["refused by the second try", { rcpt: [{}, put, { reply: "550 5.1.1 no such user" }] }, { copies: 0, isRefused: true }],
  ["451 at the second dot", { dot: [{}, { reply: "451 later" }] }, { copies: 1, isRefused: false }],
  ["554 at the second dot", { dot: [{}, { reply: "554 5.6.0 the content is refused" }] }, { copies: 0, isRefused: true }],
  ["drop at the second dot, kept", { dot: [{}, { end: "drop", accepted: true }] }, { copies: 1, isRefused: true }],
  ["drop at the second dot, lost", { dot: [{}, { end: "drop" }] }, { copies: 0, isRefused: true }],
  ["drop at the second DATA", { data: [{}, { end: "drop" }] }, { copies: 1, isRefused: false }],
  ["the first reply is lost, and found", { dot: [{ end: "drop", accepted: true }] }, { copies: 1, isRefused: false }],
];

/** T3's part: the server fails while one alone is tried again. */
export const failWhileDeferred = async (context: FaultContext): Promise<readonly Report[]> => {
  const reports: Report[] = [];
  for (const [name, script, end] of deferredModes) {
    const { smtp, rig, send } = await begun(context, script);
    const [ended] = await recoverAll(context, rig, [send]);
    reports.push(compareDeferred(name, smtp, ended, end));
  }
  return reports;
};
