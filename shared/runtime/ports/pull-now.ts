import { freshPull } from "../../domain/inbox/pull/fresh-pull.ts";
import { pullNow } from "../../domain/inbox/pull/pull-now.ts";
import type { Mailbox } from "../../domain/mailboxes/mailbox.ts";
import { mailReader } from "./mail-reader.ts";
import { isInMaintenance } from "./maintenance.ts";
import { pulling } from "./pulling.ts";
import { slots } from "./slots.ts";

const ports = { ...pulling, mailReader };

/** Pulls a mailbox now. */
export const pull = pullNow(ports);

/** Pulls an account's mailboxes for a request. */
export const pullForRequest = (userId: string, mailboxes: readonly Mailbox[]) =>
  freshPull({ ...ports, slots, isInMaintenance }, userId, mailboxes);
