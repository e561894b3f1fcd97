// An account that writes to firms from a pool: requests and workers that may die at any step, on a clock that is turned, and what its mail servers took.
import { mongoWallets } from "#shared/accounts/store/users.ts";
import type { ContactLimit } from "#shared/accounts/credits.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { Pace } from "#shared/mailboxes/pace.ts";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { worldDatabase } from "#shared/platform/mongo/world-database.ts";
import { sanitize } from "#shared/platform/html/sanitize.ts";
import { ids } from "#shared/platform/system.ts";
import { acceptBatch } from "#shared/sending/accept/accept-batch.ts";
import { deliverMailbox } from "#shared/sending/deliver/deliver-mailbox.ts";
import type { AwayNote } from "#shared/sending/departure/departure.ts";
import type { AcceptedSends } from "#shared/sending/ports/acceptance.ts";
import type { Outcome } from "#shared/sending/ports/submission.ts";
import type { Send } from "#shared/sending/send.ts";
import { mongoAcceptedSends } from "#shared/sending/store/accepted-sends.ts";
import { mongoConversations, mongoSends } from "#shared/sending/store/sends.ts";
import { mongoDeliveries } from "#shared/sending/store/deliveries.ts";
import { toSend } from "#shared/sending/store/send-documents.ts";
import { sweep } from "#shared/sending/wake/sweep.ts";
import { followingElement } from "#shared/threads/follow-up.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memoryMailboxes } from "#test/support/memory/mailboxes.ts";
import { unsubscribeLinks } from "#test/support/memory/sending.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import { deliverPorts, memorySentFolder, recordingLog, SENDER } from "#test/support/sending-rig.ts";
import type { FaultContext } from "./context.ts";
import { lifeOf, mortalConnect, mortalPorts } from "./mortal.ts";
import { mutate, type Mutant } from "./mutants.ts";

/** A Monday; all times are of the turned clock. */
const START = Date.parse("2026-11-23T07:00:00Z");
const CREDITS = 10_000;
/** Nobody at a firm gets a second first email within two weeks. */
export const LIMIT: ContactLimit = { per: "domain", count: 1, within: "P14D" };
/** A request or worker that lives to its end. */
export const WHOLE = 100_000;

const weekdays = ["mon", "tue", "wed", "thu", "fri"] as const;
/** The paces of the pool's mailboxes. */
const PACES: readonly Pace[] = [
  { minGap: { from: "PT5M", to: "PT20M" } },
  { maxHourlySends: 2, workday: { days: weekdays, from: "08:00", to: "18:00", timezone: "Europe/Berlin" } },
  {
    ramp: { from: 1, by: 1, to: 4, since: new Date(START) },
    workday: { days: weekdays, from: "09:00", to: "20:00", timezone: "Asia/Tokyo" },
  },
];

/** A mail as its server took it. */
export interface OnTheWire {
  readonly messageId: string;
  readonly from: string;
  readonly rcpt: readonly string[];
  readonly time: number;
  readonly sha256: "";
}

/** Acceptance without a guard. */
const mutateAccepted = (real: AcceptedSends, mutant: Mutant | undefined, other: Mailbox): AcceptedSends => ({
  accept: (userId, drafts, ...rest) => {
    if (mutant === "contacts are not counted")
      return real.accept(
        userId,
        drafts.map(({ contactTenant: _tenant, ...draft }) => draft),
        ...rest,
      );
    if (mutant !== "a follow-up changes its sender") return real.accept(userId, drafts, ...rest);
    const elsewhere = { mailboxId: other.id, fromEmail: other.email };
    const moved = drafts.map((draft) => (draft.send.waitsFor ? { ...draft, send: { ...draft.send, ...elsewhere } } : draft));
    return real.accept(userId, moved, ...rest);
  },
});

