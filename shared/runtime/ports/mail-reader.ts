import type { MailReader } from "../../domain/inbox/ports/mail-session.ts";
import { withCircuitBreaker } from "../../domain/mailboxes/connection/circuit-breaker.ts";
import type { ImapAccount } from "../../domain/mailboxes/mailbox.ts";
import { clock } from "../system.ts";
import { openImap } from "./imap-connections.ts";

/** Mailboxes over IMAP. */
export const mailReader: MailReader = {
  // Loaded with the first connection, as what speaks IMAP is.
  open: async (account, signal) => {
    const { imapMailReader } = await import("../../adapters/imap/mail-reader.ts");
    return imapMailReader(openImap).open(account, signal);
  },
};
/** For work that comes again by itself: a host that hangs is left alone for a while. */
export const mailReaderWithBreaker = {
  open: withCircuitBreaker((account: ImapAccount, signal: AbortSignal) => mailReader.open(account, signal), clock),
};
