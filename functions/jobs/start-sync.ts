import { startSync as start, type StartSyncPorts } from "#shared/inbox/pull/start-sync.ts";
import { partIn } from "#shared/inbox/pull/polling.ts";
import type { Log } from "#shared/platform/ports.ts";
import { log } from "#shared/platform/log.ts";
import { pollMinutes, probeQueue } from "#shared/inbox/wiring/probe-queue.ts";
import { syncTargets } from "#shared/inbox/wiring/stores.ts";
import { clock } from "#shared/platform/system.ts";
import { scheduled } from "#shared/service/job.ts";

/** Queues every mailbox whose poll is due, or those of the part that the schedule names. */
export const startSync =
  (ports: Omit<StartSyncPorts, "pollMinutes" | "part"> & { log: Log }) =>
  async (input?: unknown): Promise<void> => {
    const report = await start({ ...ports, pollMinutes: pollMinutes(), part: partIn(input) });
    ports.log.info("mailboxes queued for a poll", { ...report });
  };

export const handler = scheduled(startSync({ syncTargets, probeQueue, clock, log }));