/** Opens the account, whose mailboxes have paces and send as one pool. */
export const openPool = async ({ connect: whole, random }: Pick<FaultContext, "connect" | "random">, mutant: Mutant | undefined) => {
  const userId = ids.objectId();
  let now = START;
  const clock = { now: () => new Date(now) };
  const connect: Connect = async () => worldDatabase(await whole(), { userId, now: clock.now });
  const mailboxes = memoryMailboxes({ now: clock.now });
  const senders = PACES.map((pace, n) =>
    aMailbox({ userId, email: `sales${n}@sender.example`, inboxSyncEnabled: true, maxDailySends: 100, ...pace }),
  );
  for (const mailbox of senders) await mailboxes.insert(mailbox, { smtpPassword: "secret" });
  await mongoWallets(connect).topUp(userId, CREDITS, "test");
  await mongoWallets(connect).setContactLimit(userId, LIMIT);
  const wire: OnTheWire[] = [];
  const notes = new Map<string, AwayNote>();

  /** What a server says to a mail that it is given: mostly yes. */
  const answerOf = (): Outcome => {
    const chance = random();
    if (chance < 0.06) return { kind: "refused", code: 451, reply: "451 4.3.0 later" };
    return chance < 0.1 ? { kind: "refused", code: 550, reply: "550 5.1.1 no such user" } : { kind: "sent", reply: "250 2.0.0 OK" };
  };
  const submitBy = (step: () => void) => ({
    open: true,
    close: () => undefined,
    submit: async (
      { raw, from, to }: { raw: Buffer; from: string; to: readonly string[] },
      intend: (refused: readonly []) => Promise<boolean>,
    ) => {
      const answer = answerOf();
      step();
      if (!(await intend([]))) return { kind: "fenced" as const };
      step();
      const messageId = /^Message-ID:\s*(\S+)/im.exec(raw.toString("latin1"))?.[1] ?? "";
      if (answer.kind === "sent") wire.push({ messageId, from, rcpt: to, time: now, sha256: "" });
      step();
      return answer;
    },
  });
  const live = {
    ...deliverPorts(connect, mailboxes),
    suppressions: { among: async () => new Map() },
    sentFolder: { ...memorySentFolder(), contains: async (_: unknown, id: string) => wire.some(({ messageId }) => messageId === id) },
    answers: { pull: async () => true, to: async () => undefined, away: async ({ toEmail }: Send) => notes.get(toEmail) },
    pause: async () => undefined,
    log: recordingLog(),
    clock,
  };
  const compose = { clock, ids, sanitize };
  const accepting = {
    ...compose,
    mailboxes,
    ips: { list: async () => [] },
    suppressions: live.suppressions,
    unsubscribeLinks,
    wakeUps: live.wakeUps,
  };
  const poolOf = {
    id: ids.objectId(),
    userId,
    name: "team",
    mailboxIds: senders.map(({ id }) => id),
    createdAt: clock.now(),
    updatedAt: clock.now(),
  };
  const pools = { findMany: async () => [poolOf] };

  /** Runs a request or worker that dies after so many steps; undefined when it died. */
  const living = async <R>(steps: number, work: (step: () => void) => Promise<R>): Promise<R | undefined> => {
    const { step, death } = lifeOf(steps);
    return Promise.race([work(step), death.then(() => undefined)]);
  };
  /** Writes to somebody, with a follow-up that waits while they are away; answers whether it was accepted, undefined when it died. */
  const write = (to: string, steps: number, after: string, mailbox?: Mailbox): Promise<"accepted" | "refused" | undefined> =>
    living(steps, (step) => {
      const sends = mongoSends(connect);
      const acceptedSends = mutateAccepted(mongoAcceptedSends(mortalConnect(connect, step)), mutant, senders.at(-1)!);
      const conversations = mongoConversations(connect);
      const ports = mortalPorts({ ...accepting, acceptedSends, choosing: async () => ({ pools, conversations, sends }) }, step, true);
      const onAway = { wait: "until_return", else: "P7D" } as const;
      const first = {
        to: { name: "", email: to },
        subject: "Hello",
        bodyText: "Shall we talk?",
        ...(mailbox ? { mailboxId: mailbox.id } : { pool: "team" }),
      };
      const second = followingElement(compose, {
        bodyText: "Did you see this?",
        scheduledAfter: after,
        onAway,
        quoteTimezone: "UTC",
        follows: 0,
      });
      const answer = (results: readonly object[]) => (results.every((one) => "send" in one) ? ("accepted" as const) : ("refused" as const));
      return acceptBatch(ports, userId, [first, second], { by: SENDER, claim: undefined, answer });
    });
  const deliver = (mailbox: Mailbox, steps = WHOLE) =>
    living(steps, (step) => {
      const ports = mutate({ ...live, submissions: { open: async () => mortalPorts(submitBy(step), step, true) } }, mutant, connect);
      const deliveries = mutate({ ...live, deliveries: mongoDeliveries(mortalConnect(connect, step)) }, mutant, connect).deliveries;
      const mortal = mortalPorts({ ...ports, deliveries }, step, true);
      // It answers piece by piece, not at once.
      const sentFolder = {
        ...mortal.sentFolder,
        append: (...given: Parameters<typeof live.sentFolder.append>) => live.sentFolder.append(...given),
      };
      return deliverMailbox({ ...mortal, sentFolder }, { mailboxId: mailbox.id, sendIds: [] });
    });
  const cancel = async (id: string, steps: number): Promise<void> => {
    await living(steps, (step) => mortalPorts({ sends: mongoSends(mortalConnect(connect, step)) }, step, true).sends.cancel(userId, id));
    if (mutant !== "a cancelled contact still counts") return;
    const rows = (await connect()).collection("contacts");
    await rows.updateMany({ "sends.sendId": oid(id) }, { $set: { "sends.$.sendId": oid(ids.objectId()) } });
  };
  const all = async (): Promise<readonly Send[]> =>
    (
      await rawSends(await connect())
        .find({ userId: oid(userId) })
        .toArray()
    ).map(toSend);
  return {
    userId,
    connect,
    senders,
    wire,
    write,
    deliver,
    cancel,
    all,
    /** Somebody is away from now on, until a day or for an unknown time. */
    leave: (email: string, returnsOn: string | undefined) => void notes.set(email, { receivedAt: clock.now(), returnsOn }),
    sweep: () => sweep(live),
    now: clock.now,
    pass: (ms: number) => void (now += ms),
    pauses: () => live.sends.pauses(senders.map(({ id }) => id)),
    spent: async () => CREDITS - ((await mongoWallets(connect).find(userId))?.balance ?? 0),
  };
};

/** The same, as what it is. */
export type PoolOffice = Awaited<ReturnType<typeof openPool>>;
