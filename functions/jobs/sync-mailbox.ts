import { syncJob } from "#shared/contract/queue-messages.ts";
import { syncMailbox as sync, type SyncPorts } from "#shared/domain/inbox/pull/sync-mailbox.ts";
import type { Mailboxes } from "#shared/domain/mailboxes/ports.ts";
import { log } from "#shared/runtime/log.ts";
import { mailAccounts, patientReader } from "#shared/runtime/mail.ts";
import { sqsBatch } from "#shared/runtime/sqs-batch.ts";
import { eventOutbox } from "#shared/runtime/event-outbox.ts";
import { audits, ingest, mailboxes, moves, search, syncStates } from "#shared/runtime/store.ts";
import { clock, ids } from "#shared/runtime/system.ts";

/** A pull ends before the function would be stopped (G20). */
const PULL_MS = 60_000;

/** Pulls the mailbox that a message of the sync queue names. */
export const syncMailbox = (ports: SyncPorts & { mailboxes: Pick<Mailboxes, "findForJob"> }) =>
  sqsBatch(ports.log, syncJob, async ({ mailboxId }) => {
    const mailbox = await ports.mailboxes.findForJob(mailboxId);
    if (!mailbox) return;
    const report = await sync(ports, mailbox, { signal: AbortSignal.timeout(PULL_MS) });
    if (report.stored > 0 || report.remaining > 0 || report.error !== "") ports.log.info("mailbox pulled", { ...report });
  });

export const handler = syncMailbox({
  mailboxes,
  mailAccounts,
  mailReader: patientReader,
  syncStates,
  audits,
  moves,
  ingest,
  search,
  eventOutbox,
  clock,
  ids,
  log,
});
