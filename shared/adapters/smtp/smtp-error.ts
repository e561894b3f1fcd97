import { MailFailure } from "../../domain/mailboxes/connection/mail-failure.ts";
import { refusesCredentials } from "../../domain/mailboxes/connection/smtp-refusals.ts";
import { isCertificateCode, isCertificateProblem } from "../../domain/mailboxes/egress/egress.ts";

/** A reply with which the server refused. */
export interface RefusingReply {
  readonly code: number;
  readonly reply: string;
}

const refused = /^([45]\d\d)[ -]/;

const fieldsOf = (error: unknown): Record<string, unknown> => (typeof error === "object" && error !== null ? { ...error } : {});

/** The refusal in a nodemailer error; undefined when no reply caused the error. A positive reply is never a refusal. */
export const refusalOf = (error: unknown, lastReply?: string | false): RefusingReply | undefined => {
  const fields = fieldsOf(error);
  if (fields["code"] === "EMESSAGE" && fields["command"] === "MAIL FROM")
    return { code: 552, reply: "552 the message is larger than the server allows" };
  // nodemailer asks for a new token after a refused XOAUTH2 login, and its own error then hides the reply.
  const reply = fields["response"] ?? (fields["code"] === "EAUTH" ? lastReply : undefined);
  const code = typeof reply === "string" ? refused.exec(reply)?.[1] : undefined;
  return typeof reply === "string" && code !== undefined ? { code: Number(code), reply } : undefined;
};

/** Classifies a nodemailer error before MAIL FROM; `at` is the phase of the session. */
export const smtpFailure = (error: unknown, at: "connection" | "login", lastReply?: string | false): MailFailure => {
  if (error instanceof MailFailure) return error;
  const failure = (reason: MailFailure["reason"], refusal?: RefusingReply) =>
    new MailFailure("SMTP", reason, { at, ...refusal, cause: error });
  // nodemailer replaces TLS's error code by its own and keeps the original beside it.
  const { code, originalCode } = fieldsOf(error);
  if (isCertificateProblem(error) || isCertificateCode(originalCode)) return failure("certificate");
  const refusal = refusalOf(error, lastReply);
  if (refusal && refusesCredentials(refusal.code, refusal.reply, at)) return failure("credentials", refusal);
  if (code === "ETLS") return failure("noStartTls", refusal);
  return failure(refusal || code === "EAUTH" ? "refused" : "unreachable", refusal);
};
