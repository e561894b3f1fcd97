import type { MailReader } from "#shared/inbox/ports/mail-session.ts";
import { syncMailbox, type SyncLimits, type SyncPorts } from "#shared/inbox/pull/sync-mailbox.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { ids } from "#shared/platform/system.ts";
import { rawMail } from "#test/unit/mail/read/raw-mail.ts";
import { aMailbox } from "./mailbox.ts";
import { memorySync } from "./memory/inbox.ts";
import { memoryMailboxes } from "./memory/mailboxes.ts";
import { memoryMailServer } from "./memory/mail-server.ts";

const DAY_MS = 86_400_000;
/** When the pulls take place, unless a world waits. */
export const now = new Date("2026-11-21T09:00:00Z");
/** So many days before. */
export const day = (n: number) => new Date(now.getTime() - n * DAY_MS);
/** The Message-ID of a mail of that number. */
export const idOf = (n: number) => `<m${n}@peer.test>`;
/** A mail of its own Message-ID. */
export const mail = (n: number, facts: object = {}) => ({ raw: rawMail({ headers: { "Message-ID": idOf(n) } }).toString(), ...facts });
/** Several. */
export const mails = (count: number) => Array.from({ length: count }, (_, n) => mail(n));

/** A mailbox with the inbox's stores in memory, a clock that may be set forward, and pulls from the server that a reader opens. */
export const aPulledMailbox = async (mailReader: MailReader, facts: Partial<Mailbox> = {}) => {
  const time = { now };
  const sync = memorySync(() => time.now.getTime());
  const mailboxes = memoryMailboxes();
  const mailbox = aMailbox({ inboxSyncEnabled: true, inboxSyncFrom: day(30), inboxEnabledAt: now, ...facts });
  await mailboxes.insert(mailbox, {});
  const account = { host: "localhost", port: 993, username: mailbox.email, credential: { password: "sandbox" } };
  const ports: SyncPorts = {
    ...sync,
    mailboxes,
    mailReader,
    mailAccounts: { imap: async () => account, renew: async () => false, otherWay: async () => undefined },
    clock: { now: () => time.now },
    ids,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  };
  const current = async () => (await mailboxes.findForJob(mailbox.id)) ?? mailbox;
  const pull = async (limits: Partial<SyncLimits> = {}, changed: Partial<SyncPorts> = {}) =>
    syncMailbox({ ...ports, ...changed }, await current(), { signal: AbortSignal.timeout(30_000), ...limits });
  /** Sets the clock forward. */
  const wait = (ms: number) => void (time.now = new Date(time.now.getTime() + ms));
  const cursor = (path = "INBOX") => sync.states.get(mailbox.id)?.cursors.find((candidate) => candidate.path === path);
  return { ...sync, mailboxes, mailbox, ports, current, pull, wait, cursor };
};

/** Such a mailbox at a server in memory. */
export const aPullWorld = async (facts: Partial<Mailbox> = {}) => {
  const server = memoryMailServer();
  const world = await aPulledMailbox(server.reader, { email: "me@sender.example", ...facts });
  /** Ends a pull's time, and its connection, at the first call that begins so. */
  const timeUpAt = (step: string): AbortSignal => {
    const stop = new AbortController();
    server.state.slow = async (call) => {
      if (!call.startsWith(step)) return;
      stop.abort();
      throw new Error("closed");
    };
    return stop.signal;
  };
  /** Pulls two minutes later, whatever becomes of it; a killed pull's lease has ended by then. */
  const pullLater = async (changed: Partial<SyncPorts>) => {
    world.wait(120_000);
    await world.pull({}, changed).catch(() => undefined);
  };
  return { ...world, server, timeUpAt, pullLater };
};
