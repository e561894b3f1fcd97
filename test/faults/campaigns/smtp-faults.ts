import { deliverMailbox } from "#shared/sending/deliver/deliver-mailbox.ts";
import { MAX_ATTEMPTS, type Send } from "#shared/sending/send.ts";
import { hastySubmissions } from "#test/support/sending-rig.ts";
import type { Fault, Script, Step } from "#test/support/scriptable-smtp.ts";
import type { FaultContext } from "../context.ts";
import type { FaultTest } from "../fault-test.ts";
import { type Mutant, mutate } from "../mutants.ts";
import { recoverAll } from "../recover.ts";
import { failWhileDeferred } from "./deferred.ts";
import { failAndChangeOver, failOver } from "./apis.ts";
import { compare, remark, type Report, sumOf } from "../report.ts";

/** What the first attempt must come to: no verdict "safe to retry" (queued) may ever stand where the server has the mail. */
type First = "queued" | "failed" | "processing" | "sent";
interface Mode {
  readonly name: string;
  readonly script: Script;
  readonly first: First;
  /** Attempts that the first try counts: none where the server refused before MAIL FROM. */
  readonly attempts?: 0 | 1;
  readonly big?: boolean;
  /** The server stops answering: every wait is short, so that the end of it is seen. */
  readonly hangs?: boolean;
  /** The used connection is lost before the intent: a fresh one carries the send at once, within the same attempt. */
  readonly isOpenedAgain?: boolean;
}
/** Long enough that a busy machine answers within it where the server does not hang. */
const HANG_MS = 2_000;

/** What strikes a connection strikes whoever wants it. */
const onConnection: ReadonlySet<Step> = new Set(["banner", "ehlo", "auth"]);
const before: readonly Step[] = ["banner", "ehlo", "auth", "mail", "rcpt", "data"];
const at = (step: Step, fault: Fault): Script => ({ [step]: [fault] });
/** What comes of a connection that is lost without a word at that step. */
const lost = (step: Step): Pick<Mode, "first" | "isOpenedAgain"> =>
  onConnection.has(step) ? { first: "queued" } : { first: "sent", isOpenedAgain: true };
const ends = (step: Step): readonly Mode[] =>
  (["drop", "reset"] as const).map((end) => ({ name: `${end} at ${step}`, script: at(step, { end }), ...lost(step) }));
const replies = (step: Step): readonly Mode[] => [
  { name: `421 at ${step}`, script: at(step, { reply: "421 4.3.2 closing" }), first: "queued" },
  { name: `451 at ${step}`, script: at(step, { reply: "451 4.7.1 later" }), first: "queued" },
  { name: `554 at ${step}`, script: at(step, { reply: "554 5.7.1 no" }), first: "failed" },
];
/** Whatever is refused before MAIL FROM is the mailbox's trouble: the send waits and spends nothing. */
const refusedBefore = (step: Step): readonly Mode[] =>
  [
    "421 4.3.2 closing",
    "454 4.7.0 later",
    "504 5.5.4 what",
    "535 5.7.8 no",
    "550 5.7.30 Basic authentication is not supported",
    "554 5.7.1 no",
  ].map((reply) => ({ name: `${reply.slice(0, 3)} at ${step}`, script: at(step, { reply }), first: "queued", attempts: 0 }));
const hangs = (step: Step, first: First, more: Fault = {}): Mode => ({
  name: `hang at ${step}${more.accepted ? ", kept" : ""}`,
  script: at(step, { ...more, end: "hang" }),
  first,
  hangs: true,
});
const modes: readonly Mode[] = [
  ...before.flatMap(ends),
  ...(["banner", "auth"] as const).flatMap(refusedBefore),
  ...(["mail", "rcpt", "data"] as const).flatMap(replies),
  ...before.map((step) => ({ ...hangs(step, "queued"), ...lost(step) })),
  { ...hangs("midBody", "processing"), big: true },
  hangs("dot", "processing"),
  hangs("dot", "processing", { accepted: true }),
  { name: "drop mid body", script: at("midBody", { end: "drop" }), first: "processing", big: true },
  { name: "reset mid body", script: at("midBody", { end: "reset" }), first: "processing", big: true },
  { name: "421 mid body", script: at("midBody", { reply: "421 4.3.2 closing", end: "drop" }), first: "queued", big: true },
  ...replies("dot"),
  { name: "drop at the dot, kept", script: at("dot", { end: "drop", accepted: true }), first: "processing" },
  { name: "reset at the dot, kept", script: at("dot", { end: "reset", accepted: true }), first: "processing" },
  { name: "drop at the dot, lost", script: at("dot", { end: "drop" }), first: "processing" },
  { name: "half a reply to the dot", script: at("dot", { reply: "250-almost", end: "drop", accepted: true }), first: "processing" },
  { name: "250 and closed", script: at("afterDot", { end: "drop" }), first: "sent" },
  { name: "250 a byte at a time", script: at("dot", { dripMs: 4 }), first: "sent", big: true },
];

/** What strikes a message strikes the second of three on one connection. */
const onSecond = (script: Script): Script =>
  Object.fromEntries(
    Object.entries(script).map(([step, faults]) => [step, onConnection.has(step as Step) ? faults : [{}, ...[faults].flat()]]),
  );

/** Sent, or at most told that the connection was gone; no reply to another message is its own. */
const isInnocent = (send: Send | undefined): boolean =>
  send?.status === "sent" || (send?.status === "queued" && send.lastError.startsWith("SMTP: the server cannot be reached"));

