import { pullNow } from "../domain/inbox/pull/pull-now.ts";
import type { Answers } from "../domain/sending/ports/deliveries.ts";
import { log } from "./log.ts";
import { mailAccounts, mailReader } from "./mail.ts";
import { eventOutbox } from "./event-outbox.ts";
import { answersTo, audits, ingest, mailboxes, moves, search, syncStates } from "./store.ts";
import { clock, ids } from "./system.ts";

/** What a worker asks before a send leaves that an answer cancels: the mailbox, then the store. */
export const answers: Answers = {
  pull: pullNow({ mailAccounts, mailReader, mailboxes, syncStates, audits, moves, ingest, search, eventOutbox, clock, ids, log }),
  to: answersTo,
};
