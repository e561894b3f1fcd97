import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { MailFailure, refusesCredentials } from "#shared/mailboxes/connection/mail-failure.ts";
import { isCertificateCode, isCertificateProblem, type Egress } from "#shared/platform/egress/egress.ts";
import type { Socket } from "node:net";
import type { SmtpAccount } from "#shared/mailboxes/mailbox.ts";
import { Readable } from "node:stream";
import type { SMTPConnectionSendInfo } from "nodemailer/lib/smtp-connection";
import type { Outcome, OutgoingMessage, RefusedReply, Submission, Submissions } from "#shared/sending/ports/submission.ts";
import type { TLSSocket } from "node:tls";

/** A reply by which the server refused. */
export interface RefusingReply {
  readonly code: number;
  readonly reply: string;
}

const refused = /^([45]\d\d)[ -]/;

const fieldsOf = (error: unknown): Record<string, unknown> => (typeof error === "object" && error !== null ? { ...error } : {});

/** The refusal in a nodemailer error; undefined when no reply caused the error. A positive reply is never a refusal. */
const refusalOf = (error: unknown, lastReply?: string | false): RefusingReply | undefined => {
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

/** Many servers close a connection after a hundred messages. */
const MESSAGES_PER_CONNECTION = 100;
const RESET_MS = 10_000;
/** How many characters of a positive reply are read. */
const REPLY_MAX = 1_000;

/** Thrown into the body stream to stop it before its first byte. */
class Stopped extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super("stopped before the body");
    this.outcome = outcome;
  }
}

const intended = async (intend: () => Promise<boolean>): Promise<void> => {
  const holds = await intend().catch((error: unknown) => {
    throw new Stopped({ kind: "internal", error });
  });
  if (!holds) throw new Stopped({ kind: "fenced" });
};

/**
 * A server that answers DATA with anything but 354 has sent one reply too many before, or does not speak SMTP: its further replies cannot be matched
 * to commands.
 */
const refuseOutOfStep = ({ connection }: SmtpSession): void => {
  if (!String(connection.lastServerResponse).startsWith("354")) throw new Stopped(unreached(new Error("no 354 to DATA")));
};

const unreached = (cause: unknown): Outcome => ({ kind: "unreached", failure: new MailFailure("SMTP", "unreachable", { cause }) });

/**
 * A reply between 354 and the body answers nothing of this message, whatever it says: the answer to DATA comes after its final dot (RFC 5321,
 * 4.1.1.4). The connection is closed before the body can begin, while the intent may still be under way.
 */
const closeOutOfStep = async (session: SmtpSession, asked: Promise<boolean>): Promise<Outcome> => {
  session.destroy();
  try {
    return (await asked) ? unreached(new Error("a reply that answers nothing")) : { kind: "fenced" };
  } catch (error) {
    return { kind: "internal", error };
  }
};

/** The size of a piece of the body: what the server has not yet taken can still be withheld when it answers too early. */
const SLICE_BYTES = 65_536;

/**
 * The body as a stream that is read only after 354, and whose first read waits for the intent, so that nothing leaves earlier (G3 in
 * shared/README.md).
 */
const lazyBody = (raw: Buffer, intend: () => Promise<boolean>, onStart: () => void): Readable => {
  let started: Promise<void> | undefined;
  let at = 0;
  const next = (): Buffer | null => (at < raw.length ? raw.subarray(at, (at += SLICE_BYTES)) : null);
  return new Readable({
    highWaterMark: 1,
    read() {
      started ??= intended(intend).then(onStart);
      started.then(
        () => this.push(next()),
        (error: Error) => this.destroy(error),
      );
    },
  });
};

type Envelope = Parameters<SmtpSession["connection"]["send"]>[0] & { readonly rejectedErrors?: readonly unknown[] };

/** The recipients that the server refused, with its replies. A missing reply counts as temporary, so that the recipient is tried again. */
const refusedIn = ({ rejectedErrors = [] }: Envelope): readonly RefusedReply[] =>
  rejectedErrors.map((error) => {
    const { code = 450, reply = "450 the server refused the recipient" } = refusalOf(error) ?? {};
    return { email: String((error as { readonly recipient?: unknown }).recipient), code, reply };
  });

