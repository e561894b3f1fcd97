import { MailFailure } from "../../domain/mailboxes/connection/mail-failure.ts";
import { isCertificateProblem } from "../../domain/mailboxes/egress/egress.ts";

/** IMAP response codes by which a refused login says nothing about the credentials (RFC 9051, 7.1; RFC 5530). */
const TEMPORARY = /^(?:UNAVAILABLE|INUSE|LIMIT|SERVERBUG|CONTACTADMIN|OVERQUOTA|THROTTLED|ETHROTTLE)$/;

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
    const refused = fields["responseStatus"] === "NO" && !TEMPORARY.test(text("serverResponseCode"));
    const reply = `${text("response")} ${text("responseText")}`;
    return new MailFailure("IMAP", refused ? "credentials" : "refused", { at: "login", reply, cause: error });
  }
  return new MailFailure("IMAP", fields["tlsFailed"] === true ? "noStartTls" : "unreachable", { cause: error });
};
