import { syncMailbox, type SyncPorts } from "#shared/domain/inbox/pull/sync-mailbox.ts";
import { ids } from "#shared/runtime/system.ts";
import { aMailbox } from "./mailbox.ts";
import { memorySync } from "./memory/inbox.ts";
import { memoryMailboxes } from "./memory/mailboxes.ts";
import type { ScriptedImap } from "./scripted-imap.ts";

const DAY_MS = 86_400_000;
const begun = new Date("2026-11-21T09:00:00Z");
/** So many days before a world's first pull. */
export const daysAgo = (n: number) => new Date(begun.getTime() - n * DAY_MS);

/** The Message-ID of a mail of that number. */
export const idOf = (n: number) => `<m${n}@peer.test>`;
const head = (n: number) =>
  `Received: from peer.test by mx.sender.example; Fri, 20 Nov 2026 10:00:0${n % 10} +0000\r\nFrom: Jane <jane@peer.test>\r\nTo: me@sender.example\r\nSubject: Mail ${n}\r\nMessage-ID: ${idOf(n)}\r\n`;
/** A mail that is fetched whole. */
export const smallMail = (n: number): Buffer => Buffer.from(`${head(n)}\r\nBody ${n}\r\nand its last line\r\n`);
/** A mail of which only headers and texts are fetched. */
export const largeMail = (n: number): Buffer => {
  const file = Buffer.alloc(120_000, n).toString("base64").replace(/.{76}/g, "$&\r\n");
  const type = "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n";
  const parts = ["Content-Type: text/plain\r\n\r\n", `Large ${n}\r\n`, "--b\r\nContent-Type: application/pdf; name=a.pdf\r\n"];
  return Buffer.from(`${head(n)}${type}--b\r\n${parts.join("")}Content-Transfer-Encoding: base64\r\n\r\n${file}\r\n--b--\r\n`);
};

/** A mailbox on a scripted server, the stores in memory, a clock that may be set forward, and the real sync over them. */
export const aLiedWorld = async (server: ScriptedImap) => {
  const time = { now: begun };
  const sync = memorySync(() => time.now.getTime());
  const mailboxes = memoryMailboxes();
  const mailbox = aMailbox({
    email: `u${Math.random().toString(36).slice(2)}@sender.example`,
    inboxSyncEnabled: true,
    inboxSyncFrom: daysAgo(30),
    inboxEnabledAt: begun,
  });
  await mailboxes.insert(mailbox, {});
  const account = { host: "localhost", port: 993, username: mailbox.email, credential: { password: "sandbox" } };
  const ports: SyncPorts = {
    ...sync,
    mailboxes,
    mailReader: server.reader,
    mailAccounts: { imap: async () => account, renew: async () => false },
    clock: { now: () => time.now },
    ids,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  };
  const current = async () => (await mailboxes.findForJob(mailbox.id)) ?? mailbox;
  const pull = async () => syncMailbox(ports, await current(), { signal: AbortSignal.timeout(30_000) });
  return {
    ...sync,
    mailbox,
    current,
    pull,
    folder: () => server.store.folder(mailbox.email, "INBOX")!,
    /** A request's short pull, which asks like a poll. */
    briefPull: async () => syncMailbox(ports, await current(), { signal: AbortSignal.timeout(30_000), brief: true }),
    /** Puts mail into INBOX or another folder, received a day before the first pull. */
    deliver: (raw: Buffer, receivedAt = daysAgo(1), folder = "INBOX") => server.store.deliver(mailbox.email, raw, { receivedAt, folder }),
    /** Sets the clock forward. */
    wait: (ms: number) => void (time.now = new Date(time.now.getTime() + ms)),
    /** Pulls several times, some minutes apart. */
    pulls: async (count: number) => {
      for (let i = 0; i < count; i += 1) {
        await pull();
        time.now = new Date(time.now.getTime() + 120_000);
      }
    },
    storedIds: () => [...sync.stored.values()].map(({ message }) => message.messageId).toSorted(),
    cursor: () => sync.states.get(mailbox.id)?.cursors.find(({ path }) => path === "INBOX"),
  };
};

/** A world of the tests of lies. */
export type LiedWorld = Awaited<ReturnType<typeof aLiedWorld>>;
