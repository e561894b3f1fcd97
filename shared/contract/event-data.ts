import * as z from "zod/mini";
import { dateTimeOut } from "./fields.ts";
import { metadataOut } from "./metadata.ts";
import { addressOut, bouncedRecipient, refusedRecipient } from "./recipients.ts";
import { sendKind, sendStatus } from "./send-record.ts";
import { suppressionReason } from "./suppressions.ts";

/** A field that the record may lack; events of older versions stay readable for their 30 days. */
const text = z.optional(z.string());
const date = z.optional(dateTimeOut);

/** The send that an event is about, as it was when the event came into the feed. */
export const sendData = z.object({
  id: z.string(),
  mailbox_id: text,
  from_email: text,
  to_email: text,
  cc: z.optional(z.array(addressOut)),
  subject: text,
  status: z.optional(sendStatus),
  message_id: text,
  thread_id: text,
  kind: z.optional(sendKind),
  metadata: z.optional(metadataOut),
  attempts: z.optional(z.int()),
  last_error: text,
  cancel_reason: text,
  scheduled_at: date,
  sent_at: date,
  replied_at: date,
  bounced_at: date,
  bounce_reason: text,
  bounces: z.optional(z.array(bouncedRecipient)),
  complained_at: date,
  refused: z.optional(z.array(refusedRecipient)),
});

/** The received message that an event is about. */
export const messageData = z.object({
  id: z.string(),
  mailbox_id: text,
  thread_id: text,
  email_job_id: text,
  kind: text,
  message_id: text,
  from: z.optional(addressOut),
  subject: text,
  snippet: text,
  received_at: date,
});

/** The mailbox that an event is about. */
export const mailboxData = z.object({ id: z.string(), email: text, type: text, status: text, inbox_last_error: text });

/** The wallet that an event is about. */
export const walletData = z.object({ balance: z.int() });

/** The webhook that an event is about. */
export const webhookData = z.object({ id: z.string(), url: text, description: text, status: text });

/** The suppression that an event is about. */
export const suppressionData = z.object({ id: z.string(), email: z.string(), reason: z.optional(suppressionReason), send_id: text });
