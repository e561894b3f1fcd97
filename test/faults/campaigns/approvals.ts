import { mongoAuditLog } from "#shared/accounts/store/audit-log.ts";
import { ledgerOf } from "#shared/accounts/store/users.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { cancelSend } from "#shared/sending/waiting-sends.ts";
import { sweep } from "#shared/sending/wake/sweep.ts";
import { DRAFTER, SENDER } from "#test/support/sending-rig.ts";
import { type Approvable, approvableHash, approvableOnTheWire } from "../contents.ts";
import type { FaultContext } from "../context.ts";
import type { FaultTest } from "../fault-test.ts";
import { type Known, type Office, openOffice, TOP_UP, WORDS } from "../held-office.ts";
import type { Mutant } from "../mutants.ts";
import { type Point, points } from "../points.ts";
import { recoverAll } from "../recover.ts";
import { compare, isClean, remark, type Report, sumOf } from "../report.ts";

const STEPS = 20;
/** A worker that is killed in its claim's transaction leaves its locks for a minute: the long form waits for that. */
const killedAt = (scale: number): readonly Point[] => points.filter((point) => point !== "K2" || scale > 1);

/** The approved content without the copies that nobody got. */
const reaching = (written: Approvable, rcpt: readonly string[]): Approvable => ({
  ...written,
  cc: written.cc.filter(({ email }) => rcpt.includes(email)),
  bcc: written.bcc.filter(({ email }) => rcpt.includes(email)),
});

/** What is wrong with one email at the end: with what left against what was approved, with who got it, with its charge and its record. */
const judge = async (office: Office, known: Known): Promise<readonly string[]> => {
  const { world, mails, mailbox } = office;
  const connect = office.connect;
  const send = await office.read(known);
  const entries = (await mongoAuditLog(connect).list(mailbox.userId, { action: "send.approved" }, { limit: 999, offset: 0 })).filter(
    ({ resourceId }) => resourceId === send.id,
  );
  const charges = await ledgerOf(await connect()).countDocuments({ userId: oid(mailbox.userId), sendId: oid(send.id) });
  const left = mails.filter(({ mail }) => mail.messageId === send.messageId);
  const told = known.asked.filter((asked) => asked.told).map(({ revision }) => revision);
  const possible = known.asked.filter(({ refused }) => !refused).map(({ revision }) => revision);
  const isApproved = send.approvedAt !== undefined;
  const approved = known.written.get(send.revision ?? 0);
  const remarks = [
    ...(entries.length === Number(isApproved) ? [] : [`${entries.length} entries in the audit log`]),
    ...(charges === Number(isApproved) ? [] : [`${charges} charges`]),
    ...(left.length > 0 && !isApproved ? ["it left without an approval"] : []),
    ...(isApproved && !possible.includes(send.revision ?? 0) ? [`revision ${send.revision} left, which nobody approved`] : []),
    ...(told.some((revision) => !isApproved || revision !== send.revision) ? ["an approval that was told is not there"] : []),
    ...(isApproved && send.status === "failed" && !send.lastError.startsWith("outcome unknown") ? [`it failed: ${send.lastError}`] : []),
    ...(approved && entries.some(({ contentSha256 }) => contentSha256 !== approvableHash(approved))
      ? ["the audit log has another hash"]
      : []),
  ];
  for (const { mail, raw } of left) {
    const wire = await approvableOnTheWire(raw, mail.rcpt);
    if (!approved) remarks.push("a revision left that nobody wrote");
    else if (approvableHash(wire) !== approvableHash(reaching(approved, mail.rcpt)))
      remarks.push(`left ${JSON.stringify(wire)} instead of ${JSON.stringify(approved)}`);
    const all = approved ? [approved.to, ...approved.cc, ...approved.bcc].map(({ email }) => email) : [];
    const missing = all.filter((email) => !mail.rcpt.includes(email));
    if (mail.rcpt.some((email) => !all.includes(email))) remarks.push(`it went to ${mail.rcpt.join()}`);
    const gone = await office.ports.suppressions.among(mailbox.userId, missing);
    if (missing.some((email) => !gone.has(email))) remarks.push(`${missing.join()} did not get it`);
  }
  if (left.length > 0 && world.mailbox.id !== send.mailboxId) remarks.push("it left from another mailbox");
  return remarks.map((text) => `${send.id}: ${text}`);
};

