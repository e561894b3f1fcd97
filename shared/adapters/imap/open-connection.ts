import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { Egress } from "../../domain/mailboxes/egress/egress.ts";
import type { ImapAccount } from "../../domain/mailboxes/mailbox.ts";
import { imapFailure } from "./imap-failure.ts";
import type { LeanImapFlow } from "./lean-imap-flow.ts";

/** Opens a logged-in connection; the signal closes it. */
export type OpenConnection = (account: ImapAccount, signal?: AbortSignal) => Promise<LeanImapFlow>;

/** The port on which TLS begins by STARTTLS (RFC 8314, 3.2). */
const STARTTLS_PORT = 143;
const SILENCE_MS = 30_000;
/** Above the largest message that is read, below what would exhaust a function (S14). */
const LITERAL_BYTES = 30 * 1024 * 1024;
const RESPONSE_BYTES = 40 * 1024 * 1024;

/** Connects, secures and logs in. Throws MailFailure, or the reason of a signal that was aborted. */
export const imapConnections =
  ({ openSocket, upgradeTls }: Egress<Socket, TLSSocket>): OpenConnection =>
  async (account, signal) => {
    // Heavy: only the functions that read mail load it, and only when they do.
    const { LeanImapFlow } = await import("./lean-imap-flow.ts");
    const { host, port, username: user, credential } = account;
    const starttls = port === STARTTLS_PORT;
    signal?.throwIfAborted();
    const { socket } = await openSocket({ host, port, protocol: "IMAP" });
    const secured = starttls ? socket : await upgradeTls(socket, { servername: host, port, protocol: "IMAP" });
    const client = new LeanImapFlow({
      host,
      port,
      secure: !starttls,
      ...(starttls && { doSTARTTLS: true }),
      tls: { minVersion: "TLSv1.2", rejectUnauthorized: true },
      auth: "password" in credential ? { user, pass: credential.password } : { user, accessToken: credential.accessToken },
      logger: false,
      disableAutoIdle: true,
      disableCompression: true,
      socketTimeout: SILENCE_MS,
      maxLiteralSize: LITERAL_BYTES,
      maxResponseSize: RESPONSE_BYTES,
    });
    // Every failure reaches the command that it stops; the event alone would end the process.
    client.on("error", () => undefined);
    const abort = () => client.close();
    signal?.addEventListener("abort", abort, { once: true });
    client.once("close", () => signal?.removeEventListener("abort", abort));
    try {
      await client.attach(secured);
      signal?.throwIfAborted();
      return client;
    } catch (error) {
      client.close();
      secured.destroy();
      throw imapFailure(error);
    }
  };
