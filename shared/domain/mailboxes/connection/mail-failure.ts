import type { EgressProtocol } from "../egress/egress.ts";

/**
 * Why a connection to a mail server failed. `blocked`: policy forbids the address. `unreachable`: no connection, or no sensible answer in time.
 * `certificate`: it cannot be verified. `noStartTls`: the server offers none. `refused`: the server's word, not about the credentials.
 * `credentials`: the server's word about them. `egressProxy`: our own proxy failed. No finer, so that an error is no port scanner's answer (S3).
 */
export type MailFailureReason = "blocked" | "unreachable" | "certificate" | "noStartTls" | "refused" | "credentials" | "egressProxy";

/** What the server said, and where. */
export interface FailureFacts {
  /** Greeting, EHLO and TLS are the connection. */
  readonly at?: "connection" | "login";
  /** The SMTP reply code (RFC 5321, 4.2). */
  readonly code?: number;
  /** The server's own text: it is matched and shown to the send's owner, never part of the message. */
  readonly reply?: string;
  readonly cause?: unknown;
}

const TEXTS: Record<MailFailureReason, string> = {
  blocked: "server's address or port is not allowed",
  unreachable: "server cannot be reached",
  certificate: "server's certificate cannot be verified",
  noStartTls: "server offers no STARTTLS",
  refused: "server refuses the connection",
  credentials: "server refuses the credentials",
  egressProxy: "connection's egress proxy failed",
};

/** A failed connection or login; every mail adapter throws it. Its message holds no address, no network error and no server text. */
export class MailFailure extends Error {
  override readonly name = "MailFailure";
  readonly protocol: EgressProtocol;
  readonly reason: MailFailureReason;
  readonly at: "connection" | "login";
  readonly code: number | undefined;
  readonly reply: string | undefined;

  constructor(protocol: EgressProtocol, reason: MailFailureReason, { at = "connection", code, reply, cause }: FailureFacts = {}) {
    super(`The ${protocol} ${TEXTS[reason]}`, { cause });
    this.protocol = protocol;
    this.reason = reason;
    this.at = at;
    this.code = code;
    this.reply = reply;
  }
}
