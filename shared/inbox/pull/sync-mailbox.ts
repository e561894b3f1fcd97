import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import type { FolderLocation } from "../audit/audit.ts";
import type { MessageLocation } from "../message.ts";
import { type Pull, type PullPorts, type AnyWayPorts, logInAnyWay, orAborted } from "./pull.ts";
import { inStore, keep, saveCursors } from "./store-pages.ts";
import { publishEvents } from "#shared/events/publish.ts";
import { classifyConnectionError } from "#shared/mailboxes/connection/connection-errors.ts";
import { takesChanges } from "#shared/mailboxes/configure-inbox.ts";
import { credentialOf, type Mailbox } from "#shared/mailboxes/mailbox.ts";
import { whileRenewed } from "#shared/platform/fair-shares.ts";
import { CircuitOpen } from "#shared/mailboxes/connection/circuit-breaker.ts";
import { healthAfterFailure, healthAfterSuccess } from "#shared/mailboxes/connection/test-logins.ts";
import type { ConnectionFailure, MailboxChanges } from "#shared/mailboxes/ports.ts";
import type { FolderStatus } from "../ports/mail-session.ts";
import type { SyncStates } from "../ports/sync.ts";
import { inboxProblem, askFolders, changedFolders } from "./folders.ts";
import type { ChangePorts } from "../changes/apply-changes.ts";
import { POLL_MINUTES } from "./polling.ts";
import type { AuditPorts } from "../audit/audit-folder.ts";
import { auditIfDue } from "../audit/audit-mailbox.ts";
import { pullFolder } from "./sync-folder.ts";
import { type FolderCursor, LeaseLost, ServerDisagrees, StoreFailed, type SyncLease } from "./sync-state.ts";

/**
 * Checks whether messages with a copy in another folder are still in their own. Those that are not were moved, by a rule or a person. A folder that
 * is no longer read, or has new UIDs, counts as not holding them.
 */
const updateMoved = async ({ moves }: PullPorts, { session, cursors, lease }: Pull): Promise<void> => {
  const unsettled = await inStore(moves.unsettled(lease));
  for (const [folder, uids] of byFolder(unsettled)) {
    const isRead = cursors.some(({ path, uidValidity }) => path === folder.path && uidValidity === folder.uidValidity);
    const opened = isRead ? await session.open(folder.path) : undefined;
    const isSame = opened && (opened.uidValidity || folder.uidValidity) === folder.uidValidity;
    const there = new Set(isSame ? await session.search({ uids }) : []);
    const [staying, gone] = [uids.filter((uid) => there.has(uid)), uids.filter((uid) => !there.has(uid))];
    if (gone.length > 0) await inStore(moves.leave(lease, folder, gone));
    if (staying.length > 0) await inStore(moves.stay(lease, folder, staying));
  }
};

const byFolder = (places: readonly MessageLocation[]): readonly (readonly [FolderLocation, readonly number[]])[] => {
  const groups = Map.groupBy(places, ({ folder, uidValidity }) => JSON.stringify([folder, uidValidity]));
  return [...groups.values()].map(
    (rows) => [{ path: rows[0]!.folder, uidValidity: rows[0]!.uidValidity }, rows.map(({ uid }) => uid).toSorted((a, b) => a - b)] as const,
  );
};

/** The dependencies of pulling a mailbox. */
export interface SyncPorts extends AuditPorts, AnyWayPorts, ChangePorts {
  readonly syncStates: SyncStates;
}

/** The outcome of a pull (api/README.md, "Inbox"). */
export interface SyncReport {
  readonly mailboxId: string;
  readonly stored: number;
  readonly remaining: number;
  readonly error: string;
  readonly skipped: "" | "sync_disabled" | "disconnected" | "locked" | "deadline";
}

/** The limits of one pull; it ends when the signal aborts. */
export interface SyncLimits {
  readonly signal: AbortSignal;
  /** PULL_LEASE_MS when absent. */
  readonly leaseMs?: number;
  /** True for a short pull that a request waits for. */
  readonly brief?: boolean;
}

/**
 * How long a pull's lease lasts without renewal, ms. When a pull is killed, its mailbox is pulled again within 90 s: this lease, a minute until the
 * next round, and ten seconds until its group's turn.
 */
const PULL_LEASE_MS = 15_000;
const FIRST_RETRY_MS = POLL_MINUTES * 60_000;
const LAST_RETRY_MS = 30 * 60_000;
/** A pull that is aborted after fewer messages counts as failed, so that a very slow server does not hold workers that others need. */
const SLOW_MESSAGES = 20;
const tooSlow: ConnectionFailure = {
  protocol: "IMAP",
  status: "error",
  field: "imapHost",
  message: "IMAP: the server is too slow: a pull ended after very few messages",
  immediate: false,
};
/** The longest back-off of a failing folder other than the first, ms; it grows with each failure. */
const LAST_FOLDER_RETRY_MS = 24 * 3_600_000;

