import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { Egress } from "../../domain/mailboxes/egress/egress.ts";
import type { ImapAccount } from "../../domain/mailboxes/mailbox.ts";
import { MailFailure } from "../../domain/mailboxes/connection/mail-failure.ts";
import { imapFailure } from "./imap-failure.ts";
import type { LeanImapFlow } from "./lean-imap-flow.ts";

/** Opens a logged-in connection; the signal closes it. */
export type OpenConnection = (account: ImapAccount, signal?: AbortSignal) => Promise<LeanImapFlow>;

/** The port on which TLS starts with STARTTLS (RFC 8314, 3.2). */
const STARTTLS_PORT = 143;
const SILENCE_MS = 30_000;
/** The longest literal, octets: above the largest message that is read, below what would exhaust a function (S14 in SECURITY.md). */
const LITERAL_BYTES = 30 * 1024 * 1024;
const RESPONSE_BYTES = 40 * 1024 * 1024;
/** The longest line without literals, octets: an answer to a search with a million UIDs. */
const LINE_BYTES = 12 * 1024 * 1024;

/** True when the server sent plain text before TLS: its greeting was parsed as a TLS record. */
const spokePlainly = (error: unknown): boolean =>
  error instanceof MailFailure &&
  error.cause instanceof Error &&
  "code" in error.cause &&
  error.cause.code === "ERR_SSL_WRONG_VERSION_NUMBER";

type Begun = { readonly socket: Socket; readonly starttls: boolean };

/**
 * Opens a socket with TLS, or a plain one on which STARTTLS must follow. A port that the operator allows besides the usual two may be of either kind.
 */
const begin = async ({ openSocket, upgradeTls }: Egress<Socket, TLSSocket>, { host, port }: ImapAccount): Promise<Begun> => {
  const open = async () => (await openSocket({ host, port, protocol: "IMAP" })).socket;
  if (port === STARTTLS_PORT) return { socket: await open(), starttls: true };
  try {
    return { socket: await upgradeTls(await open(), { servername: host, port, protocol: "IMAP" }), starttls: false };
  } catch (error) {
    if (!spokePlainly(error)) throw error;
    return { socket: await open(), starttls: true };
  }
};

/** Connects, secures and logs in. Throws MailFailure, or the abort reason of the signal. */
export const imapConnections =
  (egress: Egress<Socket, TLSSocket>): OpenConnection =>
  async (account, signal) => {
    // Loaded on first use, because it is large: only functions that read mail need it.
    const { LeanImapFlow } = await import("./lean-imap-flow.ts");
    const { host, port, username: user, credential } = account;
    signal?.throwIfAborted();
    const { socket, starttls } = await begin(egress, account);
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
      maxLineLength: LINE_BYTES,
    });
    // Every failure also rejects the command that it stops; an `error` event without a listener would end the process.
    client.on("error", () => undefined);
    const abort = () => client.close();
    signal?.addEventListener("abort", abort, { once: true });
    client.once("close", () => signal?.removeEventListener("abort", abort));
    try {
      await client.attach(socket);
      signal?.throwIfAborted();
      return client;
    } catch (error) {
      client.close();
      socket.destroy();
      throw imapFailure(error);
    }
  };
