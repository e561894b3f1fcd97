import { providers } from "#shared/providers/index.ts";
import type { MailProtocol } from "#shared/platform/egress/egress.ts";
import { MailFailure, type MailFailureReason, type FailureCause, NOT_PUBLIC } from "./mail-failure.ts";
import { OAuthError, type OAuthReason } from "../oauth/oauth.ts";
import type { ConnectionFailure } from "../ports.ts";

/** What was tried, and with which kind of credential. */
export interface ConnectionAttempt {
  readonly protocol: MailProtocol;
  readonly credential: "password" | "oauth";
}

type Fault = "host" | "port" | "credentials" | "ip";

interface Verdict {
  readonly status: ConnectionFailure["status"];
  readonly fault: Fault;
  readonly text: string;
  readonly cause: FailureCause;
  readonly immediate?: boolean;
}

/**
 * What a failed connection or login means for the mailbox and its owner. The server's text is only matched against patterns. Of a reply before or to
 * the login only the codes are repeated, so that no banner and no secret gets into the message (S3, S13 in SECURITY.md). What a server says after an
 * IMAP login is repeated, because only the mailbox's owner gets so far. An error that no adapter translated counts as an unreachable server.
 */
export const classifyConnectionError = (error: unknown, attempt: ConnectionAttempt): ConnectionFailure => {
  const { protocol } = attempt;
  const { status, fault, text, cause, immediate = false } = judge(error, attempt);
  return { protocol, status, field: fieldAtFault(fault, attempt), message: `${protocol}: ${text}`, cause, immediate };
};

const endings: Readonly<Record<Exclude<Fault, "ip">, string>> = { host: "Host", port: "Port", credentials: "Password" };

const fieldAtFault = (fault: Fault, { protocol, credential }: ConnectionAttempt): string => {
  if (fault === "ip") return "ipId";
  // The user of an OAuth mailbox set neither host nor password: whatever fails, only the grant can be renewed.
  if (credential === "oauth") return "refreshToken";
  return (protocol === "SMTP" ? "smtp" : "imap") + endings[fault];
};

const judge = (error: unknown, attempt: ConnectionAttempt): Verdict => {
  if (error instanceof OAuthError) return oauthVerdicts[error.reason];
  if (!(error instanceof MailFailure)) return verdicts.unreachable;
  if (error.reason === "credentials") return credentialsRefused(error, attempt);
  if (error.reason === "refused" && error.at === "session") return { ...inboxRefused, text: inboxRefused.text + (error.reply ?? "") };
  if (error.reason !== "refused" || error.at !== "login") return verdicts[error.reason];
  return { ...loginUnavailable, text: loginUnavailable.text + codesOf(error) };
};

const unreachable: Verdict = {
  status: "error",
  fault: "host",
  text: "the server cannot be reached or does not answer as expected; check host, port and encryption",
  cause: "unreachable",
};

const verdicts: Record<Exclude<MailFailureReason, "credentials">, Verdict> = {
  blocked: {
    status: "error",
    fault: "host",
    text: NOT_PUBLIC,
    cause: "unreachable",
  },
  unreachable,
  refused: unreachable,
  certificate: {
    status: "error",
    fault: "host",
    text: "the server's certificate is expired, not trusted, or for another name; check the host name",
    cause: "certificate",
  },
  noStartTls: {
    status: "error",
    fault: "port",
    text: "the server offers no STARTTLS at this port; use its TLS port (SMTP 465, IMAP 993)",
    cause: "encryption",
  },
  noLogin: {
    status: "error",
    fault: "port",
    text: "the server offers no login at this port, as at port 25, so the password proves nothing; use its submission port (587, or 465 with tls), or say that it needs no login (none) if it takes your mail by our IP address",
    cause: "encryption",
  },
  operator: {
    status: "error",
    fault: "credentials",
    text: "the provider refuses this service for now, whose limit for the day is used up or whose project lacks its interface; nothing is wrong with this mailbox, and the operator must look at it",
    cause: "operator",
  },
  egressProxy: {
    status: "error",
    fault: "ip",
    text: "the dedicated IP does not work; the operator must look at its proxy",
    cause: "operator",
  },
};

