import type { MailReader } from "../../domain/inbox/ports/mail-session.ts";
import { withCircuitBreaker } from "../../domain/mailboxes/connection/circuit-breaker.ts";
import type { ImapAccount } from "../../domain/mailboxes/mailbox.ts";
import { clock } from "../system.ts";
import { openImap } from "./imap-connections.ts";

/** Reads mailboxes over IMAP. */
export const mailReader: MailReader = {
  // Loaded with the first connection, together with the IMAP client.
  open: async (account, signal) => {
    const { imapMailReader } = await import("../../adapters/imap/mail-reader.ts");
    return imapMailReader(openImap).open(account, signal);
  },
};
/** With a circuit breaker for hosts that hang, for work that is repeated anyway. */
export const mailReaderWithBreaker = {
  open: withCircuitBreaker((account: ImapAccount, signal: AbortSignal) => mailReader.open(account, signal), clock),
};
