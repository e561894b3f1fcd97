import { imapMailReader } from "../../adapters/imap/mail-reader.ts";
import { sparingSilentHosts } from "../../domain/mailboxes/connection/silent-hosts.ts";
import type { ImapAccount } from "../../domain/mailboxes/mailbox.ts";
import { clock } from "../system.ts";
import { openImap } from "./imap-connections.ts";

/** Mailboxes over IMAP. */
export const mailReader = imapMailReader(openImap);
/** For work that comes again by itself: a host that hangs is left alone for a while. */
export const patientReader = {
  open: sparingSilentHosts((account: ImapAccount, signal: AbortSignal) => mailReader.open(account, signal), clock),
};
