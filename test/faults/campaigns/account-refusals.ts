import { deliverMailbox } from "#shared/sending/deliver/deliver-mailbox.ts";
import type { Send } from "#shared/sending/send.ts";
import type { FaultContext } from "../context.ts";
import type { FaultTest } from "../fault-test.ts";
import { type Mutant, mutate } from "../mutants.ts";
import { points } from "../points.ts";
import { recoverAll } from "../recover.ts";
import { compare, remark, type Report, sumOf } from "../report.ts";

const SENDS = 40;
/** The server takes so many, then refuses so many, whoever they go to, and is well again. */
const TAKEN = 8;
const REFUSED = 9;
/** What it says: a quota that nobody knows, a quota that is known, an account in words that look like the recipient's. */
const replies = [
  "550 enough for this customer",
  "554 5.7.0 sending quota exceeded",
  "553 5.7.1 Sender address rejected: not owned by user",
];
const steps = ["mail", "rcpt", "dot"] as const;

const setUp = async (context: FaultContext, step: (typeof steps)[number], reply: string) => {
  const fine = Array.from({ length: TAKEN }, () => ({}));
  const smtp = await context.smtp({ script: { [step]: [...fine, ...Array.from({ length: REFUSED }, () => ({ reply }))] } });
  const rig = await context.rig({ smtp });
  const sends = await rig.accept(...Array.from({ length: SENDS }, (_, n) => ({ to: { name: "", email: `p${n}@ext${n % 7}.test` } })));
  return { smtp, rig, sends };
};

/** Nobody is lost for what was said of the account, and no attempt is counted for it. */
const judged = (name: string, ended: readonly Send[], smtp: { readonly accepted: Parameters<typeof compare>[1] }): Report => {
  const notSent = ended.filter(({ status, lastError }) => status !== "sent" && !lastError.startsWith("outcome unknown"));
  const tooOften = ended.filter(({ attempts, status }) => status === "sent" && attempts > 1);
  return remark(
    compare(ended, smtp.accepted),
    ...(notSent.length === 0 ? [] : [`${name}: ${notSent.length} were not sent: ${notSent[0]?.status} ${notSent[0]?.lastError}`]),
    ...(tooOften.length === 0 ? [] : [`${name}: ${tooOften.length} had an attempt counted`]),
  );
};

/** Two workers at once, then all that follows. */
const refused = async (context: FaultContext, step: (typeof steps)[number], reply: string, mutant: Mutant | undefined): Promise<Report> => {
  const { smtp, rig, sends } = await setUp(context, step, reply);
  const ports = mutate(rig.ports, mutant, context.connect);
  const deliver = () => deliverMailbox(ports, { mailboxId: rig.mailbox.id, sendIds: [] });
  await Promise.all([deliver(), deliver()]);
  return judged(`${reply} at ${step}`, await recoverAll(context, rig, sends, mutant), smtp);
};

/** A worker in a process of its own is killed at a point of any of its emails, also between a refusal and its record. */
const killed = async (context: FaultContext, step: (typeof steps)[number], reply: string): Promise<Report> => {
  const { smtp, rig, sends } = await setUp(context, step, reply);
  const worker = await context.workers.take();
  const point = points[Math.floor(context.random() * points.length)]!;
  await worker.run({ mailbox: rig.mailbox, fault: { point, passage: 1 + Math.floor(context.random() * 12), signal: "SIGKILL" } });
  return judged(`${reply} at ${step}, killed at ${point}`, await recoverAll(context, rig, sends), smtp);
};

/** T27: a server refuses the account in the middle of a queue: everything waits, whoever dies, and is sent once when the server takes mail again. */
export const t27: FaultTest = {
  id: "T27",
  title: "the account is refused within a queue",
  mutants: ["refusals are not remembered", "an undecided refusal counts an attempt"],
  run: async (context, mutant) => {
    const reports: Report[] = [];
    for (let round = 0; round < Math.ceil(context.scale / 10); round += 1)
      for (const step of steps)
        for (const reply of replies) {
          reports.push(await refused(context, step, reply, mutant));
          if (!mutant) reports.push(await killed(context, step, reply));
        }
    return sumOf(reports);
  },
};
