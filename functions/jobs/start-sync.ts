import { startSync as start, type StartSyncPorts } from "#shared/domain/inbox/pull/start-sync.ts";
import type { Log } from "#shared/domain/ports.ts";
import { log } from "#shared/runtime/log.ts";
import { pollMinutes, probeQueue } from "#shared/runtime/ports/probe-queue.ts";
import { syncTargets } from "#shared/runtime/ports/sync-targets.ts";
import { clock } from "#shared/runtime/system.ts";
import { scheduled } from "#shared/runtime/worker.ts";

/** Queues every mailbox whose poll is due. */
export const startSync = (ports: Omit<StartSyncPorts, "pollMinutes"> & { log: Log }) => async (): Promise<void> => {
  const report = await start({ ...ports, pollMinutes: pollMinutes() });
  ports.log.info("mailboxes queued for a poll", { ...report });
};

export const handler = scheduled(startSync({ syncTargets, probeQueue, clock, log }));
