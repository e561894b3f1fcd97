import * as z from "zod/mini";
import { described, named } from "#shared/api/described.ts";
import { dateTime, dateTimeOut, flagQuery, objectId, plainAddress } from "#shared/api/fields.ts";
import { tag } from "#shared/sending/contract/labels.ts";
import { attachment, exampleMessage, messageKind } from "./message-record.ts";
import { addressOut } from "#shared/sending/contract/recipients.ts";

const directions = ["inbound", "outbound"] as const;

/** A conversation (api/README.md, "Inbox"). */
export const thread = named(
  "Thread",
  z.object({
    id: described(z.string(), "The conversation's id."),
    mailbox_id: described(z.string(), "The mailbox it is in."),
    root_message_id: described(z.string(), "The Message-ID of its first email."),
    subject: described(z.string(), "The subject, without `Re:` and similar prefixes."),
    participants: described(z.array(z.string()), "The addresses of its other participants."),
    email_job_id: described(z.string(), 'The send that it belongs to; "" when there is none.'),
    tags: described(z.array(z.string()), "The tags of its sent emails, each once; empty for none."),
    message_count: described(z.int(), "How many emails were sent and received in it."),
    unread_count: described(z.int(), "How many of the received ones are unread."),
    has_newcomer: described(z.boolean(), "True when it has a message of a sender who is not verified to belong to it."),
    last_message_at: described(z.optional(dateTimeOut), "When its latest email was sent or received; absent before the first."),
    last_message_direction: described(z.enum(directions), "`outbound` when the latest email was sent, `inbound` when it was received."),
    last_inbound_at: described(z.optional(dateTimeOut), "When its latest received email arrived; absent before the first."),
    snippet: described(z.string(), "The beginning of its latest email."),
    created_at: described(dateTimeOut, "When the record was created, RFC 3339 in UTC."),
    updated_at: described(dateTimeOut, "When the conversation last changed."),
  }),
  "A conversation in one mailbox.",
);

/** A sent or received message in a conversation (api/README.md, "Inbox"). */
export const threadMessage = named(
  "ThreadMessage",
  z.object({
    id: described(z.string(), "The id of the message if it was received, of the send if it was sent."),
    direction: described(z.enum(["inbound", "outbound"]), "`inbound` if it was received, `outbound` if it was sent."),
    kind: described(
      z.enum(["", "reply", "forward", "inbound", "bulk", "bounce", "auto_reply"]),
      'A received email\'s kind; of ours `reply`, `forward`, or "" for a first email.',
    ),
    status: described(z.enum(["received", "queued", "processing", "sent", "failed", "scheduled"]), "`received`, or the state of the send."),
    message_id: described(z.string(), "The Message-ID header."),
    from: described(addressOut, "Who it is from."),
    to: described(z.array(addressOut), "Its recipients in `To`."),
    cc: described(z.array(addressOut), "Its recipients in `Cc`."),
    subject: described(z.string(), "The subject."),
    snippet: described(z.string(), "The first 200 characters of its new text, on one line."),
    body_text: described(z.string(), "The whole email as plain text."),
    body_html: described(z.string(), "The whole email as HTML, as it was received: sanitise it before you show it."),
    reply_text: described(z.string(), "The new content as text, without the quoted history."),
    reply_html: described(z.string(), "The new content as HTML, without the quoted history: sanitise it before you show it."),
    attachments: described(z.array(attachment), "Its attachments; their bytes are fetched one by one."),
    is_read: described(z.boolean(), "Whether it was read; set only here, never at the provider."),
    date: described(dateTimeOut, "When it was received or sent, or was accepted while it waits."),
    scheduled_at: described(z.optional(dateTimeOut), "When it is to leave; absent when it has left or leaves now."),
    email_job_id: described(z.string(), 'The send that it belongs to; "" when there is none.'),
  }),
  "An email of a conversation, sent or received.",
);

/** The filters of lists of conversations. */
export const threadFilter = z.strictObject({
  mailbox_id: described(z.optional(objectId), "Only of this mailbox."),
  unread: described(z.optional(flagQuery), "True for unread only; false for read only."),
  participant: described(z.optional(plainAddress), "Only with this address in it."),
  email_job_id: described(z.optional(objectId), "Only those that belong to this send."),
  tag: described(z.optional(tag), "Only those with a sent email that has this tag."),
  kind: described(z.optional(messageKind), "Only those whose latest received email is of this kind."),
  last_message_direction: described(
    z.optional(z.enum(directions, "must be inbound or outbound")),
    "Only those whose latest email was received (`inbound`) or sent (`outbound`). `inbound` with a `kind` of people's mail gives what waits for your answer.",
  ),
  since: described(z.optional(dateTime), "Only those whose latest email is from this time or later."),
  before: described(z.optional(dateTime), "Only those whose latest email is from before this time."),
});

/** The conversation of the examples. */
export const exampleThread = {
  id: exampleMessage.thread_id,
  mailbox_id: exampleMessage.mailbox_id,
  root_message_id: exampleMessage.in_reply_to,
  subject: "Hello Jane",
  participants: ["reply.jane@sandbox.test"],
  email_job_id: exampleMessage.email_job_id,
  tags: [],
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