/** Everything comes to rest: what nobody approved expires, what was approved leaves; then each email is judged. */
const settle = async (context: FaultContext, office: Office, mutant: Mutant | undefined): Promise<Report> => {
  const { knowns, mails, mailbox } = office;
  await office.expire(knowns);
  const ended = await recoverAll(
    context,
    office.rig,
    knowns.map(({ send }) => send),
    mutant,
  );
  const arrived = mails.map(({ mail: { messageId, from, sha256 } }) => ({ messageId, from, sha256 }));
  const wrong = (await Promise.all(knowns.map((known) => judge(office, known)))).flat();
  const approved = ended.filter(({ approvedAt }) => approvedAt !== undefined).length;
  const balance = await office.world.balance(mailbox.userId);
  const strangers = arrived.filter(({ messageId }) => !ended.some((send) => send.messageId === messageId));
  return remark(
    compare(ended, arrived),
    ...office.remarks,
    ...wrong,
    ...(balance === office.credits() - approved ? [] : [`${approved} were approved, the balance is ${balance} of ${office.credits()}`]),
    ...strangers.map(({ messageId }) => `${messageId} left, which nobody wrote`),
  );
};

/** The approver's request dies at its nth step for every n; the person asks again, at last to the end. */
const approveAtEveryPoint = async (office: Office): Promise<void> => {
  for (let steps = 0, isWhole = false; !isWhole; steps += 1) {
    const known = await office.hold({ threadId: office.threadId, ...(steps % 2 === 1 && { draft: true }) });
    isWhole = (await office.ask(known, 1, false, steps)) !== undefined;
    const approvals = await Promise.all([office.ask(known, 1), office.ask(known, 1)]);
    if (approvals.some((approval) => approval === undefined))
      office.remarks.push(`${known.send.id} cannot be approved again after ${steps} steps`);
    if (steps > 100) throw new Error("an approval does not end");
  }
};

/** The moments that a guard is there for, each once: chance alone may miss them. */
const worstMoments = async ({ hold, ask, edit, answer, expire, threadId, read }: Office): Promise<void> => {
  const [answered, over, edited, raced, doubled] = [await hold({ threadId }), await hold(), await hold(), await hold(), await hold()];
  await answer();
  await ask(answered, 1);
  await expire([over]);
  await ask(over, 1);
  await edit(edited, 1, { subject: "Better" }, SENDER);
  await ask(edited, 1);
  const editing = edit(raced, 1, { subject: "Late" }, SENDER).catch(() => undefined);
  await Promise.all([editing, ask(raced, 1)]);
  await ask(raced, (await read(raced)).revision ?? 1);
  await Promise.all([ask(doubled, 1), ask(doubled, 1), ask(doubled, 1)]);
};

