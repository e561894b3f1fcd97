import { setTimeout as pause } from "node:timers/promises";
import { createOpenSocket } from "#shared/platform/egress/open-socket.ts";
import { upgradeTls } from "#shared/platform/egress/tls.ts";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { mongoSuppressions } from "#shared/suppressions/store/suppressions.ts";
import { mongoEventOutbox } from "#shared/events/store/event-outbox.ts";
import { mongoAnswersTo } from "#shared/inbox/store/answers.ts";
import { mongoDeliveries } from "#shared/sending/store/deliveries.ts";
import { mongoAcceptedSends } from "#shared/sending/store/accepted-sends.ts";
import { mongoSentCopies } from "#shared/sending/store/deferrals.ts";
import { mongoRefusals } from "#shared/sending/store/delivery-rows.ts";
import { mongoWorkerTime } from "#shared/sending/store/recovery.ts";
import { mongoSends } from "#shared/sending/store/sends.ts";
import { mongoWallets } from "#shared/accounts/store/users.ts";
import { smtpSubmissions } from "#shared/transports/smtp/submissions.ts";
import { parseAllowList } from "#shared/platform/egress/address-policy.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { Log } from "#shared/platform/ports.ts";
import type { BatchResult } from "#shared/sending/accept/accept-batch.ts";
import { deliverMailbox } from "#shared/sending/deliver/deliver-mailbox.ts";
import type { DeliverPorts } from "#shared/sending/deliver/deliver-ports.ts";
import { draftSend, type PlacedEmail } from "#shared/sending/accept/draft.ts";
import type { Draft } from "#shared/sending/ports/acceptance.ts";
import type { SentFolder, Submission, Submissions } from "#shared/sending/ports/submission.ts";
import type { Waiting, WakeUps } from "#shared/sending/ports/wake-ups.ts";
import type { Send } from "#shared/sending/send.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { aMailbox } from "./mailbox.ts";
import { memoryMailboxes } from "./memory/mailboxes.ts";

/** A key that may send. */
export const SENDER = { id: "655f1c2e9b1e8a0012345679", scopes: ["send", "read", "admin"] as const };
/** A key that may only hold. */
export const DRAFTER = { id: "655f1c2e9b1e8a001234567a", scopes: ["draft", "read"] as const };

/** Answers the send that was accepted as it is, and saves nothing. */
export const asIs = { by: SENDER, claim: undefined, answer: (send: Send) => send };
/** The same of a batch. */
export const allAsIs = { by: SENDER, claim: undefined, answer: (results: readonly BatchResult[]) => results };

/** An email of a test; state only what matters. */
export const anEmail = (facts: Partial<PlacedEmail> = {}): PlacedEmail => ({
  to: { name: "", email: "jane@example.net" },
  subject: "Hello",
  bodyText: "Shall we talk on Tuesday?",
  ...facts,
});

/** A log that keeps the names of what was logged. */
export const recordingLog = (): Log & { readonly events: string[] } => {
  const events: string[] = [];
  const record = (event: string) => void events.push(event);
  return { events, info: record, warn: record, error: record };
};

/** Wake-ups that are only remembered. */
export const recordingWakeUps = (): WakeUps & { readonly woken: Waiting[] } => {
  const woken: Waiting[] = [];
  return { woken, wake: async (sends) => void woken.push(...sends) };
};

/** A Sent folder that holds the given Message-IDs, and what was filed. */
export const memorySentFolder = (holds: readonly string[] = []): SentFolder & { readonly filed: Buffer[] } => {
  const filed: Buffer[] = [];
  return {
    filed,
    draft: async () => ({ kind: "missing" }),
    contains: async (_, messageId) => holds.includes(messageId),
    count: async (_, messageId) => filed.filter((raw) => raw.includes(messageId)).length + holds.filter((one) => one === messageId).length,
    append: async function* (_, copies) {
      for await (const copy of copies) {
        filed.push(copy.raw);
        yield copy;
      }
    },
  };
};

/** The accounts at the mailboxes' own servers, all with this password. */
export const accountsWith = (password: string): DeliverPorts["mailAccounts"] => ({
  smtp: async (box) => ({ ...box.smtp, credential: { password } }),
  imap: async (box) => box.imap && { ...box.imap, credential: { password } },
  renew: async () => false,
  otherWay: async () => undefined,
});

