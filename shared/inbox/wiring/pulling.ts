import { log } from "#shared/platform/log.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { audits, changes, moves, search } from "./stores.ts";
import { mailAccounts } from "#shared/mailboxes/wiring/mail-accounts.ts";
import { eventOutbox } from "#shared/events/wiring.ts";
import { mailboxes } from "#shared/mailboxes/wiring/sealed-mailboxes.ts";
import { ingest, syncStates } from "./sync-states.ts";

/** The ports of pulling a mailbox, except for the mail reader. */
export const pulling = { mailboxes, mailAccounts, syncStates, audits, changes, moves, ingest, search, eventOutbox, clock, ids, log };
