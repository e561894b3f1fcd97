import type { ProbeQueue, SyncQueue } from "./ports/polls.ts";
import { putMessages, type QueueSettings } from "#shared/platform/put-messages.ts";

/** Puts mailboxes to pull on the sync queue; one that cannot be put there is due again in a later round. */
export const sqsSyncQueue = (settings: QueueSettings): SyncQueue => {
  const put = putMessages(settings);
  return { add: (mailboxes) => put(mailboxes.map(({ id, userId }) => ({ body: { mailboxId: id }, tenant: userId }))) };
};

/** Puts groups of mailboxes, each of many accounts or of one, on the probe queue; those that cannot be put there are due again in a later round. */
export const sqsProbeQueue = (settings: QueueSettings): ProbeQueue => {
  const put = putMessages(settings);
  return {
    add: (groups) =>
      put(
        groups.map(({ mailboxIds, userId, delaySeconds }) => ({
          body: { mailboxIds, ...(userId !== undefined && { userId }) },
          ...(userId !== undefined && { tenant: userId }),
          delaySeconds,
        })),
      ),
  };
};