const ways = { openSocket: createOpenSocket({ allowed: parseAllowList("127.0.0.0/8:*") }), upgradeTls };

/** The same connections, over which messages are submitted another way. */
export const submittingBy = (real: Submissions, submitOver: (opened: Submission) => Submission["submit"]): Submissions => ({
  open: async (account) => {
    const opened = await real.open(account);
    return {
      get open() {
        return opened.open;
      },
      close: () => opened.close(),
      submit: submitOver(opened),
    };
  },
});

/** SMTP whose every wait ends after `ms`, so that a server that hangs is given up within a test. */
export const hastySubmissions = (ms: number): Submissions =>
  submittingBy(
    smtpSubmissions(ways, { stepMs: ms, envelopeMs: ms }),
    (opened) => (message, intend, replyTimeoutMs) => opened.submit(message, intend, Math.min(ms, replyTimeoutMs)),
  );

/** The deliver worker's ports over a real database and real SMTP connections; queue, log and Sent folder are in memory. */
export const deliverPorts = (connect: Connect, mailboxes: DeliverPorts["mailboxes"], leaseMs?: number) =>
  ({
    deliveries: mongoDeliveries(connect, leaseMs),
    sends: mongoSends(connect),
    mailboxes,
    mailAccounts: accountsWith("secret"),
    submissions: smtpSubmissions(ways),
    sentFolder: memorySentFolder(),
    copies: mongoSentCopies(connect),
    suppressions: mongoSuppressions(connect),
    workerTime: mongoWorkerTime(connect),
    refusals: mongoRefusals(connect),
    answers: { pull: async () => true, to: mongoAnswersTo(connect), away: async () => undefined },
    eventOutbox: mongoEventOutbox(connect),
    wakeUps: recordingWakeUps(),
    isInMaintenance: async () => false,
    clock,
    ids,
    log: recordingLog(),
    pause: (ms: number) => pause(ms),
  }) satisfies DeliverPorts;

/** What a rig is made of; the SMTP server must speak verified TLS at 127.0.0.1. */
export interface RigOptions {
  readonly connect: Connect;
  readonly smtp: { readonly port: number };
  readonly mailbox?: Partial<Mailbox>;
  readonly leaseMs?: number;
  readonly ports?: Partial<DeliverPorts>;
  /** Hears of every draft that was accepted. */
  readonly onAccept?: (draft: Draft) => void;
}

/** One account with one mailbox and 1000 credits, on a real database and a real SMTP connection. */
export const sendingRig = async ({ connect, smtp, mailbox: facts = {}, leaseMs, ports: given = {}, onAccept }: RigOptions) => {
  const mailboxes = memoryMailboxes();
  const mailbox = aMailbox({
    smtp: { host: "127.0.0.1", port: smtp.port, secure: "tls", username: "sales" },
    maxDailySends: 100_000,
    ...facts,
  });
  await mailboxes.insert(mailbox, { smtpPassword: "secret" });
  await mongoWallets(connect).topUp(mailbox.userId, 1000, ids.objectId());
  const acceptedSends = mongoAcceptedSends(connect);
  const real = deliverPorts(connect, mailboxes, leaseMs);
  const { sends, wakeUps, log, sentFolder } = real;
  const ports: DeliverPorts = { ...real, ...given };
  const accept = async (...emails: readonly Partial<PlacedEmail>[]): Promise<readonly Send[]> => {
    const drafts = emails.map((email) => draftSend({ clock, ids }, { mailbox }, anEmail(email)));
    await acceptedSends.accept(mailbox.userId, drafts);
    if (onAccept) drafts.forEach(onAccept);
    return drafts.map(({ send }) => send);
  };
  const read = async (send: Pick<Send, "id">): Promise<Send> => {
    const found = await sends.find(mailbox.userId, send.id);
    if (!found) throw new Error("the send is gone");
    return found;
  };
  return {
    mailbox,
    mailboxes,
    ports,
    acceptedSends,
    sends,
    wakeUps,
    log,
    sentFolder,
    accept,
    read,
    deliver: (sendIds: readonly string[] = []) => deliverMailbox(ports, { mailboxId: mailbox.id, sendIds }),
    statuses: async (of: readonly Send[]) => Promise.all(of.map(async (send) => (await read(send)).status)),
  };
};
