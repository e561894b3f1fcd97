import { imapMailReader } from "../../adapters/imap/mail-reader.ts";
import { withCircuitBreaker } from "../../domain/mailboxes/connection/circuit-breaker.ts";
import type { ImapAccount } from "../../domain/mailboxes/mailbox.ts";
import { clock } from "../system.ts";
import { openImap } from "./imap-connections.ts";

/** Mailboxes over IMAP. */
export const mailReader = imapMailReader(openImap);
/** For work that comes again by itself: a host that hangs is left alone for a while. */
export const mailReaderWithBreaker = {
  open: withCircuitBreaker((account: ImapAccount, signal: AbortSignal) => mailReader.open(account, signal), clock),
};
