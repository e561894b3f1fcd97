import { MailFailure } from "../../domain/mailboxes/connection/mail-failure.ts";
import type { Outcome } from "../../domain/sending/ports/submission.ts";
import type { Refusal } from "../../domain/sending/recipients.ts";
import { GraphError, paceMs } from "./graph-error.ts";

type Refused = Extract<Outcome, { kind: "refused" }>;

const HOUR_MS = 3_600_000;

/**
 * Codes that mean a limit of the mailbox or its tenant (learn.microsoft.com/exchange/client-developer/web-service-reference/responsecode, whose codes
 * Graph's mail gives; learn.microsoft.com/graph/errors for the last): waiting helps, another attempt does not.
 */
const QUOTAS = [
  "ErrorExceededMessageLimit",
  "ErrorSubmissionQuotaExceeded",
  "ErrorQuotaExceeded",
  "ErrorMailboxStoreUnavailable",
  "quotaLimitReached",
];
const TOO_LARGE = ["ErrorMessageSizeExceeded", "ErrorAttachmentSizeLimitExceeded", "maxFileSizeExceeded"];
/** Codes of the draft alone: the account is allowed, but not this sender or these recipients. */
const OF_THE_MESSAGE = ["ErrorSendAsDenied", "ErrorInvalidRecipients", "ErrorMissingRecipients"];
/** Statuses that ask for another attempt: a timeout, a conflict, a lock. */
const TRY_AGAIN: ReadonlySet<number> = new Set([408, 409, 412, 423]);

/**
 * Graph's refusal as a reply in SMTP's terms (RFC 5321, 4.2), so that one judgement serves every server. Undefined for an error that says nothing
 * about the message: 5xx but 503, a lost connection, a token that is no longer good.
 */
const refusalOf = (error: unknown): Refused | undefined => {
  if (!(error instanceof GraphError)) return undefined;
  const { status, reply } = error;
  const refused = (code: number, waitMs?: number): Refused => ({ kind: "refused", code, reply, ...(waitMs !== undefined && { waitMs }) });
  const isAny = (codes: readonly string[]) => codes.some((code) => error.has(code));
  const pace = paceMs(error);
  if (pace !== undefined) return refused(450, pace);
  if (isAny(QUOTAS) || status === 507) return refused(552, HOUR_MS);
  if (isAny(OF_THE_MESSAGE)) return refused(550);
  if (isAny(TOO_LARGE) || status === 413) return refused(552);
  if (status === 403) return refused(535);
  if (TRY_AGAIN.has(status)) return refused(450);
  return status >= 400 && status < 500 && status !== 401 ? refused(554) : undefined;
};

/**
 * The outcome of an error before the intent: nothing was sent. Without an answer the draft may come into being all the same, even later, so the next
 * attempt comes after a delay and looks for it; only a refused token is renewed at once.
 */
export const outcomeBefore = (error: unknown): Outcome => {
  const refusal = refusalOf(error);
  if (refusal) return refusal;
  if (error instanceof MailFailure) return { kind: "refused", code: 451, reply: "451 Microsoft Graph did not answer" };
  if (!(error instanceof GraphError)) return { kind: "internal", error };
  if (error.status !== 401) return { kind: "refused", code: 451, reply: error.reply };
  return { kind: "unreached", failure: new MailFailure("HTTPS", "credentials", { at: "login", cause: error }) };
};

/**
 * The outcome of an error after the intent: open, for the draft may have been sent all the same. A refusal is kept for the moment when the draft is
 * seen to be one still. A 404, or that it is no draft, refuses nothing: it may mean that it was sent. A token that is refused concerns the next
 * attempt, which asks for a new one.
 */
export const outcomeAfter = (error: unknown): Outcome => {
  const refusal = keptRefusal(error);
  return { kind: "unknown", ...(refusal && { refusal }) };
};

const keptRefusal = (error: unknown): Refusal | undefined => {
  if (!(error instanceof GraphError)) return undefined;
  if (error.status === 401) return { code: 450, reply: error.reply };
  if (error.status === 404 || error.has("ErrorItemNotFound") || error.has("ErrorInvalidOperation")) return undefined;
  const refused = refusalOf(error);
  return refused && { code: refused.code, reply: refused.reply, ...(refused.waitMs !== undefined && { waitMs: refused.waitMs }) };
};
