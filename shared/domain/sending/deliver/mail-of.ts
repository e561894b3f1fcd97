import type { OutgoingFile } from "../../mail/write/attachment-part.ts";
import type { OutgoingMail } from "../../mail/write/build-mime.ts";
import { withoutDropped } from "../recipients.ts";
import type { Send, SendBody } from "../send.ts";
import { trackingValue } from "../tracking-header.ts";

/** The fields that a follow-up uses of its parent send. */
type ParentSend = Pick<Send, "messageId" | "providerMessageId" | "sentAt">;

/**
 * The email on the wire, with the same octets in every attempt: it is dated by the send's time, not the attempt's, and a follow-up not before its
 * parent was sent.
 */
export const mailOf = (send: Send, body: SendBody, files: readonly OutgoingFile[] = [], parent?: ParentSend): OutgoingMail => ({
  from: { name: send.fromName, email: send.fromEmail },
  to: { name: send.toName ?? "", email: send.toEmail },
  ...(send.cc && { cc: withoutDropped(send).cc ?? [] }),
  replyTo: send.replyTo === undefined ? undefined : { name: send.replyToName ?? "", email: send.replyTo },
  subject: send.subject,
  date: new Date(Math.max((send.scheduledAt ?? send.createdAt).getTime(), parent?.sentAt?.getTime() ?? 0)),
  messageId: send.messageId,
  tracking: trackingValue(send),
  ...threading(send, parent),
  headers: send.headers,
  text: body.text,
  html: body.html,
  files,
});

/** The recipients know the parent send by the Message-ID that the provider gave it. */
const threading = ({ inReplyTo = "", references }: Send, parent?: ParentSend): Pick<OutgoingMail, "inReplyTo" | "references"> => {
  const given = parent?.providerMessageId;
  if (given === undefined || inReplyTo !== parent?.messageId) return { inReplyTo, references };
  return { inReplyTo: given, references: [...references, given] };
};
