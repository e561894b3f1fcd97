import type { ListMessagesPorts } from "../list-messages.ts";

/** Pulls mailboxes now, for a request that then answers from the store. */
export const freshPull: ListMessagesPorts["freshPull"] = async (userId, mailboxes) =>
  // Loaded on first use, because few requests ask for it.
  (await import("./pull-now.ts")).pullForRequest(userId, mailboxes);
