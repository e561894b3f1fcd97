import * as z from "zod/mini";
import { described, named } from "./described.ts";
import { dateTimeOut } from "./fields.ts";
import { metadataOut } from "./metadata.ts";
import { addressOut, bouncedRecipient, refusedRecipient } from "./recipients.ts";
import { sendKind, sendStatus } from "./send-record.ts";
import { suppressionReason } from "./suppressions.ts";

/** A field that the record may lack; events of older versions stay readable for their 30 days. */
const text = z.optional(z.string());
const date = z.optional(dateTimeOut);

/** The send that an event is about, as it was when the event came into the feed. */
export const sendData = named(
  "SendEventData",
  z.object({
    id: described(z.string(), "The send's id."),
    mailbox_id: described(text, "The mailbox it leaves from."),
    from_email: described(text, "The sender's address."),
    to_email: described(text, "The address it goes to."),
    cc: described(z.optional(z.array(addressOut)), "Who gets a copy; absent when nobody does."),
    subject: described(text, "The subject."),
    status: described(z.optional(sendStatus), "Its state."),
    message_id: described(text, "The Message-ID header it goes out with."),
    thread_id: described(text, "The conversation it belongs to; absent until it has one."),
    kind: described(z.optional(sendKind), '`reply` or `forward`; "" for a fresh email.'),
    metadata: described(z.optional(metadataOut), "The pairs it was accepted with; absent without any."),
    attempts: described(z.optional(z.int()), "How often it was tried."),
    last_error: described(text, 'What went wrong last; "" when nothing did.'),
    cancel_reason: described(text, "What cancelled it; absent when a request did, or it is not cancelled."),
    scheduled_at: described(date, "When it was to leave; absent when that was at once."),
    sent_at: described(date, "When its server accepted it; absent before."),
    replied_at: described(date, "When it was answered first; absent before."),
    bounced_at: described(date, "When it came back first; absent before."),
    bounce_reason: described(text, "Why it came back; absent before."),
    bounces: described(z.optional(z.array(bouncedRecipient)), "Whose copies came back; absent when none did."),
    complained_at: described(date, "When a recipient complained about it first; absent before."),
    refused: described(z.optional(z.array(refusedRecipient)), "Whom the server refused; absent when nobody."),
    deferred: described(z.optional(z.array(refusedRecipient)), "Whom the server put off, and who is tried again; absent when nobody."),
  }),
  "The send.",
);

/** The received message that an event is about. */
export const messageData = named(
  "MessageEventData",
  z.object({
    id: described(z.string(), "The message's id."),
    mailbox_id: described(text, "The mailbox that received it."),
    thread_id: described(text, "The conversation it belongs to."),
    email_job_id: described(text, "The send that it answers or reports on; absent when there is none."),
    kind: described(text, "Its kind, such as `reply` or `bounce`."),
    message_id: described(text, "Its Message-ID header."),
    from: described(z.optional(addressOut), "Who wrote it."),
    subject: described(text, "The subject."),
    snippet: described(text, "The first 200 characters of what is new in it."),
    reply_text: described(text, "What is new in it, without quotes, up to 10 KB; the message itself has the rest."),
    metadata: described(z.optional(metadataOut), "The pairs of the send that it answers or reports on; absent without any."),
    received_at: described(date, "When its server received it."),
  }),
  "The message.",
);

/** The mailbox that an event is about. */
export const mailboxData = named(
  "MailboxEventData",
  z.object({
    id: described(z.string(), "The mailbox's id."),
    email: described(text, "Its address."),
    type: described(text, "`smtp`, `google` or `outlook`."),
    status: described(text, "Whether it works: `active`, `error` or `disconnected`."),
    status_since: described(date, "When the present `status` began."),
    smtp_last_error: described(text, 'Why the last SMTP login failed; "" or absent when it did not.'),
    inbox_last_error: described(text, 'What went wrong with its inbox last; "" when nothing did.'),
  }),
  "The mailbox.",
);

/** The wallet that an event is about. */
export const walletData = named("WalletEventData", z.object({ balance: described(z.int(), "The balance in credits.") }), "The wallet.");

/** The webhook that an event is about. */
export const webhookData = named(
  "WebhookEventData",
  z.object({
    id: described(z.string(), "The webhook's id."),
    url: described(text, "Where events were posted."),
    description: described(text, "Your note on it."),
    status: described(text, "`disabled`."),
  }),
  "The webhook.",
);

/** The suppression that an event is about. */
export const suppressionData = named(
  "SuppressionEventData",
  z.object({
    id: described(z.string(), "The suppression's id."),
    email: described(z.string(), "The address, in lower case."),
    reason: described(z.optional(suppressionReason), "`bounced` or `unsubscribed`."),
    send_id: described(text, "The send that bounced, or whose link was used."),
  }),
  "The suppression.",
);
