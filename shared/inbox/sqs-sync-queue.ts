import type { ProbeQueue, SyncQueue } from "./ports/polls.ts";
import { putMessages, type QueueSettings } from "#shared/platform/put-messages.ts";

/** Sends mailboxes to the sync queue; a mailbox that cannot be sent is due again in a later round. */
export const sqsSyncQueue = (settings: QueueSettings): SyncQueue => {
  const put = putMessages(settings);
  return {
    add: (mailboxes, delaySeconds = 0) =>
      put(mailboxes.map(({ id, userId }) => ({ body: { mailboxId: id }, tenant: userId, ...(delaySeconds > 0 && { delaySeconds }) }))),
  };
};

/** Sends groups of mailboxes to the probe queue; mailboxes that cannot be sent are due again in a later round. */
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
