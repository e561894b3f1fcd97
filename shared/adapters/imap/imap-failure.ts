import { MailFailure } from "../../domain/mailboxes/connection/mail-failure.ts";
import { isCertificateProblem } from "../../domain/mailboxes/egress/egress.ts";

/** IMAP response codes of refused logins that do not concern the credentials (RFC 9051, 7.1; RFC 5530). */
const TEMPORARY = /^(?:UNAVAILABLE|INUSE|LIMIT|SERVERBUG|CONTACTADMIN|OVERQUOTA|THROTTLED|ETHROTTLE)$/;

/** Refusals of a busy server that Gmail ("[ALERT] Too many simultaneous connections"), Yahoo and others send with other codes, or none. */
const BUSY =
  /too many|(?:connections?|bandwidth|command|rate|usage|login)\b.{0,40}\b(?:limits?|exceeded|reached)|maximum number|try (?:again )?later|temporar|throttl|server (?:error|busy|is busy)|internal error/i;
/** Codes that concern the credentials, whatever the text says. */
const OF_CREDENTIALS = /^(?:AUTHENTICATIONFAILED|AUTHORIZATIONFAILED|EXPIRED)$/;

/** Whether a server's NO means that it accepts no login at the moment. */
const isBusy = (code: string, text: string): boolean => TEMPORARY.test(code) || (!OF_CREDENTIALS.test(code) && BUSY.test(text));

/** The most that is told of the server's words, characters. */
const WORDS_MAX = 300;

/** A NO or BAD to a command of a session that is logged in, with the server's words; any other error as it is. */
export const refusedInSession = (error: unknown): unknown => {
  const { responseStatus, responseText } = Object(error) as { readonly responseStatus?: unknown; readonly responseText?: unknown };
  if ((responseStatus !== "NO" && responseStatus !== "BAD") || typeof responseText !== "string") return error;
  const reply = responseText
    .replaceAll(/[\s\p{C}]+/gu, " ")
    .trim()
    .slice(0, WORDS_MAX);
  return new MailFailure("IMAP", "refused", { at: "session", reply, cause: error });
};

/**
 * Classifies an imapflow error before the session. imapflow marks every error during a login as `authenticationFailed`, even a lost connection: only
 * a tagged NO is the server's answer about the credentials.
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
