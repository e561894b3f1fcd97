import { freshPull, pullNow } from "../pull/fresh-pull.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { mailReader } from "#shared/mailboxes/wiring/transports.ts";
import { isInMaintenance } from "#shared/platform/wiring/maintenance.ts";
import { pulling } from "./pulling.ts";
import { slots } from "#shared/accounts/wiring/stores.ts";

const ports = { ...pulling, mailReader };

/** Pulls a mailbox now. */
export const pull = pullNow(ports);

/** Pulls an account's mailboxes for a request. */
export const pullForRequest = (userId: string, mailboxes: readonly Mailbox[]) =>
  freshPull({ ...ports, slots, isInMaintenance }, userId, mailboxes);
