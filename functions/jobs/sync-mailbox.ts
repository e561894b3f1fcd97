import { syncJob } from "#shared/contract/queue-messages.ts";
import { syncMailbox } from "#shared/domain/inbox/pull/sync-mailbox.ts";
import { withinShare } from "#shared/domain/fair-shares.ts";
import type { Mailbox } from "#shared/domain/mailboxes/mailbox.ts";
import { log } from "#shared/runtime/log.ts";
import { mailReaderWithBreaker as mailReader } from "#shared/runtime/ports/mail-reader.ts";
import { pulling } from "#shared/runtime/ports/pulling.ts";
import { syncQueue } from "#shared/runtime/ports/sync-queue.ts";
import { workerPool } from "#shared/runtime/ports/worker-pools.ts";
import { worker } from "#shared/runtime/worker.ts";

/** How long a pull lasts at most, ms: it ends before Lambda would stop the function (G20 in shared/domain/README.md). */
const PULL_MS = 60_000;

const ports = { ...pulling, mailReader };
const pool = workerPool("sync", ({ account: userId, what: id }) => syncQueue.add([{ id, userId }]));

/** Pulls the mailbox in a message of the sync queue. */
export const handler = worker(syncJob, async ({ mailboxId }) => {
  const mailbox = await ports.mailboxes.findForJob(mailboxId);
  if (!mailbox) return;
  await withinShare(pool, { account: mailbox.userId, what: mailboxId }, () => pull(mailbox));
});

const pull = async (mailbox: Mailbox): Promise<void> => {
  const report = await syncMailbox(ports, mailbox, { signal: AbortSignal.timeout(PULL_MS) });
  if (report.stored > 0 || report.remaining > 0 || report.error !== "") log.info("mailbox pulled", { ...report });
};
