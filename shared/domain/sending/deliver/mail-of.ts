import type { OutgoingFile } from "../../mail/write/attachment-part.ts";
import type { OutgoingMail } from "../../mail/write/build-mime.ts";
import type { Send, SendBody } from "../send.ts";

/** The email on the wire: the same octets in every attempt, hence dated by its own time and not by the attempt's; a follow-up not before its original was sent. */
export const mailOf = (send: Send, body: SendBody, files: readonly OutgoingFile[] = [], originalSentAt = new Date(0)): OutgoingMail => ({
  from: { name: send.fromName, email: send.fromEmail },
  to: { name: send.toName ?? "", email: send.toEmail },
  ...(send.cc && { cc: send.cc }),
  replyTo: send.replyTo === undefined ? undefined : { name: send.replyToName ?? "", email: send.replyTo },
  subject: send.subject,
  date: new Date(Math.max((send.scheduledAt ?? send.createdAt).getTime(), originalSentAt.getTime())),
  messageId: send.messageId,
  mark: send.messageId,
  inReplyTo: send.inReplyTo ?? "",
  references: send.references,
  headers: send.headers,
  text: body.text,
  html: body.html,
  files,
});
