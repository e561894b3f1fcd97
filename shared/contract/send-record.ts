import * as z from "zod/mini";
import { attachmentOut } from "./attachments.ts";
import { departureOut } from "./departure.ts";
import { dateTimeOut } from "./fields.ts";
import { metadataOut } from "./metadata.ts";
import { examplePeople, peopleOut } from "./recipients.ts";

/** The states of a send (specification, "States and transitions"). */
export const sendStatus = z.enum(["queued", "processing", "sent", "failed", "scheduled", "cancelled"]);

/** What a send waits for, besides its own time and its turn. */
const waitingFor = z.enum(["", "daily_limit", "rate", "reconnect", "original", "window", "retry", "outcome"]);

/** Why a send was cancelled, "" when a request cancelled it or it is not cancelled. */
const cancelReason = z.enum(["", "replied", "bounced", "auto_replied", "original", "suppressed"]);

/** What the email is besides a fresh one, which is "". */
export const sendKind = z.enum(["", "reply", "forward"]);

/** A send record (specification, "Send record"). */
export const sendRecord = z.object({
  id: z.string(),
  user_id: z.string(),
  mailbox_id: z.string(),
  ip_id: z.string(),
  from_email: z.string(),
  to_email: z.string(),
  ...peopleOut,
  attachments: z.array(attachmentOut),
  reply_to: z.string(),
  subject: z.string(),
  body_html: z.string(),
  body_text: z.string(),
  headers: z.record(z.string(), z.string()),
  status: sendStatus,
  scheduled_at: z.optional(dateTimeOut),
  send_before: z.optional(dateTimeOut),
  ...departureOut,
  cancel_on: z.array(z.enum(["reply", "bounce", "auto_reply"])),
  cancel_reason: cancelReason,
  attempts: z.int(),
  max_attempts: z.int(),
  last_error: z.string(),
  waiting_for: waitingFor,
  next_attempt_at: z.optional(dateTimeOut),
  message_id: z.string(),
  thread_id: z.string(),
  in_reply_to: z.string(),
  references: z.array(z.string()),
  kind: sendKind,
  metadata: metadataOut,
  sent_at: z.optional(dateTimeOut),
  replied_at: z.optional(dateTimeOut),
  bounced_at: z.optional(dateTimeOut),
  bounce_reason: z.string(),
  complained_at: z.optional(dateTimeOut),
  created_at: dateTimeOut,
});

/** What a key without `read` is told of a send: where it stands and when it leaves, nothing of its mail or its recipients (S40). */
export const timingFields =
  "id user_id mailbox_id ip_id message_id thread_id kind status created_at sent_at scheduled_at send_before cancel_reason attempts max_attempts"
    .split(" ")
    .concat("waiting_for", "next_attempt_at", Object.keys(departureOut));

/** The id of the send in the examples. */
export const EXAMPLE_ID = "655f1c2e9b1e8a00123456bb";
/** Its Message-ID. */
export const EXAMPLE_MESSAGE_ID = `<${EXAMPLE_ID}.5f0c9a7b5f0c9a7b5f0c9a7b5f0c9a7b@sandbox.test>`;
/** The email of the examples. */
export const exampleEmail = {
  mailbox_id: "655f1c2e9b1e8a00123456aa",
  to: "reply.jane@sandbox.test",
  subject: "Hello Jane",
  body_html: "<p>Shall we talk on Tuesday?</p>",
};
/** The record of the examples. */
export const exampleRecord = {
  id: EXAMPLE_ID,
  user_id: "655f1c2e9b1e8a0012345678",
  mailbox_id: exampleEmail.mailbox_id,
  ip_id: "",
  from_email: "sales@sandbox.test",
  to_email: exampleEmail.to,
  ...examplePeople,
  attachments: [],
  reply_to: "",
  subject: exampleEmail.subject,
  body_html: exampleEmail.body_html,
  body_text: "Shall we talk on Tuesday?",
  headers: {},
  status: "sent" as const,
  cancel_on: [],
  cancel_reason: "" as const,
  attempts: 1,
  max_attempts: 12,
  last_error: "",
  waiting_for: "" as const,
  message_id: EXAMPLE_MESSAGE_ID,
  thread_id: "",
  in_reply_to: "",
  references: [],
  kind: "" as const,
  metadata: {},
  sent_at: "2026-11-21T09:30:01.000Z",
  bounce_reason: "",
  created_at: "2026-11-21T09:30:00.000Z",
};
