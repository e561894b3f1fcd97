import type { SyncQueue, SyncTargets } from "#shared/domain/inbox/ports.ts";
import { startSync as start } from "#shared/domain/inbox/pull/start-sync.ts";
import type { Log } from "#shared/domain/ports.ts";
import { identified, log } from "#shared/runtime/log.ts";
import { syncQueue } from "#shared/runtime/queues.ts";
import { syncTargets } from "#shared/runtime/store.ts";

/** Queues every mailbox that is due. */
export const startSync = (ports: { syncTargets: SyncTargets; syncQueue: SyncQueue; log: Log }) => async (): Promise<void> => {
  const queued = await start(ports);
  ports.log.info("mailboxes queued for a pull", { queued });
};

export const handler = identified(startSync({ syncTargets, syncQueue, log }));
