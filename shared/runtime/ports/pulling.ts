import { log } from "../log.ts";
import { clock, ids } from "../system.ts";
import { audits } from "./audits.ts";
import { mailAccounts } from "./mail-accounts.ts";
import { eventOutbox } from "./event-outbox.ts";
import { moves } from "./moves.ts";
import { search } from "./search.ts";
import { mailboxes } from "./sealed-mailboxes.ts";
import { ingest, syncStates } from "./sync-states.ts";

/** The ports of pulling a mailbox, without the mail reader. */
export const pulling = { mailboxes, mailAccounts, syncStates, audits, moves, ingest, search, eventOutbox, clock, ids, log };