const oauthVerdicts: Record<OAuthReason, Verdict> = {
  refused: {
    status: "disconnected",
    fault: "credentials",
    text: "the authorisation has expired or was withdrawn; reconnect this mailbox",
    cause: "consent",
    immediate: true,
  },
  scopeMissing: {
    status: "disconnected",
    fault: "credentials",
    text: "mail access was not granted; reconnect this mailbox and allow it",
    cause: "scope",
    immediate: true,
  },
  identity: {
    status: "error",
    fault: "credentials",
    text: "the provider does not say which account was authorised; reconnect this mailbox",
    cause: "consent",
  },
  client: {
    status: "error",
    fault: "credentials",
    text: "the provider refuses the OAuth client's id or secret, which may have ended: give your own client its new secret (PATCH /v1/oauth-clients); the service's own client is the operator's",
    cause: "operator",
  },
  misconfigured: {
    status: "error",
    fault: "credentials",
    text: "the provider does not accept this service's client; the operator must check its registration",
    cause: "operator",
  },
  temporary: {
    status: "error",
    fault: "credentials",
    text: "the provider's sign-in service does not answer; try again later",
    cause: "busy",
  },
};

const loginUnavailable: Verdict = {
  status: "error",
  fault: "host",
  text: "the server does not let anyone log in at the moment; try again later",
  cause: "busy",
};

const inboxRefused: Verdict = {
  status: "error",
  fault: "host",
  text: "the server takes the login and then refuses to open the inbox; look at the provider's settings for IMAP. It says: ",
  cause: "imapOff",
};

/** What the text of a refusal reveals, the clearest first; the last one always matches. */
const refusals = (): readonly { readonly pattern: RegExp; readonly text: string; readonly cause: FailureCause }[] => [
  ...Object.values(providers).flatMap(({ answers = [] }) => answers),
  {
    pattern: /application[- ]specific|app[- ]?(?:specific )?password|\b5\.7\.9\b/i,
    text: "the provider requires an app password, not the account's password",
    cause: "appPassword",
  },
  {
    pattern: /web ?(?:browser|login)|\b5\.7\.14\b/i,
    text: "the provider requires the owner to sign in with a browser first",
    cause: "browserFirst",
  },
  {
    pattern: /not enabled for IMAP|IMAP\b.{0,40}\b(?:disabled|not (?:enabled|allowed))/i,
    text: "IMAP is switched off for this account; switch it on in the provider's settings",
    cause: "imapOff",
  },
  {
    pattern: /STARTTLS|encryption required/i,
    text: "the server requires encryption before the login; use starttls at port 587, or tls at port 465",
    cause: "encryption",
  },
];

const credentialsRefused = (error: MailFailure, { credential }: ConnectionAttempt): Verdict => {
  const { reply = "" } = error;
  const telling = refusals().find(({ pattern }) => pattern.test(reply.slice(0, 2000)));
  const plain =
    credential === "oauth"
      ? "the server refuses the authorisation; reconnect this mailbox"
      : "user name or password refused; Gmail, Yahoo, iCloud and others require an app password";
  const cause = telling?.cause ?? (credential === "oauth" ? "consent" : "password");
  return { status: "disconnected", fault: "credentials", text: (telling?.text ?? plain) + codesOf(error), cause };
};

/** The reply code and the enhanced status code of an SMTP reply (RFC 5321, 4.2; RFC 3463, 2), so that users can look them up. */
const codesOf = ({ reply = "" }: MailFailure): string => {
  const codes = /^[45]\d\d(?:[ -][45]\.\d{1,3}\.\d{1,3}(?!\S))?/.exec(reply)?.[0];
  return codes === undefined ? "" : ` (the server's reply: ${codes.replace("-", " ")})`;
};
