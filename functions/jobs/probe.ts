import { probeJob } from "#shared/contract/queue-messages.ts";
import { withinShare } from "#shared/domain/fair-shares.ts";
import { probeMailboxes } from "#shared/domain/inbox/pull/probe.ts";
import { log } from "#shared/runtime/log.ts";
import { mailAccounts } from "#shared/runtime/ports/mail-accounts.ts";
import { mailReaderWithBreaker as mailReader } from "#shared/runtime/ports/mail-reader.ts";
import { polls } from "#shared/runtime/ports/polls.ts";
import { syncQueue } from "#shared/runtime/ports/sync-queue.ts";
import { clock } from "#shared/runtime/system.ts";
import { workerPool } from "#shared/runtime/ports/worker-pools.ts";
import { worker } from "#shared/runtime/worker.ts";

const ports = { polls, mailAccounts, mailReader, syncQueue, clock, log };

// A group for which its account has no share left is not kept in line: its mailboxes are due again when they no longer count as queued.
const pool = workerPool("probe", async () => undefined);

/** Polls the mailboxes in a message of the probe queue for changed folders. */
export const handler = worker(probeJob, async ({ mailboxIds, userId }) => {
  const probe = async () => log.info("mailboxes probed", { ...(await probeMailboxes(ports, mailboxIds)) });
  await (userId === undefined ? probe() : withinShare(pool, { account: userId }, probe));
});
