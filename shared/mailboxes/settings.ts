import type { FieldError } from "#shared/platform/errors.ts";
import { isHost } from "#shared/platform/egress/address-policy.ts";
import type { ApiAccount, Credential, ImapSettings, SmtpSettings } from "./mailbox.ts";
import type { SecretChanges } from "./ports.ts";

/** The SMTP fields of a request: all of them to connect, some of them to change. */
export interface SmtpRequest {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly secure?: "tls" | "starttls" | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** `none`: the server takes mail without a login. */
  readonly auth?: "login" | "none" | undefined;
}

/** The IMAP fields of a request. */
export type ImapRequest = Omit<SmtpRequest, "secure" | "auth">;

/** The settings of a login, with its password. */
export interface Login<S> {
  readonly settings: S;
  readonly credential: Credential;
}

/** The logins that a mailbox has. */
export interface Logins {
  readonly smtp?: Login<SmtpSettings> | undefined;
  readonly imap?: Login<ImapSettings> | undefined;
  /** Set when the mailbox is used over its provider's HTTP interface, which replaces the other two. */
  readonly overApi?: ApiAccount | undefined;
}

const DEFAULT_SMTP_PORT = 587;
const DEFAULT_IMAP_PORT = 993;

/** Whether a request names any of the fields. */
export const isGiven = (request: object): boolean => Object.values(request).some((value) => value !== undefined);

/** The stored settings with their password. */
export const storedLogin = <S>(settings: S | undefined, password: string | undefined): Login<S> | undefined =>
  settings === undefined || password === undefined ? undefined : { settings, credential: { password } };

/**
 * The SMTP login after a request's changes to the stored one (api/README.md, "Mailboxes"). Defaults: port 587; `tls` on port 465, else `starttls`;
 * the address as user name. Undefined when fields are wrong; these are added to `problems`.
 */
export const smtpAfterRequest = (
  request: SmtpRequest,
  stored: Login<SmtpSettings> | undefined,
  email: string,
  problems: FieldError[],
): Login<SmtpSettings> | undefined => {
  const auth = request.auth ?? (request.host === undefined ? stored?.settings.auth : undefined);
  // Nobody asks for the password of a mailbox without a login.
  const asked = auth === "none" && request.password === undefined ? { ...request, password: "" } : request;
  const access = hostAndCredential("smtp", asked, stored, problems);
  if (!access) return undefined;
  const port = request.port ?? stored?.settings.port ?? DEFAULT_SMTP_PORT;
  const kept = request.port === undefined ? stored?.settings.secure : undefined;
  const secure = request.secure ?? kept ?? (port === 465 ? "tls" : "starttls");
  const username = request.username ?? stored?.settings.username ?? email;
  const settings = { host: access.host, port, secure, username, ...(auth === "none" && { auth }) };
  return { settings, credential: access.credential };
};

/** The IMAP login after a request's changes (api/README.md, "Mailboxes"). Defaults: port 993, the SMTP user name. */
export const imapAfterRequest = (
  request: ImapRequest,
  stored: Login<ImapSettings> | undefined,
  smtpUsername: string,
  problems: FieldError[],
): Login<ImapSettings> | undefined => {
  const access = hostAndCredential("imap", request, stored, problems);
  if (!access) return undefined;
  const port = request.port ?? stored?.settings.port ?? DEFAULT_IMAP_PORT;
  const username = request.username ?? stored?.settings.username ?? smtpUsername;
  return { settings: { host: access.host, port, username }, credential: access.credential };
};

/** The passwords of the logins, as secrets to store. */
export const passwordsOf = ({ smtp, imap }: Logins): SecretChanges => ({
  ...(smtp && "password" in smtp.credential && { smtpPassword: smtp.credential.password }),
  ...(imap && "password" in imap.credential && { imapPassword: imap.credential.password }),
});

/** A field error for each field of a part of the request that is not allowed at all. */
export const misplaced = (prefix: string, request: object, message: string): readonly FieldError[] =>
  Object.entries(request).flatMap(([name, value]) => (value === undefined ? [] : [{ field: fieldName(prefix, name), message }]));

const fieldName = (prefix: string, name: string) => (prefix === "" ? name : `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`);

/** A stored password is only sent to the host that it was set for, so that a stolen API key cannot fetch it. */
const hostAndCredential = (
  protocol: "smtp" | "imap",
  request: ImapRequest,
  stored: Login<{ readonly host: string }> | undefined,
  problems: FieldError[],
): { readonly host: string; readonly credential: Credential } | undefined => {
  const host = request.host ?? stored?.settings.host;
  const moved = stored !== undefined && host !== stored.settings.host;
  const credential = request.password === undefined ? (moved ? undefined : stored?.credential) : { password: request.password };
  const badHost = host === undefined ? "is required" : isHost(host) ? undefined : "must be a host name such as mail.example.com";
  if (badHost !== undefined) problems.push({ field: `${protocol}Host`, message: badHost });
  if (credential === undefined) {
    problems.push({ field: `${protocol}Password`, message: moved ? "must be given again with another host" : "is required" });
  }
  return host === undefined || credential === undefined || badHost !== undefined ? undefined : { host, credential };
};
