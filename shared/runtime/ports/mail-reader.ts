import type { MailSession } from "../../domain/inbox/ports/mail-session.ts";
import { withCircuitBreaker } from "../../domain/mailboxes/connection/circuit-breaker.ts";
import { type GraphAccount, isGraph, isSandbox, type ReadAccount } from "../../domain/mailboxes/mailbox.ts";
import { processClock } from "../system.ts";
import { connect } from "./database.ts";
import { openImap } from "./imap-connections.ts";
import { callHttp } from "./web.ts";

const overGraph = async (account: GraphAccount, signal: AbortSignal): Promise<MailSession> => {
  const { graphClient } = await import("../../adapters/graph/graph-client.ts");
  const { graphMailReader } = await import("../../adapters/graph/graph-mail-reader.ts");
  const { mongoMailDirectory } = await import("../../adapters/mongo/inbox/mail-directory.ts");
  return graphMailReader(graphClient(callHttp), mongoMailDirectory(connect)).open(account, signal);
};

/** Reads mailboxes over IMAP or Microsoft Graph, whichever the account is for. */
export const mailReader = {
  // Loaded with the first connection, together with the IMAP client.
  open: async (account: ReadAccount, signal: AbortSignal): Promise<MailSession> => {
    if (isSandbox(account)) return (await import("./sandbox-ends.ts")).mailReader.open(account, signal);
    if (isGraph(account)) return overGraph(account, signal);
    const { imapMailReader } = await import("../../adapters/imap/mail-reader.ts");
    return imapMailReader(openImap).open(account, signal);
  },
};
/** With a circuit breaker for hosts that hang, for work that is repeated anyway. */
export const mailReaderWithBreaker = { open: withCircuitBreaker(mailReader.open, processClock) };
