import type { AnswerOf, RequestOf } from "../contract/operation.ts";
import { newTimes } from "../contract/departure.ts";
import { email, type getSend, type listIps, type listLogs, type sendBatch, type sendEmail } from "../contract/sending.ts";
import { answerBytes, cutToAnswer } from "../domain/mail/text-size.ts";
import type { SendRequest } from "../domain/sending/accept/accept.ts";
import type { BatchResult, RefusedElement } from "../domain/sending/accept/accept-batch.ts";
import type { DedicatedIp } from "../domain/sending/ports/ips.ts";
import type { SendFilter } from "../domain/sending/ports/sends.ts";
import type { MoveRequest } from "../domain/sending/move-send.ts";
import type { Send, SendBody } from "../domain/sending/send.ts";
import type { Wait } from "../domain/sending/waiting.ts";
import { dateOut } from "./dates.ts";
import { departureOut } from "./departure.ts";
import { fieldOut, refusals } from "./errors.ts";
import { attachmentsOut, peopleOut } from "./recipients.ts";
import { fromWire, type Into } from "./wire.ts";

/** An email to send, as the domain takes it. */
export const sendIn: Into<SendRequest, typeof email> = fromWire(email);

/** A send's new time, as the domain takes it. */
export const moveIn: Into<MoveRequest, typeof newTimes> = fromWire(newTimes);

/** The filters of the log. */
export const logFilterIn = (query: RequestOf<typeof listLogs>["query"]): SendFilter => ({
  status: query.status,
  mailboxId: query.mailbox_id,
  toEmail: query.to,
  since: query.since,
  until: query.until,
  threadId: query.thread_id,
  kind: query.kind,
  replied: query.replied,
  bounced: query.bounced,
  metadata: query.metadata,
});

/** A send that was just accepted. */
export const sentOut = (send: Send): AnswerOf<typeof sendEmail> => ({
  id: send.id,
  status: send.status,
  message_id: send.messageId,
  thread_id: send.threadId ?? "",
  to: send.toEmail,
  subject: send.subject,
  scheduled_at: send.scheduledAt && dateOut(send.scheduledAt),
});

/** A send record (specification, "Send record"). */
export const sendRecordOut = (send: Send, body: SendBody | undefined, { waitingFor, nextAttemptAt }: Wait): AnswerOf<typeof getSend> => ({
  id: send.id,
  user_id: send.userId,
  mailbox_id: send.mailboxId,
  ip_id: send.ipId ?? "",
  from_email: send.fromEmail,
  to_email: send.toEmail,
  ...peopleOut(send),
  attachments: attachmentsOut(send),
  reply_to: send.replyTo ?? "",
  subject: send.subject,
  body_html: body?.html ?? "",
  body_text: body?.text ?? "",
  headers: { ...send.headers },
  status: send.status,
  scheduled_at: send.scheduledAt && dateOut(send.scheduledAt),
  send_before: send.sendBefore && dateOut(send.sendBefore),
  ...departureOut(send),
  cancel_on: [...(send.cancelOn ?? [])],
  cancel_reason: send.cancelReason ?? "",
  attempts: send.attempts,
  max_attempts: send.maxAttempts,
  last_error: send.lastError,
  waiting_for: waitingFor,
  next_attempt_at: nextAttemptAt && dateOut(nextAttemptAt),
  message_id: send.messageId,
  thread_id: send.threadId ?? "",
  in_reply_to: send.inReplyTo ?? "",
  references: [...send.references],
  kind: send.kind,
  metadata: { ...send.metadata },
  sent_at: send.sentAt && dateOut(send.sentAt),
  replied_at: send.repliedAt && dateOut(send.repliedAt),
  bounced_at: send.bouncedAt && dateOut(send.bouncedAt),
  bounce_reason: send.bounceReason ?? "",
  complained_at: send.complainedAt && dateOut(send.complainedAt),
  created_at: dateOut(send.createdAt),
});

/** The most of `to` that is echoed, in bytes of the answer: an address fits whole. With the next two, a thousand results fit in one answer. */
const ECHO_MAX_BYTES = 1_600;
/** The longest `error` of one element, and the longest `details`. */
const ERROR_MAX_BYTES = 2_000;
const DETAILS_MAX_BYTES = 2_000;

const property = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;

const echoOf = (element: unknown): string => {
  const to = property(element, "to");
  const email = typeof to === "string" ? to : property(to, "email");
  return typeof email === "string" ? cutToAnswer(email, ECHO_MAX_BYTES) : "";
};

/** Each field as `field: message` in one text, and as a 400 lists them. */
const refusedOut = ({ reason, details: refused }: RefusedElement) => {
  const details = refused.map(fieldOut);
  const text = details.map(({ field, message }) => (field === "" ? message : `${field}: ${message}`)).join("; ");
  const error = reason === "walletEmpty" ? "wallet is empty" : cutToAnswer(text, ERROR_MAX_BYTES);
  let left = DETAILS_MAX_BYTES;
  const listed = details.filter((detail) => (left -= answerBytes(detail)) > 0);
  return { error, type: refusals[reason].type, ...(listed.length > 0 && { details: listed }) };
};

/** The answer of a batch, in the order of its elements. `to` is echoed as it was given; a text too long for an address is cut. */
export const batchOut = (elements: readonly unknown[], results: readonly BatchResult[]): AnswerOf<typeof sendBatch> => ({
  results: results.map((result, index) => {
    const to = echoOf(elements[index]) || ("send" in result ? result.send.toEmail : "");
    if ("reason" in result) return { index, to, id: "", status: "failed", ...refusedOut(result) };
    return { index, to, id: result.send.id, status: result.send.status === "scheduled" ? "scheduled" : "queued", error: "" };
  }),
  total: results.length,
});

/** A dedicated address, without its proxy. */
export const ipOut = (ip: DedicatedIp): AnswerOf<typeof listIps>[number] => ({
  id: ip.id,
  address: ip.address,
  label: ip.label,
  is_default: ip.isDefault,
  created_at: dateOut(ip.createdAt),
});
