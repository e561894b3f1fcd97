import type { getMessage, getThread, listMessages, listThreads, replyToMessage, forwardMessage } from "../contract/inbox.ts";
import type { AnswerOf, RequestOf } from "../contract/operation.ts";
import { followUpBody, forwardBody } from "../contract/replies.ts";
import type { AttachmentBytes } from "../domain/inbox/attachments.ts";
import type { ShownMessage } from "../domain/inbox/fit-page.ts";
import type { DeliveryReport } from "../domain/inbox/message.ts";
import type { BouncedRecipient } from "../domain/sending/recipients.ts";
import type { ForwardRequest } from "../domain/conversations/forward.ts";
import type { Address, AttachmentDescriptor } from "../domain/mail/parsed-message.ts";
import type { ThreadFilter } from "../domain/conversations/ports.ts";
import type { MessageFilter } from "../domain/inbox/ports.ts";
import type { ReplyRequest } from "../domain/conversations/reply.ts";
import type { SyncReport } from "../domain/inbox/pull/sync-mailbox.ts";
import type { Thread } from "../domain/conversations/thread.ts";
import type { ViewedEntry } from "../domain/conversations/view-thread.ts";
import type { Attachment as SentAttachment } from "../domain/sending/attachments.ts";
import type { Send } from "../domain/sending/send.ts";
import { answerBytes, cutToAnswer } from "../domain/mail/text-size.ts";
import { dateOut } from "./dates.ts";
import { bouncedOut } from "./recipients.ts";
import { fromWire, type Into } from "./wire.ts";

const addressOut = ({ name, email }: Address) => ({ name, email });
const attachmentOut = ({ index, filename, contentType, size, isInline, contentId }: AttachmentDescriptor) => ({
  index,
  filename,
  content_type: contentType,
  size,
  is_inline: isInline,
  content_id: contentId,
});

const sentAttachmentOut = ({ name, type, size, contentId = "" }: SentAttachment, index: number) => ({
  index,
  filename: name,
  content_type: type,
  size,
  is_inline: contentId !== "",
  content_id: contentId,
});

/** Whose copies came back, as the report says; where it names nobody, that somebody's did. */
const failuresOf = (message: ShownMessage, { recipients, final, status, reason }: DeliveryReport): readonly BouncedRecipient[] => {
  const rule = message.explanation?.threadRule;
  const shared = { at: message.receivedAt, ...(rule === "recipient" && { unproven: true as const }) };
  const failed = recipients.filter((one) => one.failed).map((one) => ({ ...one, ...shared, reason: one.reason || reason }));
  return failed.length > 0 || !final ? failed : [{ email: "", status, reason, ...shared }];
};

/** A message on the wire; without bodies in the row it has none of the three body fields (specification, "Inbound message"). */
export const messageOut = (message: ShownMessage): AnswerOf<typeof getMessage> => ({
  id: message.id,
  mailbox_id: message.mailboxId,
  thread_id: message.threadId,
  kind: message.kind,
  email_job_id: message.emailJobId ?? "",
  message_id: message.messageId,
  in_reply_to: message.inReplyTo,
  references: [...message.references],
  from: addressOut(message.from),
  to: message.to.map(addressOut),
  cc: message.cc.map(addressOut),
  reply_to: message.replyTo,
  subject: message.subject,
  snippet: message.snippet,
  body_text: message.body?.text,
  body_html: message.body?.html,
  reply_text: message.replyText,
  reply_html: message.body?.replyHtml,
  body_truncated: message.bodyTruncated,
  attachments: message.attachments.map(attachmentOut),
  is_read: message.isRead,
  on_server: message.onServer !== false,
  folder: message.folder,
  bounces: message.report && failuresOf(message, message.report).map(bouncedOut),
  explanation: {
    kind_rule: message.explanation?.kindRule ?? "",
    thread_rule: message.explanation?.threadRule ?? "",
    evidence: message.explanation?.evidence ?? "",
    newcomer: message.newcomer === true,
    corrected: message.ruled !== undefined,
    ruled: message.ruled && {
      kind: message.ruled.kind,
      email_job_id: message.ruled.emailJobId ?? "",
      thread_id: message.ruled.threadId,
    },
  },
  received_at: dateOut(message.receivedAt),
  created_at: dateOut(message.createdAt),
});

/** The list's query → the domain. */
export const messageFilterIn = (query: RequestOf<typeof listMessages>["query"]): MessageFilter => ({
  mailboxId: query.mailbox_id,
  threadId: query.thread_id,
  emailJobId: query.email_job_id,
  kind: query.kind,
  unread: query.unread,
  since: query.since,
});

/** A mailbox's part of a fresh pull (specification, "Sync report entry"). */
export const syncReportOut = ({ mailboxId, stored, remaining, error, skipped }: SyncReport) => ({
  mailbox_id: mailboxId,
  stored,
  remaining,
  error,
  skipped,
});

/** How much of an answer a stranger's subject may take in a row of a list, in bytes; a person writes a hundredth of it. */
const SUBJECT_BYTES = 6_000;
/** How much all participants together may take; the first ones are shown. */
const PARTICIPANTS_BYTES = 15_000;

const fittingParticipants = (participants: readonly string[]): string[] => {
  let left = PARTICIPANTS_BYTES;
  return participants.filter((address) => (left -= answerBytes(address)) > 0);
};

