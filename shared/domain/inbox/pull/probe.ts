import { noteSuccess } from "../../mailboxes/connection/note-outcome.ts";
import type { Clock } from "../../ports.ts";
import type { MailSession } from "../ports/mail-session.ts";
import type { PolledMailbox, Polls, SyncQueue } from "../ports/polls.ts";
import { type LogInPorts, logIn, orAborted } from "./log-in.ts";
import { isAuditDue } from "../audit/audit-mailbox.ts";
import { lackOf } from "./lack.ts";
import { askFolders, changedFolders } from "./changed-folders.ts";

/** The ports of a probe. */
export interface ProbePorts extends LogInPorts {
  readonly polls: Polls;
  readonly syncQueue: SyncQueue;
  readonly clock: Clock;
}

/** How many mailboxes were asked, and how many of them got a pull. */
export interface ProbeReport {
  readonly probed: number;
  readonly pulls: number;
}

/** What one mailbox's server may cost: several times the 1 s of a far one. A mailbox that needs longer gets a pull, which has a minute. */
const PROBE_MS = 8_000;
/** Half a group: twice PROBE_MS is the most that a group of dead servers takes, and no host sees more logins at once. */
const SIDE_BY_SIDE = 25;

/**
 * Asks mailboxes side by side whether a folder changed: login and STATUS. One with a change, a failure or a backfill gets a pull,
 * which takes the lease and knows what to do; for the others this was the poll. A slow server costs its own mailbox its turn alone.
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
  // The time before the first login: what has come since then is not known to be absent.
  if (quiet.length > 0) await ports.polls.quiet(quiet, begun);
  return { probed: mailboxes.length, pulls: mailboxes.length - quiet.length };
};

/** True only when nothing at all is to do: every doubt is the pull's. */
const isQuiet = async (
  ports: ProbePorts,
  { mailbox, cursors, failures, auditAt }: PolledMailbox,
  signal: AbortSignal,
): Promise<boolean> => {
  const now = ports.clock.now();
  const heals = Object.keys(noteSuccess(mailbox, "IMAP", now, lackOf(cursors))).length > 0;
  if (failures > 0 || cursors.length === 0 || heals || isAuditDue(auditAt, now)) return false;
  let session: MailSession | undefined;
  const ask = async () => {
    session = await logIn(ports, mailbox, signal);
    if (!session) return false;
    const { moved, folders } = changedFolders(mailbox, cursors, await askFolders(session, mailbox, cursors, { now, isShort: true }), now);
    return !moved && folders.length === 0;
  };
  try {
    return await orAborted(signal, ask());
  } catch {
    // The pull meets the same failure, and notes it.
    return false;
  } finally {
    session?.close();
  }
};
