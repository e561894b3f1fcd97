import { syncJob } from "#shared/contract/queue-messages.ts";
import { syncMailbox } from "#shared/domain/inbox/pull/sync-mailbox.ts";
import { log } from "#shared/runtime/log.ts";
import { mailReaderWithBreaker as mailReader } from "#shared/runtime/ports/mail-reader.ts";
import { pulling } from "#shared/runtime/ports/pulling.ts";
import { worker } from "#shared/runtime/worker.ts";

/** A pull ends before the function would be stopped (G20). */
const PULL_MS = 60_000;

const ports = { ...pulling, mailReader };

/** Pulls the mailbox that a message of the sync queue names. */
export const handler = worker(syncJob, async ({ mailboxId }) => {
  const mailbox = await ports.mailboxes.findForJob(mailboxId);
  if (!mailbox) return;
  const report = await syncMailbox(ports, mailbox, { signal: AbortSignal.timeout(PULL_MS) });
  if (report.stored > 0 || report.remaining > 0 || report.error !== "") log.info("mailbox pulled", { ...report });
});
