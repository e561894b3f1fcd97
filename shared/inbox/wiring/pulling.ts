import { mongoSyncStates } from "../store/sync-states.ts";
import type { Ingest } from "../ports/sync.ts";
import { connect } from "#shared/platform/wiring/database.ts";
import { log } from "#shared/platform/log.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { audits, changes, moves, search } from "./stores.ts";
import { mailAccounts } from "#shared/mailboxes/wiring/mail-accounts.ts";
import { eventOutbox } from "#shared/events/wiring.ts";
import { mailboxes } from "#shared/mailboxes/wiring/sealed-mailboxes.ts";

/** The sync states of mailboxes, and the store of their mail. */
export const syncStates = mongoSyncStates(connect);
/** Stores pages of received mail; loaded with the first page. */
export const ingest: Ingest = {
  // Loaded with the first page, because most pulls find nothing new.
  commit: async (...page) => (await import("./ingest.ts")).ingest.commit(...page),
};

/** The dependencies of pulling a mailbox, except for the mail reader. */
export const pulling = { mailboxes, mailAccounts, syncStates, audits, changes, moves, ingest, search, eventOutbox, clock, ids, log };
