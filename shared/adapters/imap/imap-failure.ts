import { MailFailure } from "../../domain/mailboxes/connection/mail-failure.ts";
import { isCertificateProblem } from "../../domain/mailboxes/egress/egress.ts";

/** IMAP response codes by which a refused login says nothing about the credentials (RFC 9051, 7.1; RFC 5530). */
const TEMPORARY = /^(?:UNAVAILABLE|INUSE|LIMIT|SERVERBUG|CONTACTADMIN|OVERQUOTA|THROTTLED|ETHROTTLE)$/;

/** What Gmail ("[ALERT] Too many simultaneous connections"), Yahoo and others write under other codes, or none. */
const BUSY =
  /too many|(?:connections?|bandwidth|command|rate|usage|login)\b.{0,40}\b(?:limits?|exceeded|reached)|maximum number|try (?:again )?later|temporar|throttl|server (?:error|busy|is busy)|internal error/i;
/** Codes that speak of the credentials, whatever the text says. */
const OF_CREDENTIALS = /^(?:AUTHENTICATIONFAILED|AUTHORIZATIONFAILED|EXPIRED)$/;

/** Whether a server's NO says that it lets nobody in now. */
const isBusy = (code: string, text: string): boolean => TEMPORARY.test(code) || (!OF_CREDENTIALS.test(code) && BUSY.test(text));

/**
 * What an imapflow error before the session means. imapflow marks every error during a login `authenticationFailed`, a lost connection
 * too: only a tagged NO is the server's word about the credentials.
 */
export const imapFailure = (error: unknown): MailFailure => {
  if (error instanceof MailFailure) return error;
  if (isCertificateProblem(error)) return new MailFailure("IMAP", "certificate", { cause: error });
  const fields: Record<string, unknown> = typeof error === "object" && error !== null ? { ...error } : {};
  const text = (name: string) => (typeof fields[name] === "string" ? fields[name].slice(0, 2000) : "");
  if (fields["authenticationFailed"] === true) {
    const reply = `${text("response")} ${text("responseText")}`;
    const refused = fields["responseStatus"] === "NO" && !isBusy(text("serverResponseCode"), reply);
    return new MailFailure("IMAP", refused ? "credentials" : "refused", { at: "login", reply, cause: error });
  }
  return new MailFailure("IMAP", fields["tlsFailed"] === true ? "noStartTls" : "unreachable", { cause: error });
};
