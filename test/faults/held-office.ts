import { mongoWallets, walletsOf } from "#shared/accounts/store/users.ts";
import type { Address } from "#shared/mail/parsed-message.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { ids } from "#shared/platform/system.ts";
import { approveHeld, approveMany } from "#shared/sending/approve-held.ts";
import type { PlacedEmail } from "#shared/sending/accept/draft.ts";
import { type EditRequest, editHeld } from "#shared/sending/held.ts";
import type { Send } from "#shared/sending/send.ts";
import { mongoSuppressions } from "#shared/suppressions/store/suppressions.ts";
import { BY, heldWorldOn } from "#test/support/held-world.ts";
import { inboxStore } from "#test/support/inbox-store.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import type { AcceptedMail } from "#test/support/scriptable-smtp.ts";
import { type DRAFTER, SENDER } from "#test/support/sending-rig.ts";
import { mortal, mutateHeld } from "./approving.ts";
import type { Approvable } from "./contents.ts";
import type { FaultContext } from "./context.ts";
import { Died, lifeOf } from "./mortal.ts";
import { type Mutant, mutate } from "./mutants.ts";

const FILE = { name: "plan.txt", type: "text/plain", content: Buffer.from("The plan") };
/** Some wait without credits until the account is topped up. */
const CREDITS = 4;
/** What the account tops up, credits. */
export const TOP_UP = 10;
/** More than any approval takes. */
const STEPS_MAX = 200;
/** What people write. */
export const WORDS = ["Yes", "No, thanks", "Über alles gern", "On Monday\n> not a quote", "From here on\n\n.\n.."];

/** A held email as the people around it know it. */
export interface Known {
  readonly send: Send;
  readonly threadId: string | undefined;
  /** What was written at each revision; where an edit died, it may or may not have been. */
  readonly written: Map<number, Approvable>;
  /** The revisions that somebody asked to let leave and that were not refused, with whether that was told. */
  readonly asked: { readonly revision: number; told: boolean; refused: boolean }[];
  /** Its latest revision when mail came in its conversation; nobody has seen that mail. */
  unseen: number;
  /** Nobody had approved it when its time for that was over. */
  isOver: boolean;
}

const address = (email: string, name = ""): Address => ({ name, email });

/** What an email says after an edit. */
const after = (before: Approvable, { subject, bodyText, bodyHtml, cc, bcc, attachments, headers, replyTo }: EditRequest): Approvable => ({
  ...before,
  ...(subject !== undefined && { subject }),
  ...(bodyText !== undefined && { text: bodyText, html: bodyHtml ?? "" }),
  ...(cc && { cc }),
  ...(bcc && { bcc }),
  ...(attachments && { files: attachments.map(({ name, type, content }) => ({ name, type, content: Buffer.from(content) })) }),
  ...(headers && { headers }),
  ...(replyTo && { replyTo }),
});