/** Wraps a logged-in session for the delivery worker. */
export const submission = (session: SmtpSession, envelopeMs: number, isAnonymous = false): Submission => {
  let count = 0;
  const submit: Submission["submit"] = async ({ from, to, raw }: OutgoingMessage, intend, replyTimeoutMs): Promise<Outcome> => {
    count += 1;
    let begun = false;
    let asked: Promise<boolean> | undefined;
    let extendBy = (): void => undefined;
    // Before DATA, nodemailer stores each recipient's result in it.
    const envelope: Envelope = { from, to: [...to], size: raw.length };
    const body = lazyBody(
      raw,
      () => {
        refuseOutOfStep(session);
        asked = intend(refusedIn(envelope));
        return asked;
      },
      () => {
        begun = true;
        // A large body takes time, which is added to the limit for the reply.
        extendBy();
      },
    );
    try {
      const accepted = await session.step<SMTPConnectionSendInfo>(envelopeMs, (done, extend) => {
        extendBy = () => extend(replyTimeoutMs);
        session.connection.send(envelope, body, done);
      });
      if (body.readableEnded) return { kind: "sent", reply: accepted?.response.slice(0, REPLY_MAX) };
      if (asked && !begun) return await closeOutOfStep(session, asked);
      // A positive reply while the body is still being sent does not answer it.
      session.destroy();
      return { kind: "unknown" };
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal && asked && !begun) return closeOutOfStep(session, asked);
      const refused = refusedIn(envelope);
      if (refusal && !begun) await reset(session);
      // Once the body has begun, a refusal may have come before the final dot, whose reply is then still to come.
      else session.destroy();
      if (refusal && refused.length === to.length) return { kind: "refused", ...refusal, recipients: refused };
      if (refusal) return { kind: "refused", ...refusal };
      if (error instanceof Stopped) return error.outcome;
      return begun ? { kind: "unknown" } : unreached(error);
    }
  };
  return {
    isAnonymous,
    get open() {
      return session.alive && count < MESSAGES_PER_CONNECTION;
    },
    submit,
    close: () => {
      if (session.alive) session.connection.quit();
      setTimeout(() => session.destroy(), RESET_MS).unref();
    },
  };
};

/**
 * After a refused envelope the transaction is still open at the server: without RSET the next MAIL FROM would be out of sequence (RFC 5321, 4.1.4).
 */
const reset = async (session: SmtpSession): Promise<void> => {
  if (!session.alive) return;
  await session.step<boolean>(RESET_MS, (done) => session.connection.reset(done)).catch(() => session.destroy());
};

/** Time limits for an SMTP server, ms. */
export interface SmtpTimeouts {
  /** For greeting, EHLO and STARTTLS together, and for the login. */
  readonly stepMs: number;
  /** For MAIL, RCPT and DATA together with the intent (RFC 5321, 4.5.3.2 allows more, but the send is retried). */
  readonly envelopeMs: number;
}
const TIMEOUTS: SmtpTimeouts = { stepMs: 30_000, envelopeMs: 60_000 };

/** SMTP submission by nodemailer's SMTPConnection over sockets that the egress rules opened, always with verified TLS (S1 to S4 in SECURITY.md). */
export const smtpSubmissions = (
  { openSocket, upgradeTls }: Egress<Socket, TLSSocket>,
  { stepMs, envelopeMs } = TIMEOUTS,
  ehloName = "",
): Submissions => ({
  open: async (account: SmtpAccount) => {
    let session: SmtpSession | undefined;
    let at: "connection" | "login" = "connection";
    try {
      const { host, port, proxy, secure } = account;
      const { socket } = await openSocket({ host, port, protocol: "SMTP", ...(proxy && { proxy }) });
      const way = secure === "tls" ? await upgradeTls(socket, { servername: host, port, protocol: "SMTP" }) : socket;
      session = await smtpSession(way, account, ehloName === "" ? domainOf(account) : ehloName);
      const { connection } = session;
      await session.step(stepMs, (done) => connection.connect(done));
      at = "login";
      const credentials = await credentialsOf(account);
      const isAnonymous = !connection.allowsAuth || account.auth === "none";
      // Such a server may accept us by our IP address; whether its owner said so, is asked when the mailbox is connected and tested.
      if (!isAnonymous) await session.step(stepMs, (done) => connection.login(credentials, done));
      return submission(session, envelopeMs, isAnonymous);
    } catch (error) {
      session?.destroy();
      throw smtpFailure(error, at, session?.connection.lastServerResponse);
    }
  },
});

/** The mailbox's domain, which is the login's where that is an address; undefined where neither is known. */
const domainOf = ({ domain, username }: SmtpAccount): string | undefined => {
  const name = domain ?? username.slice(username.lastIndexOf("@") + 1);
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(name) ? name : undefined;
};

/** A password, or an access token for XOAUTH2. */
const credentialsOf = async ({ username, credential }: SmtpAccount): Promise<Parameters<SMTPConnection["login"]>[0]> => {
  if ("password" in credential) return { user: username, pass: credential.password };
  const { default: XOAuth2 } = await import("nodemailer/lib/xoauth2");
  return { user: username, oauth2: new XOAuth2({ user: username, accessToken: credential.accessToken }) };
};
