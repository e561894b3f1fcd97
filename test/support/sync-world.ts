import { randomBytes } from "node:crypto";
import { createOpenSocket } from "#shared/platform/egress/open-socket.ts";
import { upgradeTls } from "#shared/platform/egress/tls.ts";
import { imapMailReader } from "#shared/transports/imap/mail-reader.ts";
import { imapConnections } from "#shared/transports/imap/open-connection.ts";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { mongoEventOutbox } from "#shared/events/store/event-outbox.ts";
import { mongoAudits } from "#shared/inbox/store/audits.ts";
import { mongoMessageSearch } from "#shared/inbox/store/search/message-search.ts";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { mongoPages } from "#shared/inbox/store/page/pages.ts";
import { ingestInto } from "#shared/inbox/ingest/store-page.ts";
import { mongoChanges } from "#shared/inbox/store/changes.ts";
import { mongoFolderMoves, mongoMessages } from "#shared/inbox/store/messages.ts";
import { mongoSyncStates } from "#shared/inbox/store/sync-states.ts";
import { mongoThreads } from "#shared/threads/store/threads.ts";
import { syncMailbox, type SyncPorts, type SyncReport } from "#shared/inbox/pull/sync-mailbox.ts";
import { parseAllowList } from "#shared/platform/egress/address-policy.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { MailAccounts } from "#shared/mailboxes/ports.ts";
import type { Log } from "#shared/platform/ports.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { aMailbox } from "./mailbox.ts";

/** An IMAP server for tests: any user, one password. */
export interface ImapServer {
  readonly host: string;
  readonly port: number;
  readonly password: string;
}

const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const key = randomBytes(32).toString("base64");

/** The real sync, on a database and an IMAP server; `server` is read at each login, so a test may put a proxy before it. */
export const syncWorld = (connect: Connect, server: () => ImapServer, changes: Partial<SyncPorts> = {}) => {
  const egress = { openSocket: createOpenSocket({ allowed: parseAllowList("127.0.0.0/8:*,::1/128:*") }), upgradeTls };
  const mailboxes = mongoSealedMailboxes(connect, async () => ({ current: "k1", keys: { k1: key } }));
  const mailAccounts: Pick<MailAccounts, "imap" | "renew" | "otherWay"> = {
    imap: async ({ email }) => ({ ...server(), username: email, credential: { password: server().password } }),
    renew: async () => false,
    otherWay: async () => undefined,
  };
  const ports: SyncPorts = {
    mailAccounts,
    mailReader: imapMailReader(imapConnections(egress)),
    mailboxes,
    syncStates: mongoSyncStates(connect),
    search: mongoMessageSearch(connect),
    ingest: ingestInto(mongoPages(connect), ids),
    audits: mongoAudits(connect),
    moves: mongoFolderMoves(connect),
    changes: mongoChanges(connect),
    eventOutbox: mongoEventOutbox(connect),
    clock,
    ids,
    log: quiet,
    ...changes,
  };
  return {
    ports,
    mailboxes,
    messages: mongoMessages(connect),
    threads: mongoThreads(connect),
    /** A stored mailbox that pulls the last 30 days. */
    async mailbox(facts: Partial<Mailbox> = {}): Promise<Mailbox> {
      const now = new Date();
      const since = new Date(now.getTime() - 30 * 24 * 3_600_000);
      const mailbox = aMailbox({ inboxSyncEnabled: true, inboxSyncFrom: since, inboxEnabledAt: now, ...facts });
      await mailboxes.insert(mailbox, {});
      return mailbox;
    },
    /** One pull of the mailbox as it is stored now. */
    async pull(mailbox: Pick<Mailbox, "id">, limits: { ms?: number; leaseMs?: number } = {}): Promise<SyncReport> {
      const current = await mailboxes.findForJob(mailbox.id);
      if (!current) throw new Error("no such mailbox");
      return syncMailbox(ports, current, {
        signal: AbortSignal.timeout(limits.ms ?? 60_000),
        ...(limits.leaseMs && { leaseMs: limits.leaseMs }),
      });
    },
  };
};
