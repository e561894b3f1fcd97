import { type FieldError, Refusal } from "#shared/platform/errors.ts";
import type { EgressProtocol } from "#shared/platform/egress/egress.ts";

/** The cause of a failed login, by what the mailbox's owner can do; connection-errors.ts decides it. */
export type FailureCause =
  | "password"
  | "appPassword"
  | "passwordsOff"
  | "submissionOff"
  | "imapOff"
  | "browserFirst"
  | "encryption"
  | "unreachable"
  | "certificate"
  | "busy"
  | "consent"
  | "scope"
  | "otherAccount"
  | "operator";

/** 400: a mail server or an OAuth provider refused the login. It has the causes, for pages with texts of their own. */
export class LoginsRefused extends Refusal {
  readonly causes: readonly FailureCause[];
  constructor(details: readonly FieldError[], causes: readonly FailureCause[]) {
    super("invalid", "The request is invalid", { details });
    this.causes = causes;
  }
}

/**
 * Why a connection to a mail server failed. `blocked`: policy forbids the address. `unreachable`: no connection, or no sensible answer in time.
 * `certificate`: it cannot be verified. `noStartTls`: the server offers none. `noLogin`: it offers no login. `refused`: the server refused, but not
 * because of the credentials. `credentials`: the server refused them. `operator`: it refuses this service's project. `egressProxy`: our proxy failed.
 * The reasons are no finer, so that errors cannot serve as a port scanner (S3 in SECURITY.md).
 */
export type MailFailureReason =
  | "blocked"
  | "unreachable"
  | "certificate"
  | "noStartTls"
  | "noLogin"
  | "refused"
  | "credentials"
  | "operator"
  | "egressProxy";

/** The server's reply, and the phase of the session. */
export interface FailureFacts {
  /** `connection` includes greeting, EHLO and TLS; `session` is what follows an IMAP login. */
  readonly at?: "connection" | "login" | "session";
  /** The SMTP reply code (RFC 5321, 4.2). */
  readonly code?: number;
  /** The server's text: matched against patterns and shown to the send's owner, never part of `message`. */
  readonly reply?: string;
  /** How long the server asks not to be contacted, ms. */
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
  operator: "server refuses this service's project",
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

/** SMTP reply codes that always refuse the credentials (RFC 4954, 6). */
const CREDENTIAL_CODES: ReadonlySet<number> = new Set([530, 534, 535, 538]);

/** Microsoft's reply for a mailbox that may not submit by SMTP, at the login or at MAIL FROM ("Exchange Online: SMTP AUTH errors"). */
const SUBMISSION_OFF = /\b5\.7\.(?:30|57|139)\b|SmtpClientAuth|basic auth\w* is (?:disabled|not supported)/i;

/** Texts of a permanently refused login that concern the credentials (RFC 3463, 3.8; RFC 4954, 6). */
const LOGIN_REFUSED =
  /\b5\.7\.(?:8|9|14)\b|auth\w* (?:has )?(?:failed|unsuccessful|denied)|(?:invalid|incorrect|bad|wrong) (?:login|credential|user|password)/i;

/** Whether a reply refuses the mailbox's credentials, so that waiting does not help. */
export const refusesCredentials = (code: number, reply: string, at: "connection" | "login" | "message"): boolean =>
  CREDENTIAL_CODES.has(code) || (code >= 500 && (SUBMISSION_OFF.test(reply) || (at === "login" && LOGIN_REFUSED.test(reply))));

/**
 * The text is the same for a name that does not exist and for one that leads to a forbidden address; otherwise the error would reveal which names a
 * private network's resolver knows (S3 in SECURITY.md).
 */
export const NOT_PUBLIC = "no public mail server has this host name and port; check both, and use the provider's usual port";

/** Node's network errors that explain why a server was not reached, the clearest first (Node.js, "Common system errors"; dns; tls). */
const causes: readonly { readonly pattern: RegExp; readonly text: string }[] = [
  { pattern: /\bENOTFOUND\b|\bEAI_NO(?:DATA|NAME)\b/, text: NOT_PUBLIC },
  { pattern: /\bEAI_AGAIN\b|\blookup timed out\b/, text: "the host name cannot be looked up at the moment; try again later" },
  { pattern: /\bECONNREFUSED\b/, text: "the server refuses connections at this port; check host and port" },
  {
    pattern: /\bETIMEDOUT\b|\bE(?:HOST|NET)UNREACH\b|timed out|took too long|Greeting never received/,
    text: "the server does not answer; check host and port, and use tls where it expects TLS from the start (SMTP 465, IMAP 993)",
  },
];

/** OpenSSL's errors for a server that answers a TLS hello in plain text. */
const PLAIN_TEXT = /\bERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNEXPECTED_MESSAGE|HTTP_REQUEST)\b/;

/** The codes and messages of an error and of its causes. */
const wordsOf = (error: unknown): readonly string[] => {
  const words: string[] = [];
  for (let at = error; at instanceof Error && words.length < 20; at = at.cause) words.push("code" in at ? String(at.code) : "", at.message);
  return words;
};

/** Whether the server answered in plain text when TLS was to start. */
export const spokePlainText = (error: unknown): boolean => wordsOf(error).some((words) => PLAIN_TEXT.test(words));

/**
 * Why the server was not reached, for the mailbox's owner; undefined when the error does not say. Contains no address and no text of the server (S3
 * in SECURITY.md).
 */
export const unreachedCause = (error: unknown): string | undefined => {
  const found = wordsOf(error);
  return causes.find(({ pattern }) => found.some((text) => pattern.test(text)))?.text;
};
