import * as z from "zod/mini";
import { described, named } from "./described.ts";
import { dateTime, dateTimeOut, flagQuery, objectId, plainAddress } from "./fields.ts";
import { attachment, exampleMessage, messageKind } from "./message-record.ts";
import { addressOut } from "./recipients.ts";

/** A conversation (contract/README.md, "Inbox"). */
export const thread = named(
  "Thread",
  z.object({
    id: described(z.string(), "The conversation's id."),
    mailbox_id: described(z.string(), "The mailbox it is in."),
    root_message_id: described(z.string(), "The Message-ID that it began with."),
    subject: described(z.string(), "The subject, without `Re:` and its like."),
    participants: described(z.array(z.string()), "The addresses of the others in it."),
    email_job_id: described(z.string(), 'The send of ours that it belongs to; "" when there is none.'),
    message_count: described(z.int(), "How many emails were sent and received in it."),
    unread_count: described(z.int(), "How many of the received ones are unread."),
    has_newcomer: described(z.boolean(), "True when someone joined it who proves no link to it."),
    last_message_at: described(z.optional(dateTimeOut), "When its latest email was sent or received; absent while none was."),
    last_message_direction: described(
      z.enum(["inbound", "outbound"]),
      "`outbound` when the latest email was sent, `inbound` when it was received.",
    ),
    last_inbound_at: described(z.optional(dateTimeOut), "When its latest received email came; absent before the first."),
    snippet: described(z.string(), "The beginning of its latest email."),
    created_at: described(dateTimeOut, "When the record was made, RFC 3339 in UTC."),
    updated_at: described(dateTimeOut, "When the conversation last changed."),
  }),
  "A conversation in one mailbox.",
);

/** A sent or received message in a conversation (contract/README.md, "Inbox"). */
export const threadMessage = named(
  "ThreadMessage",
  z.object({
    id: described(z.string(), "The id of the message when it was received, of the send when it is ours."),
    direction: described(z.enum(["inbound", "outbound"]), "`inbound` when it was received, `outbound` when it is ours."),
    kind: described(
      z.enum(["", "reply", "forward", "inbound", "bulk", "bounce", "auto_reply"]),
      'A received email\'s kind; of ours `reply`, `forward`, or "" for a first email.',
    ),
    status: described(z.enum(["received", "queued", "processing", "sent", "failed", "scheduled"]), "`received`, or the state of the send."),
    message_id: described(z.string(), "The Message-ID header."),
    from: described(addressOut, "Who it is from."),
    to: described(z.array(addressOut), "Its recipients in `To`."),
    cc: described(z.array(addressOut), "Who gets a copy."),
    subject: described(z.string(), "The subject."),
    snippet: described(z.string(), "The first 200 characters of what is new in it, on one line."),
    body_text: described(z.string(), "The whole email as plain text."),
    body_html: described(z.string(), "The whole email as HTML, as it was received: sanitise it before you show it."),
    reply_text: described(z.string(), "What the sender wrote now, as text, without the quoted history."),
    reply_html: described(z.string(), "What the sender wrote now, as HTML, without the quoted history: sanitise it before you show it."),
    attachments: described(z.array(attachment), "Its attachments; their bytes are fetched one by one."),
    is_read: described(z.boolean(), "Whether it was read: marked here, never at the provider."),
    date: described(dateTimeOut, "When it was received or sent, or was accepted while it waits."),
    scheduled_at: described(z.optional(dateTimeOut), "When it is to leave; absent for what has left or leaves now."),
    email_job_id: described(z.string(), 'The send of ours that it belongs to; "" when there is none.'),
  }),
  "An email of a conversation, sent or received.",
);

/** What lists of conversations are filtered by. */
export const threadFilter = z.strictObject({
  mailbox_id: described(z.optional(objectId), "Only of this mailbox."),
  unread: described(z.optional(flagQuery), "True: only what is unread; false: only what is read."),
  participant: described(z.optional(plainAddress), "Only with this address in it."),
  email_job_id: described(z.optional(objectId), "Only what belongs to this send."),
  kind: described(z.optional(messageKind), "Only where the latest received email is of this kind."),
  since: described(z.optional(dateTime), "Only where the latest email is of this time or later."),
  before: described(z.optional(dateTime), "Only where the latest email is older than this time."),
});

/** The conversation of the examples. */
export const exampleThread = {
  id: exampleMessage.thread_id,
  mailbox_id: exampleMessage.mailbox_id,
  root_message_id: exampleMessage.in_reply_to,
  subject: "Hello Jane",
  participants: ["reply.jane@sandbox.test"],
  email_job_id: exampleMessage.email_job_id,
  message_count: 2,
  unread_count: 1,
  has_newcomer: false,
  last_message_at: "2026-11-21T09:31:00.000Z",
  last_message_direction: "inbound" as const,
  last_inbound_at: "2026-11-21T09:31:00.000Z",
  snippet: "Yes, Tuesday works.",
  created_at: "2026-11-21T09:31:20.000Z",
  updated_at: "2026-11-21T09:31:20.000Z",
};
