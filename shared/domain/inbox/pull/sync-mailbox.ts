import { publishNews } from "../../events/publish.ts";
import { classifyConnectionError } from "../../mailboxes/connection/connection-errors.ts";
import type { ImapAccount, Mailbox } from "../../mailboxes/mailbox.ts";
import { OAuthError } from "../../mailboxes/oauth/oauth.ts";
import { noteFailure, noteSuccess } from "../../mailboxes/connection/note-outcome.ts";
import type { ConnectionFailure, MailAccounts, MailboxChanges, Mailboxes } from "../../mailboxes/ports.ts";
import type { FolderStatus, MailReader, MailSession, SyncStates } from "../ports.ts";
import { POLL_MINUTES } from "./polling.ts";
import type { Pull, PullPorts } from "./pull.ts";
import { cursorOf, keep, pullFolder, saveCursors } from "./sync-folder.ts";
import { type FolderCursor, type FolderRole, isDue, LeaseLost, StoreFailed, type SyncLease } from "./sync-state.ts";

/** What pulling a mailbox takes. */
export interface SyncPorts extends PullPorts {
  readonly mailAccounts: Pick<MailAccounts, "imap" | "renew">;
  readonly mailReader: MailReader;
  readonly mailboxes: Pick<Mailboxes, "note">;
  readonly syncStates: SyncStates;
}

/** What became of a pull (specification, "Sync report entry"; `skipped`: contract/README.md, "Inbox"). */
export interface SyncReport {
  readonly mailboxId: string;
  readonly stored: number;
  readonly remaining: number;
  readonly error: string;
  readonly skipped: "" | "sync_disabled" | "disconnected" | "locked" | "deadline";
}

/** Limits of one pull: the signal ends it; by then it must be over, as the lease runs out a little later. */
export interface SyncLimits {
  readonly signal: AbortSignal;
  readonly leaseMs: number;
  /** True for a request's short pull. */
  readonly brief?: boolean;
}

const BACKFILL_MS = 30 * 24 * 3_600_000;
const FIRST_RETRY_MS = POLL_MINUTES * 60_000;
const LAST_RETRY_MS = 30 * 60_000;
/** A pull that is cut short after fewer messages has failed: a server as slow as that must not hold workers that others need. */
const SLOW_MESSAGES = 20;
const tooSlow: ConnectionFailure = {
  protocol: "IMAP",
  status: "error",
  field: "imapHost",
  message: "IMAP: the server is too slow: a pull ended before it got anywhere",
  immediate: false,
};
/** A folder besides the first that fails is left alone, longer each time. */
const LAST_FOLDER_RETRY_MS = 24 * 3_600_000;

/**
 * Pulls what is new in a mailbox into the store. Failures of the mail server end in the report and on the mailbox, never in an
 * exception; those of the store are thrown, for they are not the mailbox's fault.
 */
export const syncMailbox = async (ports: SyncPorts, mailbox: Mailbox, limits: SyncLimits): Promise<SyncReport> => {
  const skipped = (reason: SyncReport["skipped"]): SyncReport => ({
    mailboxId: mailbox.id,
    stored: 0,
    remaining: 0,
    error: "",
    skipped: reason,
  });
  if (!mailbox.inboxSyncEnabled) return skipped("sync_disabled");
  if (mailbox.status === "disconnected") return skipped("disconnected");
  const lease = await ports.syncStates.acquire(mailbox, limits.leaseMs);
  if (!lease) return skipped("locked");
  return pullUnderLease(ports, mailbox, lease, limits);
};

const pullUnderLease = async (
  ports: SyncPorts,
  mailbox: Mailbox,
  lease: SyncLease,
  { signal, brief = false }: SyncLimits,
): Promise<SyncReport> => {
  let pull: Pull | undefined;
  const report = (error: string, skipped: SyncReport["skipped"]): SyncReport => ({
    mailboxId: mailbox.id,
    stored: pull?.stored ?? 0,
    remaining: pull?.remaining ?? 0,
    error,
    skipped,
  });
  const now = ports.clock.now();
  try {
    const session = await orAborted(signal, login(ports, mailbox, signal));
    if (session) {
      pull = { mailbox, lease, session, signal, brief, cursors: lease.cursors, stored: 0, remaining: 0, passed: 0 };
      await pullFolders(ports, pull);
    }
    await ports.syncStates.release(lease);
    if (!session) return report("", "sync_disabled");
    await note(ports, mailbox, { ...noteSuccess(mailbox, "IMAP", now), inboxLastSyncAt: ports.clock.now() });
    return report("", "");
  } catch (error) {
    if (error instanceof LeaseLost) return report("", "locked");
    if (error instanceof StoreFailed) throw error.cause;
    if (signal.aborted && (brief || (pull?.passed ?? 0) >= SLOW_MESSAGES)) {
      await ports.syncStates.release(lease);
      return report("", "deadline");
    }
    const failure = signal.aborted
      ? tooSlow
      : classifyConnectionError(error, { protocol: "IMAP", credential: mailbox.type === "smtp" ? "password" : "oauth" });
    await ports.syncStates.release(lease, { retryAfterMs: Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** lease.failures) });
    await note(ports, mailbox, noteFailure(mailbox, failure, now));
    ports.log.warn("mailbox sync failed", { mailboxId: mailbox.id, failure: failure.message });
    return report(failure.message, "");
  } finally {
    pull?.session.close();
  }
};

