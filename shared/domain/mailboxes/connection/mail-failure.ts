import type { EgressProtocol } from "../egress/egress.ts";

/**
 * Why a connection to a mail server failed. `blocked`: policy forbids the address. `unreachable`: no connection, or no sensible answer in time.
 * `certificate`: it cannot be verified. `noStartTls`: the server offers none. `noLogin`: it offers no login. `refused`: the server refused, but not because of the credentials.
 * `credentials`: the server refused them. `egressProxy`: our proxy failed. The reasons are no finer, so that errors cannot serve as a port scanner
 * (S3 in SECURITY.md).
 */
export type MailFailureReason =
  | "blocked"
  | "unreachable"
  | "certificate"
  | "noStartTls"
  | "noLogin"
  | "refused"
  | "credentials"
  | "egressProxy";

/** The server's reply, and the phase of the session. */
export interface FailureFacts {
  /** `connection` includes greeting, EHLO and TLS; `session` is what follows an IMAP login. */
  readonly at?: "connection" | "login" | "session";
  /** The SMTP reply code (RFC 5321, 4.2). */
  readonly code?: number;
  /** The server's text: matched against patterns and shown to the send's owner, never part of the message. */
  readonly reply?: string;
  /** How long the server asks to be left alone, ms. */
  readonly waitMs?: number;
  readonly cause?: unknown;
}

const TEXTS: Record<MailFailureReason, string> = {
  blocked: "server's address or port is not allowed",
  unreachable: "server cannot be reached",
  certificate: "server's certificate cannot be verified",
  noStartTls: "server offers no STARTTLS",
  noLogin: "server offers no login",
  refused: "server refuses the connection",
  credentials: "server refuses the credentials",
  egressProxy: "connection's egress proxy failed",
};

/** A failed connection or login; every mail adapter throws it. Its message contains no address, no network error and no text of the server. */
export class MailFailure extends Error {
  override readonly name = "MailFailure";
  readonly protocol: EgressProtocol;
  readonly reason: MailFailureReason;
  readonly at: "connection" | "login" | "session";
  readonly code: number | undefined;
  readonly reply: string | undefined;
  readonly waitMs: number | undefined;

  constructor(protocol: EgressProtocol, reason: MailFailureReason, { at = "connection", code, reply, waitMs, cause }: FailureFacts = {}) {
    super(`The ${protocol} ${TEXTS[reason]}`, { cause });
    this.protocol = protocol;
    this.reason = reason;
    this.at = at;
    this.code = code;
    this.reply = reply;
    this.waitMs = waitMs;
  }
}
