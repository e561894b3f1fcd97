import type { Socket } from "node:net";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import type { SmtpAccount } from "../../domain/mailboxes/mailbox.ts";

/** The idle limit, ms; longer than any step, because the steps have their own limits. */
const SOCKET_IDLE_MS = 600_000;

type Done<R> = (error?: Error | null, result?: R) => void;

/** nodemailer's SMTPConnection with promises: every step ends by its answer, by the connection's end, or by its time limit. */
export interface SmtpSession {
  readonly connection: SMTPConnection;
  /** False once the connection has ended. */
  readonly alive: boolean;
  /** Runs one step within a limit, which the step may extend; rejects with nodemailer's error, which contains the server's reply if there was one. */
  step<R>(limitMs: number, run: (done: Done<R>, extend: (limitMs: number) => void) => void): Promise<R | undefined>;
  /** Closes the connection immediately, whatever it is doing. */
  destroy(): void;
}

/** Starts a session over an open socket; `ehloName` is the name in EHLO (RFC 5321, 4.1.1.1), else this machine's address. nodemailer is loaded here, so that only functions that send mail load it. */
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