/**
 * Pulls new mail of a mailbox into the store. Failures of the mail server are reported and recorded on the mailbox, never thrown. Failures of the
 * store are thrown, because they are not the mailbox's.
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
  const { leaseMs = PULL_LEASE_MS } = limits;
  const lease = await ports.syncStates.acquire(mailbox, leaseMs);
  if (!lease) return skipped("locked");
  const renew = () => ports.syncStates.renew(lease, leaseMs);
  return whileRenewed(ports.log, leaseMs, renew, () => pullUnderLease(ports, mailbox, lease, limits));
};

/** Loaded with the first mailbox whose changes go to its server, because few have it. */
const changing = () => import("../changes/apply-changes.ts");

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
    const session = await orAborted(signal, logInAnyWay(ports, mailbox, signal));
    if (session) {
      pull = {
        mailbox,
        lease,
        session,
        signal,
        brief,
        cursors: lease.cursors,
        stored: 0,
        remaining: 0,
        passed: 0,
        isOdd: false,
        publishing: Promise.resolve(),
      };
      if (takesChanges(mailbox)) await (await changing()).applyChanges(ports, pull);
      await pullFolders(ports, pull);
      if (!brief) await auditIfDue(ports, pull);
    }
    if (!(await ports.syncStates.release(lease))) return report("", "locked");
    if (!session) return report("", "sync_disabled");
    const problem = pull ? inboxProblem(pull.cursors) : "";
    const at = ports.clock.now();
    const isActive = pull && haveGrown(lease.cursors, pull.cursors);
    const read = { inboxLastSyncAt: at, ...(isActive && { inboxLastNewAt: at }) };
    await note(ports, mailbox, { ...healthAfterSuccess(mailbox, "IMAP", now, problem), ...read });
    return report("", "");
  } catch (error) {
    if (error instanceof LeaseLost) return report("", "locked");
    if (error instanceof StoreFailed) throw error.cause;
    if (signal.aborted && (brief || (pull?.passed ?? 0) >= SLOW_MESSAGES)) {
      await ports.syncStates.release(lease);
      return report("", "deadline");
    }
    const failure = signal.aborted ? tooSlow : failureOf(error, mailbox);
    const retryAfterMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** lease.failures);
    if (!(await ports.syncStates.release(lease, { retryAfterMs }))) return report("", "locked");
    // A mailbox whose host was not asked is not marked as failed; it is polled later.
    // Where the provider refuses the operator's project, that is told, and the mailbox is not to blame.
    const isOperators = error instanceof MailFailure && error.reason === "operator";
    const health = isOperators ? { inboxLastError: failure.message } : healthAfterFailure(mailbox, failure, now);
    if (!(error instanceof CircuitOpen)) await note(ports, mailbox, health);
    ports.log[isOperators ? "error" : "warn"]("mailbox sync failed", { mailboxId: mailbox.id, failure: failure.message });
    return report(failure.message, "");
  } finally {
    pull?.session.close();
    await pull?.publishing;
  }
};

/** Whether a folder that was known has new mail, be it a copy of a sent one. */
const haveGrown = (before: readonly FolderCursor[], after: readonly FolderCursor[]): boolean =>
  after.some(({ path, uidValidity, lastUid }) =>
    before.some((known) => known.path === path && known.uidValidity === uidValidity && known.lastUid < lastUid),
  );

const failureOf = (error: unknown, { type }: Mailbox): ConnectionFailure =>
  error instanceof ServerDisagrees
    ? { ...tooSlow, message: `IMAP: ${error.message}` }
    : classifyConnectionError(error, { protocol: "IMAP", credential: credentialOf({ type }) });

const note = async (ports: SyncPorts, mailbox: Mailbox, changes: MailboxChanges): Promise<void> => {
  await ports.mailboxes.note(mailbox, changes);
  if (changes.status !== undefined) await publishEvents(ports, "mailboxes", [mailbox.id]);
};

const pullFolders = async (ports: SyncPorts, pull: Pull): Promise<void> => {
  const { mailbox, session } = pull;
  const now = ports.clock.now();
  const found = await askFolders(session, mailbox, pull.cursors, { now, isShort: pull.brief });
  const { cursors, moved, folders, flagged } = changedFolders(mailbox, pull.cursors, found, now);
  pull.isOdd =
    found.some(({ isOdd }) => isOdd) ||
    pull.cursors.some(({ path, uidValidity }) => cursors.some((now) => now.path === path && now.uidValidity !== uidValidity));
  if (moved) await saveCursors(ports, pull, cursors);
  // Usually nothing is new, and the pull ends here after one round trip.
  for (const { status, cursor } of folders) {
    if (status.role === "inbox" || status.role === "all") await pullFolder(ports, pull, cursor, status);
    else await pullAside(ports, pull, cursor, status);
  }
  if (folders.length > 0) await settleAside(ports, pull);
  if (!pull.brief) for (const status of flagged) await (await changing()).readFlags(ports, pull, status);
};

/** Settles moves; a failure is not held against the mailbox, because the mail is stored and its location can be found out later. */
const settleAside = async (ports: SyncPorts, pull: Pull): Promise<void> => {
  try {
    await updateMoved(ports, pull);
  } catch (error) {
    if (error instanceof LeaseLost || error instanceof StoreFailed || pull.signal.aborted) throw error;
    ports.log.warn("moved messages could not be looked for", { mailboxId: pull.mailbox.id });
  }
};

/** Pulls a folder other than the first: when it fails it backs off, and neither the pull nor the mailbox fails. */
const pullAside = async (ports: SyncPorts, pull: Pull, cursor: FolderCursor, status: FolderStatus): Promise<void> => {
  const now = ports.clock.now();
  const before = pull.passed;
  try {
    await pullFolder(ports, pull, cursor, status);
    pull.passed += 1;
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
