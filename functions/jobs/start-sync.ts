import { startSync as start, type StartSyncPorts } from "#shared/inbox/pull/start-sync.ts";
import type { Log } from "#shared/platform/ports.ts";
import { log } from "#shared/platform/log.ts";
import { pollMinutes, probeQueue } from "#shared/inbox/wiring/probe-queue.ts";
import { syncTargets } from "#shared/inbox/wiring/stores.ts";
import { clock } from "#shared/platform/system.ts";
import { scheduled } from "#shared/service/worker.ts";

/** Queues every mailbox whose poll is due. */
export const startSync = (ports: Omit<StartSyncPorts, "pollMinutes"> & { log: Log }) => async (): Promise<void> => {
  const report = await start({ ...ports, pollMinutes: pollMinutes() });
  ports.log.info("mailboxes queued for a poll", { ...report });
};

export const handler = scheduled(startSync({ syncTargets, probeQueue, clock, log }));