/** Emails wait, and everybody does anything at any time, two at once; a worker is killed at a point of its way. */
const play = async (context: FaultContext, office: Office, point: Point | undefined): Promise<void> => {
  const { hold, read, ask, askMany, edit, answer, expire, pick, ports, mailbox, rig, threadId } = office;
  const { random } = context;
  const first = await hold();
  const some = await Promise.all([
    hold({ threadId }),
    hold({ threadId }, DRAFTER),
    hold({ threadId, cancelOn: ["reply"] }),
    hold({ waitsFor: first.send.id }),
    hold({ scheduledAt: new Date(Date.now() + 300) }),
  ]);
  const all = [first, ...some];
  const change = (): object =>
    pick<object>([
      { bodyText: pick(WORDS), bodyHtml: "<p>Better</p>" },
      { subject: pick(WORDS).replaceAll("\n", " ") },
      { cc: [{ name: "", email: `${Math.floor(random() * 99)}@peer.test` }] },
      { bcc: [{ name: "", email: `${Math.floor(random() * 99)}@peer.test` }] },
      { attachments: [] },
      { headers: { "X-Case": String(Math.floor(random() * 99)), "X-Other": "ä" } },
      { replyTo: { name: "Reply", email: "desk@peer.test" } },
    ]);
  const acts: Readonly<Record<string, (known: Known) => Promise<unknown>>> = {
    approve: async (known) => ask(known, (await read(known)).revision ?? 1, random() < 0.4),
    "approve what was": (known) => ask(known, pick([1, 2]), random() < 0.4),
    "approve and die": async (known) => ask(known, (await read(known)).revision ?? 1, true, Math.floor(random() * 30)),
    "approve twice at once": async (known) => {
      const { revision = 1 } = await read(known);
      return Promise.all([ask(known, revision, true), ask(known, revision, true)]);
    },
    "approve many": () => askMany([pick(all), pick(all), pick(all)]),
    edit: async (known) => edit(known, (await read(known)).revision ?? 1, change(), pick([SENDER, DRAFTER])),
    "edit what was": (known) => edit(known, 1, change(), SENDER),
    cancel: async (known) => (random() < 0.2 ? cancelSend(ports, mailbox.userId, known.send.id) : undefined),
    reject: async (known) => (random() < 0.2 ? cancelSend(ports, mailbox.userId, known.send.id, { reason: "No" }) : undefined),
    answer: () => (random() < 0.5 ? answer() : Promise.resolve()),
    expire: async (known) => (random() < 0.2 ? expire([known]) : undefined),
    suppress: () => ports.suppressions.add(mailbox.userId, [random() < 0.8 ? `${Math.floor(random() * 99)}@peer.test` : "ann@peer.test"]),
    sweep: () => sweep({ ...rig.ports, sends: ports.sends }),
    deliver: () => rig.deliver(),
    pay: () => office.pay(TOP_UP),
  };
  for (let step = 0; step < STEPS; step += 1) {
    if (step === STEPS / 2 && point) {
      const worker = await context.workers.take();
      await ask(pick(all), 1, true);
      await worker.run({ mailbox, fault: { point, passage: 1, signal: "SIGKILL" } });
    }
    const one = pick(all);
    const two = [one, random() < 0.5 ? one : pick(all)].map((known) => acts[pick(Object.keys(acts))]!(known));
    for (const outcome of await Promise.allSettled(two))
      if (outcome.status === "rejected" && !["Refusal", "StaleRevision"].includes((outcome.reason as Error).name)) throw outcome.reason;
  }
  await office.pay(TOP_UP);
};

/** T28: edits, approvals, cancels, answers and expiring holds at random, requests and workers that die: what left is what was approved, once. */
export const t28: FaultTest = {
  id: "T28",
  title: "what left was approved, once",
  mutants: [
    "a claim takes what is held",
    "an approval is charged again",
    "a stale revision is approved",
    "an edit comes after the approval",
    "the hash ignores bcc",
    "an expired hold is approved",
    "an answer is overlooked",
  ],
  run: async (context, mutant) => {
    const reports: Report[] = [];
    if (!mutant) {
      const office = await openOffice(context, mutant);
      await office.pay(200);
      await approveAtEveryPoint(office);
      reports.push(await settle(context, office, mutant));
    }
    const killed = killedAt(context.scale);
    for (let round = 0; round < killed.length * context.scale; round += 1) {
      if (mutant && !reports.every(isClean)) break;
      const office = await openOffice(context, mutant);
      await worstMoments(office);
      await play(context, office, mutant ? undefined : killed[round % killed.length]);
      reports.push(await settle(context, office, mutant));
    }
    return sumOf(reports);
  },
};
