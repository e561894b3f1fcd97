import { mongoSyncStates } from "../store/sync-states.ts";
import type { Ingest } from "../ports/sync.ts";
import { connect } from "#shared/platform/wiring/database.ts";

/** The sync states of mailboxes, and the store of their mail. */
export const syncStates = mongoSyncStates(connect);
export const ingest: Ingest = {
  // Loaded with the first page, because most pulls find nothing new.
  commit: async (...page) => (await import("./ingest.ts")).ingest.commit(...page),
};
