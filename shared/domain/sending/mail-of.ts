import type { OutgoingMail } from "./build-mime.ts";
import type { Draft } from "./ports.ts";

/** The email on the wire: the same octets in every attempt, hence dated by its own time and not by the attempt's. */
export const mailOf = ({ send, body }: Draft): OutgoingMail => ({
  from: { name: send.fromName, address: send.fromEmail },
  to: send.toEmail,
  replyTo: send.replyTo ?? "",
  subject: send.subject,
  date: send.scheduledAt ?? send.createdAt,
  messageId: send.messageId,
  inReplyTo: send.inReplyTo ?? "",
  references: send.references,
  headers: send.headers,
  text: body.text,
  html: body.html,
});
