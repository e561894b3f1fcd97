import { syncMailbox, type SyncLimits, type SyncPorts } from "#shared/domain/inbox/pull/sync-mailbox.ts";
import type { Mailbox } from "#shared/domain/mailboxes/mailbox.ts";
import { ids } from "#shared/runtime/system.ts";
import { rawMail } from "#test/unit/mail/read/raw-mail.ts";
import { aMailbox } from "./mailbox.ts";
import { memorySync } from "./memory/inbox.ts";
import { memoryMailboxes } from "./memory/mailboxes.ts";
import { memoryMailServer } from "./memory/mail-server.ts";

/** When the pulls take place. */
export const now = new Date("2026-11-21T09:00:00Z");
/** So many days before. */
export const day = (n: number) => new Date(now.getTime() - n * 86_400_000);
/** A mail of its own Message-ID. */
export const mail = (n: number, facts: object = {}) => ({
  raw: rawMail({ headers: { "Message-ID": `<m${n}@peer.test>` } }).toString(),
  ...facts,
});
/** Several. */
export const mails = (count: number) => Array.from({ length: count }, (_, n) => mail(n));

/** A mailbox, a server and the stores in memory, and the pull over them. */
export const aPullWorld = async (facts: Partial<Mailbox> = {}) => {
  const server = memoryMailServer();
  const sync = memorySync(() => now.getTime());
  const mailboxes = memoryMailboxes();
  const mailbox = aMailbox({ email: "me@sender.example", inboxSyncEnabled: true, inboxSyncFrom: day(30), inboxEnabledAt: now, ...facts });
  await mailboxes.insert(mailbox, {});
  const account = { host: "imap.example.com", port: 993, username: mailbox.email, credential: { password: "p" } };
  const ports: SyncPorts = {
    ...sync,
    mailboxes,
    mailReader: server.reader,
    mailAccounts: { imap: async () => account, renew: async () => false },
    clock: { now: () => now },
    ids,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  };
  const current = async () => (await mailboxes.findForJob(mailbox.id)) ?? mailbox;
  const pull = async (limits: Partial<SyncLimits> = {}, changed: Partial<SyncPorts> = {}) =>
    syncMailbox({ ...ports, ...changed }, await current(), { signal: AbortSignal.timeout(5_000), ...limits });
  const cursor = (path = "INBOX") => sync.states.get(mailbox.id)?.cursors.find((candidate) => candidate.path === path);
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
  return { ...sync, server, mailboxes, mailbox, pull, current, cursor, timeUpAt, ports };
};