/** What is wrong with the struck send after the first try, and with its neighbours, whom a fault of its own must not touch. */
const remarksOn = (
  { name, first, attempts = 1, script }: Mode,
  [before, struck, after]: readonly Send[],
  kept: boolean,
): readonly string[] => {
  const isOwn = Object.keys(script).every((step) => !onConnection.has(step as Step));
  return [
    ...(struck?.status === first ? [] : [`${name}: ${struck?.status} instead of ${first} (${struck?.lastError})`]),
    ...(struck?.attempts === attempts ? [] : [`${name}: ${struck?.attempts} attempts instead of ${attempts}`]),
    ...(struck?.status === "queued" && kept ? [`${name}: judged safe to retry, but the server has it`] : []),
    ...(isOwn && before?.status !== "sent" ? [`${name}: the send before it is ${before?.status}`] : []),
    ...(isOwn && !isInnocent(after) ? [`${name}: the send behind it is ${after?.status} (${after?.lastError})`] : []),
  ];
};

const runMode = async (context: FaultContext, mode: Mode, mutant?: Mutant): Promise<Report> => {
  const { name, script, big = false, hangs: isSilent = false } = mode;
  const smtp = await context.smtp({ script: onSecond(script), ignoresReset: mutant === "no RSET" });
  const rig = await context.rig({ smtp, ...(isSilent && { ports: { submissions: hastySubmissions(HANG_MS) } }) });
  const recipients = ["before@example.net", "struck@example.net", "after@example.net"];
  const sends = await rig.accept(
    ...recipients.map((email) => ({
      to: { name: "", email },
      ...(big && email.startsWith("struck") && { bodyHtml: "<p>0123456789</p>\n".repeat(150_000) }),
    })),
  );
  await deliverMailbox(mutate(rig.ports, mutant, context.connect), { mailboxId: rig.mailbox.id, sendIds: [] });
  const tried = await inOrder(context, sends);
  const kept = smtp.accepted.some(({ messageId }) => messageId === sends[1]?.messageId);
  const ended = await recoverAll(context, rig, sends, mutant);
  // An attempt is a transaction that the server saw, or a connection that it did not give; a lost one may have been neither.
  const again = mode.isOpenedAgain ? 1 : 0;
  const untold = ended.filter(({ toEmail, attempts }) => attempts + again < (smtp.tried.get(toEmail) ?? 0));
  return remark(
    compare(ended, smtp.accepted),
    ...remarksOn(mode, tried, kept),
    ...untold.map(({ toEmail, attempts }) => `${name}: ${toEmail} says ${attempts} attempts of ${smtp.tried.get(toEmail)}`),
  );
};

const inOrder = async (context: FaultContext, sends: readonly Send[]): Promise<readonly Send[]> => {
  const found = new Map((await context.readAll(sends)).map((send) => [send.id, send]));
  return sends.flatMap(({ id }) => found.get(id) ?? []);
};

/** A send that the server defers each time fails, tried as often as it says. */
const deferredForEver = async (context: FaultContext, mutant?: Mutant): Promise<Report> => {
  const smtp = await context.smtp({ script: { rcpt: { reply: "451 4.7.1 later" } } });
  const rig = await context.rig({ smtp });
  const [send] = await rig.accept({});
  const [ended] = await recoverAll(context, rig, [send!], mutant);
  const tried = smtp.tried.get(send!.toEmail) ?? 0;
  const told = `${ended?.status} after ${ended?.attempts} attempts`;
  return remark(
    compare(ended ? [ended] : [], smtp.accepted),
    ...(told === `failed after ${MAX_ATTEMPTS} attempts` && tried === MAX_ATTEMPTS ? [] : [`deferred: ${told}, tried ${tried} times`]),
  );
};

/** The modes that a mutant must not pass. */
const modesFor = (mutant: Mutant | undefined): readonly Mode[] => {
  if (mutant === undefined) return modes;
  return modes.filter(({ name }) =>
    mutant === "unknown is resent" ? name.endsWith("kept") : name === "554 at rcpt" || name === "451 at rcpt",
  );
};

/** T3: the server drops, resets, refuses, hangs and drips at every step; each ends in the class of the table, touches no other, and is sent once. */
export const t03: FaultTest = {
  id: "T3",
  title: `${modes.length} SMTP faults, three messages a connection`,
  mutants: ["unknown is resent", "no RSET", "bodies are lost", "attempts are not counted"],
  run: async (context, mutant) => {
    const reports: Report[] = [];
    for (let round = 0; round < Math.min(100, context.scale); round += 1) {
      for (const mode of modesFor(mutant)) reports.push(await runMode(context, mode, mutant));
      reports.push(await deferredForEver(context, mutant));
    }
    return sumOf(reports);
  },
};

/** T3's other half: the server fails while one recipient is tried alone again, and Graph's stand-in at either step. */
export const t03Others: FaultTest = {
  id: "T3",
  title: "faults over Graph, and for one recipient alone",
  mutants: [],
  run: async (context) => {
    const reports: Report[] = [];
    for (let round = 0; round < Math.min(100, context.scale); round += 1)
      reports.push(...(await failWhileDeferred(context)), ...(await failOver(context, "graph")), ...(await failAndChangeOver(context)));
    return sumOf(reports);
  },
};
