import { healthAfterSuccess } from "#shared/mailboxes/connection/test-logins.ts";
import type { Clock } from "#shared/platform/ports.ts";
import type { MailSession } from "../ports/mail-session.ts";
import type { PolledMailbox, Polls, SyncQueue } from "../ports/polls.ts";
import { type LogInPorts, logIn, orAborted } from "./pull.ts";
import { isAuditDue } from "../audit/audit-mailbox.ts";
import { inboxProblem, askFolders, changedFolders } from "./folders.ts";

/** The dependencies of a probe. */
export interface ProbePorts extends LogInPorts {
  readonly polls: Polls;
  readonly syncQueue: SyncQueue;
  readonly clock: Clock;
}

/** How many mailboxes were polled, and how many of them were queued for a pull. */
export interface ProbeReport {
  readonly probed: number;
  readonly pulls: number;
}

/**
 * The time limit for polling one mailbox, ms: several times the 1 s of a distant server. A mailbox that needs longer is pulled instead, which has a
 * minute.
 */
const PROBE_MS = 8_000;
/** Polls at a time: half a group, so a group of dead servers takes at most twice PROBE_MS, and no host sees more logins at once. */
const SIDE_BY_SIDE = 25;

/**
 * Polls mailboxes concurrently for changed folders, with a login and STATUS. A mailbox with a change, a failure or a backfill in progress is queued
 * for a pull, which takes the lease; the others are done. A slow server delays only its own mailbox.
 */
export const probeMailboxes = async (ports: ProbePorts, ids: readonly string[], budgetMs = PROBE_MS): Promise<ProbeReport> => {
  const begun = ports.clock.now();
  const mailboxes = await ports.polls.read(ids);
  const quiet: string[] = [];
  const waiting = mailboxes.values();
  const worker = async () => {
    for (const polled of waiting) {
      const { id } = polled.mailbox;
      if (await isQuiet(ports, polled, AbortSignal.timeout(budgetMs))) quiet.push(id);
      else await ports.syncQueue.add([polled.mailbox]);
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
  // The time before the first login: later mail may have been missed.
  if (quiet.length > 0) await ports.polls.quiet(quiet, begun);
  return { probed: mailboxes.length, pulls: mailboxes.length - quiet.length };
};

/** True only when there is certainly nothing to do; when in doubt the mailbox is pulled. */
const isQuiet = async (
  ports: ProbePorts,
  { mailbox, cursors, failures, auditAt, hasChanges = false }: PolledMailbox,
  signal: AbortSignal,
): Promise<boolean> => {
  const now = ports.clock.now();
  const heals = Object.keys(healthAfterSuccess(mailbox, "IMAP", now, inboxProblem(cursors))).length > 0;
  if (failures > 0 || hasChanges || cursors.length === 0 || heals || isAuditDue(auditAt, now)) return false;
  let session: MailSession | undefined;
  const ask = async () => {
    session = await logIn(ports, mailbox, signal);
    if (!session) return false;
    const { moved, folders, flagged } = changedFolders(
      mailbox,
      cursors,
      await askFolders(session, mailbox, cursors, { now, isShort: true }),
      now,
    );
    return !moved && folders.length === 0 && flagged.length === 0;
  };
  try {
    return await orAborted(signal, ask());
  } catch {
    // The pull will meet the same failure and record it.
    return false;
  } finally {
    session?.close();
  }
};