/** A thread on the wire (specification, "Thread"). */
export const threadOut = (thread: Thread): AnswerOf<typeof getThread>["thread"] => ({
  id: thread.id,
  mailbox_id: thread.mailboxId,
  root_message_id: thread.rootMessageId,
  subject: cutToAnswer(thread.subject, SUBJECT_BYTES),
  participants: fittingParticipants(thread.participants),
  email_job_id: thread.emailJobId ?? "",
  message_count: thread.messageCount,
  unread_count: thread.unreadCount,
  has_newcomer: thread.hasNewcomer,
  last_message_at: thread.lastMessageAt && dateOut(thread.lastMessageAt),
  last_message_direction: thread.lastMessageDirection,
  last_inbound_at: thread.lastInboundAt && dateOut(thread.lastInboundAt),
  snippet: thread.snippet,
  created_at: dateOut(thread.createdAt),
  updated_at: dateOut(thread.updatedAt),
});

/** The list's query → the domain. */
export const threadFilterIn = (query: RequestOf<typeof listThreads>["query"]): ThreadFilter => ({
  mailboxId: query.mailbox_id,
  unread: query.unread,
  participant: query.participant,
  emailJobId: query.email_job_id,
  kind: query.kind,
  since: query.since,
  before: query.before,
});

/** A message of the thread view on the wire (specification, "Thread message"; kinds and statuses: contract/README.md, "Inbox"). */
export const threadMessageOut = (entry: ViewedEntry): AnswerOf<typeof getThread>["messages"][number] => {
  if (entry.direction === "outbound") {
    const { send, body, newContent } = entry;
    return {
      id: send.id,
      direction: "outbound",
      kind: send.kind,
      status: send.status === "cancelled" ? "failed" : send.status,
      message_id: send.messageId,
      from: { name: send.fromName, email: send.fromEmail },
      to: [{ name: send.toName ?? "", email: send.toEmail }],
      cc: (send.cc ?? []).map(addressOut),
      subject: send.subject,
      snippet: entry.snippet,
      body_text: body.text,
      body_html: body.html,
      reply_text: newContent.text,
      reply_html: newContent.html,
      attachments: (send.attachments ?? []).map(sentAttachmentOut),
      is_read: true,
      date: dateOut(entry.date),
      scheduled_at: send.scheduledAt && dateOut(send.scheduledAt),
      email_job_id: send.id,
    };
  }
  const { message } = entry;
  const sentElsewhere = message.direction === "outbound";
  return {
    id: message.id,
    direction: sentElsewhere ? "outbound" : "inbound",
    kind: sentElsewhere ? (message.inReplyTo === "" ? "" : "reply") : message.kind,
    status: sentElsewhere ? "sent" : "received",
    message_id: message.messageId,
    from: addressOut(message.from),
    to: message.to.map(addressOut),
    cc: message.cc.map(addressOut),
    subject: message.subject,
    snippet: message.snippet,
    body_text: message.body?.text ?? "",
    body_html: message.body?.html ?? "",
    reply_text: message.replyText,
    reply_html: message.body?.replyHtml ?? "",
    attachments: message.attachments.map(attachmentOut),
    is_read: message.isRead,
    date: dateOut(entry.date),
    email_job_id: message.emailJobId ?? "",
  };
};

/** The body of a reply or follow-up → the domain. */
export const replyIn: Into<ReplyRequest, typeof followUpBody> = fromWire(followUpBody);

/** The body of a forward → the domain. */
export const forwardIn: Into<ForwardRequest, typeof forwardBody> = fromWire(forwardBody);

/** The answer of a reply or follow-up; `status` says queued also when it is scheduled (contract/README.md, "Sending"). */
export const replyOut = (send: Send): AnswerOf<typeof replyToMessage> => ({
  ...forwardOut(send),
  thread_id: send.threadId ?? "",
  in_reply_to: send.inReplyTo ?? "",
  references: [...send.references],
});

/** The answer of a forward; `status` says queued also when it is scheduled (contract/README.md, "Sending"). */
export const forwardOut = (send: Send): AnswerOf<typeof forwardMessage> => ({
  id: send.id,
  status: "queued",
  message_id: send.messageId,
  subject: send.subject,
  to: send.toEmail,
  scheduled_at: send.scheduledAt ? dateOut(send.scheduledAt) : "",
});

/** A media type that may stand in a header; anything else is given as plain bytes. */
const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/i;

/** An attachment's answer: bytes with RFC 6266 and RFC 9110 headers. */
export const attachmentOutRaw = ({ descriptor, bytes, start, total, partial }: AttachmentBytes) => ({
  status: partial ? 206 : 200,
  headers: {
    "content-type": MEDIA_TYPE.test(descriptor.contentType) ? descriptor.contentType : "application/octet-stream",
    "content-disposition": dispositionOf(descriptor.filename),
    "accept-ranges": "bytes",
    ...(partial && { "content-range": `bytes ${start}-${start + bytes.length - 1}/${total}` }),
  },
  body: bytes,
});

/** `attachment` with the name twice (RFC 6266, 4.3): in ASCII for old readers, in UTF-8 (RFC 8187) for the others. */
const dispositionOf = (filename: string): string => {
  const name = filename
    .toWellFormed()
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, 200)
    .toWellFormed();
  if (name === "") return "attachment";
  const ascii = name.replace(/[^\x20-\x7e]/g, "_").replace(/["\\]/g, "_");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
};
