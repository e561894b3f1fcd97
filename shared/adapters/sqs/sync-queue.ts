import type { SyncQueue } from "../../domain/inbox/ports.ts";
import { putMessages, type QueueSettings } from "./put-messages.ts";

/** Mailboxes to pull as messages of the sync queue; one that could not be put there is due again at a later round. */
export const sqsSyncQueue = (settings: QueueSettings): SyncQueue => {
  const put = putMessages(settings);
  return { add: (mailboxIds) => put(mailboxIds.map((mailboxId) => ({ body: { mailboxId } }))) };
};
