import { probeJob } from "#shared/service/queue-messages.ts";
import { withinShare } from "#shared/platform/fair-shares.ts";
import { probeMailboxes } from "#shared/inbox/pull/probe.ts";
import { log } from "#shared/platform/log.ts";
import { mailAccounts } from "#shared/mailboxes/wiring/mail-accounts.ts";
import { mailReaderWithBreaker as mailReader } from "#shared/mailboxes/wiring/transports.ts";
import { polls } from "#shared/inbox/wiring/stores.ts";
import { syncQueue } from "#shared/inbox/wiring/sync-queue.ts";
import { clock } from "#shared/platform/system.ts";
import { workerPool } from "#shared/platform/wiring/worker-pools.ts";
import { worker } from "#shared/service/job.ts";

const ports = { polls, mailAccounts, mailReader, syncQueue, clock, log };

// A group for which its account has no share left does not wait: its mailboxes become due again when they no longer count as queued.
const pool = workerPool("probe", async () => undefined);

/** Polls the mailboxes in a message of the probe queue for changed folders. */
export const handler = worker(probeJob, async ({ mailboxIds, userId }) => {
  const probe = async () => log.info("mailboxes probed", { ...(await probeMailboxes(ports, mailboxIds)) });
  await (userId === undefined ? probe() : withinShare(pool, { account: userId }, probe));
});
