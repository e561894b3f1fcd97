import type { Discovered } from "#shared/mailboxes/discovery/discovered.ts";
import { parsePlainAddress } from "#shared/mail/addresses.ts";
import type { ConnectRequest } from "#shared/mailboxes/connect-mailbox.ts";

/** The fields of the form as they were sent. */
export type FormFields = Readonly<Record<string, string>>;

/** The address in the form, its domain in lower case; undefined when it is none. */
export const addressIn = ({ email = "" }: FormFields): string | undefined => {
  const trimmed = email.trim();
  const parsed = trimmed.length > 254 ? undefined : parsePlainAddress(trimmed);
  return parsed?.ok === true ? parsed.address : undefined;
};

/** The form's initial fields: the settings that were discovered. */
export const foundFields = ({ smtp, imap, email }: Discovered): FormFields => ({
  username: smtp?.username ?? email,
  smtp_host: smtp?.host ?? "",
  smtp_port: String(smtp?.port ?? 465),
  smtp_secure: smtp?.secure ?? "tls",
  imap_host: imap?.host ?? "",
  imap_port: String(imap?.port ?? 993),
});

const SETTINGS = ["username", "smtp_host", "smtp_port", "smtp_secure", "imap_host", "imap_port"];

/** The settings in the form, without its password and keys. */
export const settingsIn = (form: FormFields): FormFields => Object.fromEntries(SETTINGS.map((name) => [name, form[name] ?? ""]));

const portIn = (text = ""): number | undefined => {
  const port = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : undefined;
};

/** Nothing that could end a line reaches a login (S5 in SECURITY.md). */
const isLine = (text: string): boolean => text.length <= 320 && text.isWellFormed() && !/[\p{Cc}\u2028\u2029]/u.test(text);

/** The request that connects with one password for both servers; undefined when the settings are incomplete. */
export const passwordRequest = (email: string, fields: FormFields): Extract<ConnectRequest, { readonly smtp: object }> | undefined => {
  const { password = "", username = "", smtp_secure: secure } = fields;
  const [smtpHost = "", imapHost = ""] = [fields["smtp_host"], fields["imap_host"]].map((host) => host?.trim());
  const [smtpPort, imapPort] = [portIn(fields["smtp_port"]), portIn(fields["imap_port"])];
  const isSecured = secure === "tls" || secure === "starttls";
  if (password === "" || smtpHost === "" || imapHost === "" || !smtpPort || !imapPort || !isSecured || !isLine(username)) return undefined;
  const login = { username: username.trim() === "" ? email : username.trim(), password };
  return {
    type: "smtp",
    email,
    smtp: { host: smtpHost, port: smtpPort, secure, ...login },
    imap: { host: imapHost, port: imapPort, ...login },
  };
};
