import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import { isCertificateProblem, type Egress } from "#shared/platform/egress/egress.ts";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { ImapAccount } from "#shared/mailboxes/mailbox.ts";
import type { LeanImapFlow } from "./lean-imap-flow.ts";

/** IMAP response codes of refused logins that do not concern the credentials (RFC 9051, 7.1; RFC 5530). */
const TEMPORARY = /^(?:UNAVAILABLE|INUSE|LIMIT|SERVERBUG|CONTACTADMIN|OVERQUOTA|THROTTLED|ETHROTTLE)$/;

/** Refusals of a busy server that Gmail ("[ALERT] Too many simultaneous connections"), Yahoo and others send with other codes, or none. */
const BUSY =
  /too many|(?:connections?|bandwidth|command|rate|usage|login)\b.{0,40}\b(?:limits?|exceeded|reached)|maximum number|try (?:again )?later|temporar|throttl|server (?:error|busy|is busy)|internal error/i;
/** Codes that concern the credentials, whatever the text says. */
const OF_CREDENTIALS = /^(?:AUTHENTICATIONFAILED|AUTHORIZATIONFAILED|EXPIRED)$/;

/** Whether a server's NO means that it accepts no login at the moment. */
const isBusy = (code: string, text: string): boolean => TEMPORARY.test(code) || (!OF_CREDENTIALS.test(code) && BUSY.test(text));

/** How many characters of the server's words are reported. */
const WORDS_MAX = 300;

/** The error for a NO or BAD after the login, with the server's words; any other error is unchanged. */
export const refusedInSession = (error: unknown): unknown => {
  const { responseStatus, responseText } = Object(error) as { readonly responseStatus?: unknown; readonly responseText?: unknown };
  if ((responseStatus !== "NO" && responseStatus !== "BAD") || typeof responseText !== "string") return error;
  const reply = responseText
    .replaceAll(/[\s\p{C}]+/gu, " ")
    .trim()
    .slice(0, WORDS_MAX);
  return new MailFailure("IMAP", "refused", { at: "session", reply, cause: error });
};

/**
 * Classifies an imapflow error before or during the login. imapflow marks every error during a login as `authenticationFailed`, even a lost
 * connection; only a tagged NO is the server's answer about the credentials.
 */
export const imapFailure = (error: unknown): MailFailure => {
  if (error instanceof MailFailure) return error;
  if (isCertificateProblem(error)) return new MailFailure("IMAP", "certificate", { cause: error });
  const fields: Record<string, unknown> = typeof error === "object" && error !== null ? { ...error } : {};
  const text = (name: string) => (typeof fields[name] === "string" ? fields[name].slice(0, 2000) : "");
  if (fields["authenticationFailed"] === true) {
    const reply = `${text("response")} ${text("responseText")}`;
    const refused = fields["responseStatus"] === "NO" && !isBusy(text("serverResponseCode"), reply);
    return new MailFailure("IMAP", refused ? "credentials" : "refused", { at: "login", reply, cause: error });
  }
  return new MailFailure("IMAP", fields["tlsFailed"] === true ? "noStartTls" : "unreachable", { cause: error });
};

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