const note = async (ports: SyncPorts, mailbox: Mailbox, changes: MailboxChanges): Promise<void> => {
  await ports.mailboxes.note(mailbox, changes);
  if (changes.status !== undefined) await publishNews(ports, "mailboxes", [mailbox.id]);
};

/** Logs in, once more with a fresh access token when one is refused; undefined when the mailbox has no IMAP settings. */
const login = async (ports: SyncPorts, mailbox: Mailbox, signal: AbortSignal): Promise<MailSession | undefined> => {
  const account = await openAccount(ports, mailbox);
  if (!account) return undefined;
  try {
    return await ports.mailReader.open(account, signal);
  } catch (error) {
    if (signal.aborted || !(await ports.mailAccounts.renew(mailbox, account))) throw error;
    const renewed = await openAccount(ports, mailbox);
    return renewed && ports.mailReader.open(renewed, signal);
  }
};

const openAccount = ({ mailAccounts }: SyncPorts, mailbox: Mailbox): Promise<ImapAccount | undefined> =>
  mailAccounts.imap(mailbox).catch((error: unknown) => {
    throw error instanceof OAuthError ? error : new StoreFailed("the mailbox's credentials cannot be read", { cause: error });
  });

const pullFolders = async (ports: SyncPorts, pull: Pull): Promise<void> => {
  const { mailbox, session } = pull;
  const since = mailbox.inboxSyncFrom ?? new Date(mailbox.createdAt.getTime() - BACKFILL_MS);
  // Folders are looked for until there is one for Junk and for sent mail too.
  const has = (...roles: readonly FolderRole[]) => pull.cursors.some(({ role }) => roles.includes(role));
  const known = has("junk") && has("sent", "all") ? pull.cursors : [];
  const found = await session.folders(known);
  const news = found.map((status) => ({ status, cursor: cursorOf(status, pull.cursors, since) }));
  const seen = news.every(({ cursor }) => pull.cursors.includes(cursor)) && pull.cursors.length === news.length;
  if (!seen)
    await saveCursors(
      ports,
      pull,
      news.map(({ cursor }) => cursor),
    );
  for (const { status, cursor } of news) {
    // The usual case ends here, after one round trip: nothing is new. A server may not tell its UIDNEXT.
    const stubs = cursor.stubs?.some((stub) => isDue(stub, ports.clock.now()));
    if (cursor.lastUid + 1 >= status.uidNext && status.uidNext !== 0 && !stubs) continue;
    if (status.role === "inbox" || status.role === "all") await pullFolder(ports, pull, cursor, status);
    else await pullAside(ports, pull, cursor, status);
  }
};

/** Pulls a folder whose failure stops nothing else: it is left alone for a while, and the mailbox is not blamed. */
const pullAside = async (ports: SyncPorts, pull: Pull, cursor: FolderCursor, status: FolderStatus): Promise<void> => {
  const now = ports.clock.now();
  if (cursor.retryAt && cursor.retryAt > now) return;
  const before = pull.passed;
  try {
    await pullFolder(ports, pull, cursor, status);
    const at = pull.cursors.find(({ path }) => path === cursor.path);
    if (!at?.failures) return;
    const { failures: _, retryAt: _until, ...healed } = at;
    await keep(ports, pull, healed);
  } catch (error) {
    if (error instanceof LeaseLost || error instanceof StoreFailed || pull.passed > before) throw error;
    const at = pull.cursors.find(({ path }) => path === cursor.path) ?? cursor;
    const failures = (at.failures ?? 0) + 1;
    const retryAt = new Date(now.getTime() + Math.min(LAST_FOLDER_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)));
    await keep(ports, pull, { ...at, failures, retryAt });
    pull.remaining = 0;
    ports.log.warn("a folder could not be pulled", { mailboxId: pull.mailbox.id, role: cursor.role, failures });
  }
};

/** A lookup or a TLS handshake cannot be cancelled, only no longer waited for; the signal then closes what it opens. */
const orAborted = <R>(signal: AbortSignal, work: Promise<R>): Promise<R> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      const stop = () => reject(new Error("out of time"));
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop, { once: true });
    }),
  ]);
