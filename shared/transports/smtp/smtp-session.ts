import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { MailFailure, refusesCredentials } from "#shared/mailboxes/connection/mail-failure.ts";
import { isCertificateCode, isCertificateProblem } from "#shared/platform/egress/egress.ts";
import type { Socket } from "node:net";
import type { SmtpAccount } from "#shared/mailboxes/mailbox.ts";

/** A reply by which the server refused. */
export interface RefusingReply {
  readonly code: number;
  readonly reply: string;
}

const refused = /^([45]\d\d)[ -]/;

const fieldsOf = (error: unknown): Record<string, unknown> => (typeof error === "object" && error !== null ? { ...error } : {});

/** The refusal in a nodemailer error; undefined when no reply caused the error. A positive reply is never a refusal. */
export const refusalOf = (error: unknown, lastReply?: string | false): RefusingReply | undefined => {
  const fields = fieldsOf(error);
  if (fields["code"] === "EMESSAGE" && fields["command"] === "MAIL FROM")
    return { code: 552, reply: "552 the message is larger than the server allows" };
  // nodemailer asks for a new token after a refused XOAUTH2 login, and its own error then hides the reply.
  const reply = fields["response"] ?? (fields["code"] === "EAUTH" ? lastReply : undefined);
  const code = typeof reply === "string" ? refused.exec(reply)?.[1] : undefined;
  return typeof reply === "string" && code !== undefined ? { code: Number(code), reply } : undefined;
};

/** Classifies a nodemailer error before MAIL FROM; `at` is the phase of the session. */
export const smtpFailure = (error: unknown, at: "connection" | "login", lastReply?: string | false): MailFailure => {
  if (error instanceof MailFailure) return error;
  const failure = (reason: MailFailure["reason"], refusal?: RefusingReply) =>
    new MailFailure("SMTP", reason, { at, ...refusal, cause: error });
  // nodemailer replaces TLS's error code by its own and keeps the original beside it.
  const { code, originalCode } = fieldsOf(error);
  if (isCertificateProblem(error) || isCertificateCode(originalCode)) return failure("certificate");
  const refusal = refusalOf(error, lastReply);
  if (refusal && refusesCredentials(refusal.code, refusal.reply, at)) return failure("credentials", refusal);
  if (code === "ETLS") return failure("noStartTls", refusal);
  return failure(refusal || code === "EAUTH" ? "refused" : "unreachable", refusal);
};

/** The idle limit, ms; longer than any step, because the steps have their own limits. */
const SOCKET_IDLE_MS = 600_000;

type Done<R> = (error?: Error | null, result?: R) => void;

/** nodemailer's SMTPConnection with promises: every step ends with its answer, with the connection's end, or at its time limit. */
export interface SmtpSession {
  readonly connection: SMTPConnection;
  /** False once the connection has ended. */
  readonly alive: boolean;
  /** Runs one step within a limit, which the step may extend; rejects with nodemailer's error, which contains the server's reply if there was one. */
  step<R>(limitMs: number, run: (done: Done<R>, extend: (limitMs: number) => void) => void): Promise<R | undefined>;
  /** Closes the connection immediately, whatever it is doing. */
  destroy(): void;
}

/**
 * Starts a session over an open socket. `ehloName`: the name in EHLO (RFC 5321, 4.1.1.1), else this machine's address. nodemailer is loaded here, so
 * that only functions that send mail load it.
 */
export const smtpSession = async (socket: Socket, { host, port, secure }: SmtpAccount, ehloName?: string): Promise<SmtpSession> => {
  const { default: Connection } = await import("nodemailer/lib/smtp-connection");
  const connection = new Connection({
    connection: socket,
    host,
    port,
    ...(ehloName !== undefined && { name: ehloName }),
    secure: secure === "tls",
    secured: secure === "tls",
    requireTLS: secure === "starttls",
    tls: { minVersion: "TLSv1.2" },
    socketTimeout: SOCKET_IDLE_MS,
    connectionTimeout: SOCKET_IDLE_MS,
  });
  let alive = true;
  const endings = new Set<(error: Error) => void>();
  let failure = new Error("the connection was closed");
  connection.on("error", (error: Error) => (failure = error));
  // These events come before the step's own callback, which knows more, so the callback goes first.
  connection.on("end", () => {
    alive = false;
    setImmediate(() => endings.forEach((end) => end(failure)));
  });
  const destroy = () => {
    alive = false;
    socket.destroy();
  };
  const step: SmtpSession["step"] = (limitMs, run) =>
    new Promise((resolve, reject) => {
      const late = () => {
        destroy();
        end(new Error("timed out"));
      };
      let timer = setTimeout(late, limitMs);
      const settle = (finish: () => void) => {
        clearTimeout(timer);
        endings.delete(end);
        finish();
      };
      const end = (error: Error) => settle(() => reject(error));
      endings.add(end);
      const extend = (ms: number) => {
        clearTimeout(timer);
        timer = setTimeout(late, ms);
      };
      run((error, result) => settle(() => (error ? reject(error) : resolve(result))), extend);
    });
  return {
    connection,
    get alive() {
      return alive;
    },
    step,
    destroy,
  };
};
