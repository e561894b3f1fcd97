import type { ProbeQueue, SyncQueue } from "../../domain/inbox/ports/polls.ts";
import { putMessages, type QueueSettings } from "./put-messages.ts";

/** Mailboxes to pull as messages of the sync queue; one that could not be put there is due again at a later round. */
export const sqsSyncQueue = (settings: QueueSettings): SyncQueue => {
  const put = putMessages(settings);
  return { add: (mailboxes) => put(mailboxes.map(({ id, userId }) => ({ body: { mailboxId: id }, tenant: userId }))) };
};

/** Groups of mailboxes to ask as messages of the probe queue, each of many accounts; what could not be put there is due again at a later round. */
export const sqsProbeQueue = (settings: QueueSettings): ProbeQueue => {
  const put = putMessages(settings);
  return { add: (groups) => put(groups.map(({ mailboxIds, delaySeconds }) => ({ body: { mailboxIds }, delaySeconds }))) };
};
