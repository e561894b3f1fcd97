import { syncJob } from "#shared/service/queue-messages.ts";
import { syncMailbox } from "#shared/inbox/pull/sync-mailbox.ts";
import { withinShare } from "#shared/platform/fair-shares.ts";
import { type Mailbox, transportOf } from "#shared/mailboxes/mailbox.ts";
import { log } from "#shared/platform/log.ts";
import { mailReaderWithBreaker as mailReader } from "#shared/mailboxes/wiring/transports.ts";
import { hints, isPushOn } from "#shared/inbox/wiring/hints.ts";
import { pulling } from "#shared/inbox/wiring/pulling.ts";
import { syncQueue } from "#shared/inbox/wiring/sync-queue.ts";
import { takesChanges } from "#shared/mailboxes/configure-inbox.ts";
import { workerPool } from "#shared/platform/wiring/worker-pools.ts";
import { worker } from "#shared/service/job.ts";

/** How long a pull lasts at most, ms: it ends before Lambda would stop the function (G20 in shared/README.md). */
const PULL_MS = 60_000;

const ports = { ...pulling, mailReader };
const pool = workerPool("sync", ({ account: userId, what: id }) => syncQueue.add([{ id, userId }]));

/** Pulls the mailbox in a message of the sync queue. */
export const handler = worker(syncJob, async ({ mailboxId }) => {
  const mailbox = await ports.mailboxes.findForJob(mailboxId);
  if (!mailbox) return;
  await withinShare(pool, { account: mailbox.userId, what: mailboxId }, () => pull(mailbox));
});

const LOCKED_SECONDS = 5;

const pull = async (mailbox: Mailbox): Promise<void> => {
  const report = await syncMailbox(ports, mailbox, { signal: AbortSignal.timeout(PULL_MS) });
  const isHinted = isPushOn() && transportOf(mailbox) !== "imap_smtp";
  // New mail shows whether hints tell.
  if (isHinted && report.stored > 0) await hints.judge(mailbox);
  // Another pull may have gone past mail that was told of, or past a change made here: these are looked for afterwards.
  if (report.skipped === "locked" && (isHinted || takesChanges(mailbox))) await syncQueue.add([mailbox], LOCKED_SECONDS);
  if (report.stored > 0 || report.remaining > 0 || report.error !== "") log.info("mailbox pulled", { ...report });
};
