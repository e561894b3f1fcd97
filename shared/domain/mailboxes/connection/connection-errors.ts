import { EgressError, isCertificateProblem, type EgressReason, type MailProtocol } from "../egress/egress.ts";
import { OAuthError, type OAuthReason } from "../oauth/oauth.ts";
import type { ConnectionFailure } from "../ports.ts";

/** What was attempted, and by which kind of credential. */
export interface ConnectionAttempt {
  readonly protocol: MailProtocol;
  readonly credential: "password" | "oauth";
}

type Fault = "host" | "port" | "credentials";

interface Verdict {
  readonly status: ConnectionFailure["status"];
  readonly fault: Fault;
  readonly text: string;
  readonly immediate?: boolean;
}

/**
 * What a failed connection or login means for the mailbox and its owner. Reads nodemailer's and imapflow's errors by their documented
 * properties; what the server said is only matched, never repeated: no banner and no secret reaches the message (S3, S13).
 */
export const classifyConnectionError = (error: unknown, attempt: ConnectionAttempt): ConnectionFailure => {
  const { protocol, credential } = attempt;
  const { status, fault, text, immediate = false } = judge(error, attempt);
  const message = `${protocol}: ${text}`;
  // An OAuth mailbox has neither host nor password of its own: whatever fails, its grant is what can be given anew.
  const field = credential === "oauth" ? "refresh_token" : `${protocol.toLowerCase()}_${fault === "credentials" ? "password" : fault}`;
  return { protocol, status, field, message, immediate };
};

const judge = (error: unknown, attempt: ConnectionAttempt): Verdict => {
  if (error instanceof OAuthError) return oauthVerdicts[error.reason];
  if (error instanceof EgressError) return egressVerdicts[error.reason];
  if (isCertificateProblem(error)) return egressVerdicts.certificate;
  const facts = factsOf(error);
  if (isRefusal(facts, attempt.protocol)) return refusal(facts, attempt);
  if (facts.tlsFailed) return startTlsMissing;
  if (facts.loginFailed) return loginUnavailable;
  return egressVerdicts.unreachable;
};

const egressVerdicts: Record<EgressReason, Verdict> = {
  blocked: {
    status: "error",
    fault: "host",
    text: "this host or port is not allowed; use the provider's public mail server and its usual port",
  },
  unreachable: {
    status: "error",
    fault: "host",
    text: "the server cannot be reached or does not answer as expected; check host, port and encryption",
  },
  certificate: {
    status: "error",
    fault: "host",
    text: "the server's certificate is expired, not trusted, or for another name; check the host name",
  },
};

const oauthVerdicts: Record<OAuthReason, Verdict> = {
  refused: {
    status: "disconnected",
    fault: "credentials",
    text: "the authorisation has expired or was withdrawn; reconnect this mailbox",
    immediate: true,
  },
  scopeMissing: {
    status: "disconnected",
    fault: "credentials",
    text: "mail access was not granted; reconnect this mailbox and allow it",
    immediate: true,
  },
  identity: {
    status: "error",
    fault: "credentials",
    text: "the provider does not say which account was authorised; reconnect this mailbox",
  },
  misconfigured: {
    status: "error",
    fault: "credentials",
    text: "the provider does not accept this service's client; the operator must check its registration",
  },
  temporary: { status: "error", fault: "credentials", text: "the provider's sign-in service does not answer; try again later" },
};

const startTlsMissing: Verdict = {
  status: "error",
  fault: "port",
  text: "the server offers no STARTTLS at this port; use its TLS port (SMTP 465, IMAP 993)",
};
const loginUnavailable: Verdict = {
  status: "error",
  fault: "host",
  text: "the server does not let anyone log in at the moment; try again later",
};

/** What a refusal's text reveals, most telling first; the last one always matches. */
const refusals: readonly { readonly pattern: RegExp; readonly text: string }[] = [
  {
    pattern: /SmtpClientAuth|\b5\.7\.139\b/i,
    text: "SMTP AUTH is switched off in the tenant; its administrator must allow it for this mailbox, or connect it as outlook",
  },
  { pattern: /basic auth\w* is disabled/i, text: "the provider accepts no passwords; connect this mailbox as google or outlook" },
  {
    pattern: /application[- ]specific|app[- ]?(?:specific )?password|\b5\.7\.9\b/i,
    text: "the provider wants an app password, not the account's own password",
  },
  { pattern: /web ?(?:browser|login)|\b5\.7\.14\b/i, text: "the provider wants its owner to sign in with a browser first" },
  {
    pattern: /not enabled for IMAP|IMAP\b.{0,40}\b(?:disabled|not (?:enabled|allowed))/i,
    text: "IMAP is switched off for this account; switch it on in the provider's settings",
  },
  {
    pattern: /STARTTLS|encryption required/i,
    text: "the server wants encryption before the login; use starttls at port 587, or tls at port 465",
  },
];

const refusal = ({ text }: Facts, { credential }: ConnectionAttempt): Verdict => {
  const telling = refusals.find(({ pattern }) => pattern.test(text));
  const plain =
    credential === "oauth"
      ? "the server refuses the authorisation; reconnect this mailbox"
      : "user name or password refused; Gmail, Yahoo, iCloud and others want an app password";
  return { status: "disconnected", fault: "credentials", text: telling?.text ?? plain };
};

interface Facts {
  readonly replyCode: number;
  readonly loginFailed: boolean;
  readonly tlsFailed: boolean;
  readonly imapStatus: unknown;
  readonly imapCode: string;
  readonly text: string;
}

/** SMTP replies that refuse the credentials (RFC 4954, 6; contract/README.md, "Sending", Retry). */
export const SMTP_REFUSALS: ReadonlySet<number> = new Set([530, 534, 535, 538]);

/** IMAP response codes by which a refused login says nothing about the credentials (RFC 9051, 7.1; RFC 5530). */
const IMAP_TEMPORARY = /^(?:UNAVAILABLE|INUSE|LIMIT|SERVERBUG|CONTACTADMIN|OVERQUOTA|THROTTLED|ETHROTTLE)$/;

const isRefusal = (facts: Facts, protocol: MailProtocol): boolean => {
  if (protocol === "SMTP") return SMTP_REFUSALS.has(facts.replyCode);
  return facts.loginFailed && facts.imapStatus === "NO" && !IMAP_TEMPORARY.test(facts.imapCode);
};

/** imapflow marks every error during a login `authenticationFailed`, a lost connection too: only a tagged NO is the server's word. */
const factsOf = (error: unknown): Facts => {
  const fields: Record<string, unknown> = typeof error === "object" && error !== null ? { ...error } : {};
  const text = (name: string) => (typeof fields[name] === "string" ? fields[name].slice(0, 2000) : "");
  return {
    replyCode: Number(fields["responseCode"] ?? 0),
    loginFailed: fields["authenticationFailed"] === true || fields["code"] === "EAUTH",
    tlsFailed: fields["tlsFailed"] === true || fields["code"] === "ETLS",
    imapStatus: fields["responseStatus"],
    imapCode: text("serverResponseCode"),
    text: `${text("response")} ${text("responseText")}`,
  };
};
