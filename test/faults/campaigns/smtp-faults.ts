import { hastySubmissions } from "#test/support/sending-rig.ts";
import type { Fault, Script, Step } from "#test/support/scriptable-smtp.ts";
import type { FaultContext } from "../context.ts";
import type { FaultTest } from "../fault-test.ts";
import type { Mutant } from "../mutants.ts";
import { recoverAll } from "../recover.ts";
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
}
const HANG_MS = 400;

const before: readonly Step[] = ["banner", "ehlo", "auth", "mail", "rcpt", "data"];
const at = (step: Step, fault: Fault): Script => ({ [step]: [fault] });
const ends = (step: Step): readonly Mode[] =>
  (["drop", "reset"] as const).map((end) => ({ name: `${end} at ${step}`, script: at(step, { end }), first: "queued" as const }));
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
  ...before.map((step) => hangs(step, "queued")),
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

const runMode = async (
  context: FaultContext,
  { name, script, first, attempts = 1, big = false, hangs: isSilent = false }: Mode,
  mutant?: Mutant,
): Promise<Report> => {
  const smtp = await context.smtp({ script });
  const rig = await context.rig({ smtp, ...(isSilent && { ports: { submissions: hastySubmissions(HANG_MS) } }) });
  const [send] = await rig.accept(big ? { html: "<p>0123456789</p>\n".repeat(150_000) } : {});
  await rig.deliver();
  const [tried] = await context.readAll([send!]);
  const kept = smtp.accepted.length > 0;
  const ended = await recoverAll(context, rig, [send!], mutant);
  return remark(
    compare(ended, smtp.accepted),
    ...(tried?.status === first ? [] : [`${name}: ${tried?.status} instead of ${first} (${tried?.lastError})`]),
    ...(tried?.attempts === attempts ? [] : [`${name}: ${tried?.attempts} attempts instead of ${attempts}`]),
    ...(tried?.status === "queued" && kept ? [`${name}: judged safe to retry, but the server has it`] : []),
  );
};

/** T3: the server drops, resets, refuses, hangs and drips at every step; each ends in the class of the table, and none is sent twice. */
export const t03: FaultTest = {
  id: "T3",
  title: `${modes.length} SMTP faults`,
  mutants: ["unknown is resent"],
  run: async (context, mutant) => {
    const reports: Report[] = [];
    for (let round = 0; round < Math.min(100, context.scale); round += 1)
      for (const mode of mutant ? modes.filter(({ name }) => name.endsWith("kept")) : modes)
        reports.push(await runMode(context, mode, mutant));
    return sumOf(reports);
  },
};
