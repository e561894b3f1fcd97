import { syncJob } from "#shared/contract/queue-messages.ts";
import { syncMailbox } from "#shared/domain/inbox/pull/sync-mailbox.ts";
import { log } from "#shared/runtime/log.ts";
import { mailReaderWithBreaker as mailReader } from "#shared/runtime/ports/mail-reader.ts";
import { pulling } from "#shared/runtime/ports/pulling.ts";
import { worker } from "#shared/runtime/worker.ts";

/** How long a pull lasts at most, ms: it ends before Lambda would stop the function (G20 in shared/domain/README.md). */
const PULL_MS = 60_000;

const ports = { ...pulling, mailReader };

/** Pulls the mailbox in a message of the sync queue. */
export const handler = worker(syncJob, async ({ mailboxId }) => {
  const mailbox = await ports.mailboxes.findForJob(mailboxId);
  if (!mailbox) return;
  const report = await syncMailbox(ports, mailbox, { signal: AbortSignal.timeout(PULL_MS) });
  if (report.stored > 0 || report.remaining > 0 || report.error !== "") log.info("mailbox pulled", { ...report });
});
