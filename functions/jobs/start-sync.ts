import { startSync as start, type StartSyncPorts } from "#shared/domain/inbox/pull/start-sync.ts";
import type { Log } from "#shared/domain/ports.ts";
import { setting } from "#shared/runtime/env.ts";
import { log } from "#shared/runtime/log.ts";
import { probeQueue } from "#shared/runtime/queues.ts";
import { syncTargets } from "#shared/runtime/store.ts";
import { clock } from "#shared/runtime/system.ts";

/** Queues every mailbox whose poll is due. */
export const startSync = (ports: Omit<StartSyncPorts, "pollMinutes"> & { log: Log }) => async (): Promise<void> => {
  const report = await start({ ...ports, pollMinutes: setting("POLL_MINUTES") });
  ports.log.info("mailboxes queued for a poll", { ...report });
};

export const handler = startSync({ syncTargets, probeQueue, clock, log });