/** An account with held emails in a conversation, everybody who writes, approves and rejects them, and what they were told. */
export const openOffice = async (context: FaultContext, mutant: Mutant | undefined) => {
  const { connect, random } = context;
  const mails: { readonly mail: AcceptedMail; readonly raw: Buffer }[] = [];
  const smtp = await context.smtp({ onMail: (mail, raw) => void mails.push({ mail, raw }) });
  const rig = await context.rig({ smtp, mailbox: { inboxSyncEnabled: true } });
  const { mailbox } = rig;
  const world = await heldWorldOn(connect)(0, mailbox);
  const suppressions = mongoSuppressions(connect);
  const ports = { ...world.ports, suppressions, eventOutbox: rig.ports.eventOutbox, held: mutateHeld(world.ports.held, mutant, connect) };
  await walletsOf(await connect()).updateOne({ _id: oid(mailbox.userId) }, { $set: { balance: CREDITS } });
  let credits = CREDITS;
  const pay = async (amount: number) => {
    await mongoWallets(connect).topUp(mailbox.userId, amount, ids.objectId());
    credits += amount;
  };
  const inbox = inboxStore(connect, mailbox);
  const original = await inbox.sent({ toEmail: "jane@peer.test" });
  const threadId = await inbox.threads.ofSend(mailbox.userId, original);
  const knowns: Known[] = [];
  const remarks: string[] = [];
  const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)]!;

  /** A machine or a person writes an email that waits. */
  const hold = async (facts: Partial<PlacedEmail> = {}, by: typeof SENDER | typeof DRAFTER = SENDER): Promise<Known> => {
    const [bcc, cc] = [[address("boss@peer.test")], [address("ann@peer.test", "Ann Ö.")]];
    const [text, html] = [pick(WORDS), "<p>Words</p>"];
    const email = { bodyText: text, bodyHtml: html, bcc, cc, attachments: [FILE], headers: { "X-Case": "7" }, ...facts };
    const send = await world.hold(email, by);
    const written: Approvable = {
      from: address(mailbox.email, mailbox.displayName),
      replyTo: address(""),
      to: address("jane@example.net"),
      cc,
      bcc,
      subject: "Hello",
      text,
      html,
      headers: { "X-Case": "7" },
      files: [FILE],
    };
    const known = { send, threadId: facts.threadId, written: new Map([[1, written]]), asked: [], unseen: 0, isOver: false };
    knowns.push(known);
    return known;
  };

  const read = (known: Known) => world.read(known.send);
  /** Somebody asks to let a revision leave; their request may die after so many steps. */
  const ask = async (known: Known, revision: number, evenIfAnswered = false, steps = STEPS_MAX): Promise<Send | undefined> => {
    const { send, asked } = known;
    const mayBeApproved = asked.some(({ refused }) => !refused);
    const [isOver, isUnseen] = [known.isOver, !evenIfAnswered && !mayBeApproved && revision <= known.unseen];
    const asking = { revision, told: false, refused: false };
    asked.push(asking);
    const life = lifeOf(steps);
    const named = mutant === "a stale revision is approved" ? ((await read(known)).revision ?? 1) : revision;
    const of = { userId: mailbox.userId, id: send.id };
    try {
      const approved = await approveHeld(mortal(ports, connect, life.step, mutant), of, { revision: named, evenIfAnswered }, BY);
      if (life.isOver()) return undefined;
      asking.told = true;
      if (isOver) remarks.push(`${send.id} was approved after its time for that`);
      if (isUnseen) remarks.push(`${send.id} was approved although nobody had seen an answer`);
      return approved;
    } catch (error) {
      if (life.isOver() || error instanceof Died) return undefined;
      asking.refused = true;
      if (!["Refusal", "StaleRevision"].includes((error as Error).name)) remarks.push(`${send.id}: ${String(error)}`);
      return undefined;
    }
  };
  const askMany = async (some: readonly Known[]): Promise<void> => {
    const items = await Promise.all(some.map(async (known) => ({ known, id: known.send.id, revision: (await read(known)).revision ?? 1 })));
    const asked = items.map(({ known, revision }) => {
      const asking = { revision, told: false, refused: false };
      known.asked.push(asking);
      return asking;
    });
    const results = await approveMany(ports, { userId: mailbox.userId }, items, BY);
    for (const [index, { result }] of results.entries()) {
      const refused = result instanceof Error;
      Object.assign(asked[index]!, { told: !refused, refused });
      if (!refused && items[index]!.known.isOver) remarks.push(`${result.id} was approved after its time for that`);
    }
  };
  const edit = async (known: Known, revision: number, change: Omit<EditRequest, "revision">, by: typeof SENDER | typeof DRAFTER) => {
    const before = known.written.get(revision);
    const { revision: now } = await editHeld(ports, mailbox.userId, known.send.id, { ...change, revision }, by);
    if (before) known.written.set(now ?? 0, after(before, change));
  };
  let arriving: Promise<unknown> = Promise.resolve();
  const answer = async () => {
    const seen = await Promise.all(
      knowns.filter((known) => known.threadId !== undefined).map(async (known) => ({ known, revision: (await read(known)).revision ?? 0 })),
    );
    const arrival = arriving.then(() => inbox.receive([{ inReplyTo: original.messageId, subject: "Re: Hello" }]));
    arriving = arrival.catch(() => undefined);
    await arrival;
    for (const { known, revision } of seen) known.unseen = Math.max(known.unseen, revision);
  };
  /** The time for approving is over; the sweeper comes at some time after. */
  const expire = async (some: readonly Known[]) => {
    const held = { _id: { $in: some.map(({ send }) => oid(send.id)) }, holdUntil: { $exists: true } };
    await rawSends(await connect()).updateMany(held, { $set: { holdUntil: new Date(Date.now() - 1_000) } });
    for (const known of some) if (known.asked.every(({ refused }) => refused)) known.isOver = true;
  };
  Object.assign(rig.ports, mutate(rig.ports, mutant, connect));
  const seen = { mails, knowns, remarks, credits: () => credits };
  return { connect, rig, world, ports, mailbox, threadId, ...seen, pick, pay, hold, read, ask, askMany, edit, answer, expire };
};

/** The same, as what it is. */
export type Office = Awaited<ReturnType<typeof openOffice>>;
