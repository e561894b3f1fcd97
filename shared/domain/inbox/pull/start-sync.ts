import type { SyncQueue, SyncTargets } from "../ports.ts";

const PAGE = 1000;

/** Queues every mailbox that is due for a pull; answers how many (domain/README.md, "Syncing"). */
export const startSync = async ({
  syncTargets,
  syncQueue,
}: {
  readonly syncTargets: SyncTargets;
  readonly syncQueue: SyncQueue;
}): Promise<number> => {
  let count = 0;
  let after: string | undefined;
  do {
    const { due, last } = await syncTargets.due(after, PAGE);
    await syncQueue.add(due);
    count += due.length;
    after = last;
  } while (after !== undefined);
  return count;
};
