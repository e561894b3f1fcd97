/** SMTP reply codes that always refuse the credentials (RFC 4954, 6). */
const CREDENTIAL_CODES: ReadonlySet<number> = new Set([530, 534, 535, 538]);

/** Microsoft's reply for a mailbox that may not submit by SMTP, at the login or at MAIL FROM ("Exchange Online: SMTP AUTH errors"). */
const SUBMISSION_OFF = /\b5\.7\.(?:30|57|139)\b|SmtpClientAuth|basic auth\w* is (?:disabled|not supported)/i;

/** Texts of a permanently refused login that concern the credentials (RFC 3463, 3.8; RFC 4954, 6). */
const LOGIN_REFUSED =
  /\b5\.7\.(?:8|9|14)\b|auth\w* (?:has )?(?:failed|unsuccessful|denied)|(?:invalid|incorrect|bad|wrong) (?:login|credential|user|password)/i;

/** True when a reply concerns the mailbox's credentials: waiting does not help. */
export const refusesCredentials = (code: number, reply: string, at: "connection" | "login" | "message"): boolean =>
  CREDENTIAL_CODES.has(code) || (code >= 500 && (SUBMISSION_OFF.test(reply) || (at === "login" && LOGIN_REFUSED.test(reply))));
