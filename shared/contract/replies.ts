import * as z from "zod/mini";
import { knownZone, scheduledAfter, timesFit } from "./departure.ts";
import { bodiesFit, cancelOn, cancelOnUnknown, everyEmail, someBody, SUBJECT_MAX } from "./email-fields.ts";
import { dateTimeOut, lineOfText, objectId } from "./fields.ts";
import { address, recipientsFit } from "./recipients.ts";
import { unsubscribeFits } from "./unsubscribe.ts";
import { EXAMPLE_MESSAGE_ID, exampleEmail, sendStatus } from "./send-record.ts";

/** What every answer in a conversation takes. */
const everyReply = {
  ...everyEmail,
  subject: z.optional(lineOfText(SUBJECT_MAX).check(z.minLength(1))),
  to: z.optional(address),
  reply_all: z.optional(z.boolean()),
  cancel_on: z.optional(cancelOn),
  cancel_on_unknown: z.optional(cancelOnUnknown),
  quote_history: z.optional(z.boolean()),
  quote_timezone: z._default(knownZone, "UTC"),
};

/** The body of the three reply operations (specification, "POST /v1/inbox/messages/{id}/reply"). */
export const replyBody = z.strictObject(everyReply).check(someBody, bodiesFit, ...timesFit, recipientsFit, unsubscribeFits);

/** The body of a follow-up (contract/README.md, "Replies, forwards, follow-ups"). */
export const followUpBody = z
  .strictObject({ ...everyReply, scheduled_after: z.optional(scheduledAfter) })
  .check(someBody, bodiesFit, ...timesFit, recipientsFit, unsubscribeFits);

/** An element of a batch that follows an earlier one: a follow-up under it (contract/README.md, "Replies, forwards, follow-ups"). */
export const followingEmail = z
  .strictObject({
    ...everyReply,
    scheduled_after: z.optional(scheduledAfter),
    follows: z.int().check(z.gte(0)),
    mailbox_id: z.optional(objectId),
  })
  .check(someBody, bodiesFit, ...timesFit, recipientsFit, unsubscribeFits);

/** The body of the two forward operations (specification, "POST /v1/inbox/messages/{id}/forward"). */
export const forwardBody = z
  .strictObject({ ...everyEmail, subject: everyReply.subject, to: address, include_attachments: z.optional(z.boolean()) })
  .check(bodiesFit, ...timesFit, recipientsFit, unsubscribeFits);

/** When the email leaves; "" when it leaves now. */
const scheduledAtOut = z.union([dateTimeOut, z.literal("")]);

/** The answer of the three reply operations; `status` says queued also when scheduled (contract/README.md, "Sending"). */
export const replyAnswer = z.object({
  id: z.string(),
  status: sendStatus,
  thread_id: z.string(),
  message_id: z.string(),
  in_reply_to: z.string(),
  references: z.array(z.string()),
  subject: z.string(),
  to: z.string(),
  scheduled_at: scheduledAtOut,
});

/** The answer of the two forward operations. */
export const forwardAnswer = z.object({
  id: z.string(),
  status: sendStatus,
  message_id: z.string(),
  subject: z.string(),
  to: z.string(),
  scheduled_at: scheduledAtOut,
});

/** What replying shows a key without `read` (S40): a reply goes, and its quotes with it, to whom `to`, `cc` and `bcc` name. */
export const replyDisclosure = {
  shows: ["to", "cc", "bcc"],
  withoutRead: ["id", "status", "message_id", "thread_id", "scheduled_at"],
};

/** A worked example of a reply, used by the three reply operations. */
export const replyExample = {
  body: { body_text: "Tuesday at ten suits me." },
  response: {
    id: "655f1c2e9b1e8a00123456dd",
    status: "queued" as const,
    thread_id: "655f1c2e9b1e8a00123456ee",
    message_id: "<655f1c2e9b1e8a00123456dd.5f0c9a7b5f0c9a7b5f0c9a7b5f0c9a7b@sandbox.test>",
    in_reply_to: EXAMPLE_MESSAGE_ID,
    references: [EXAMPLE_MESSAGE_ID],
    subject: "Re: Hello Jane",
    to: exampleEmail.to,
    scheduled_at: "",
  },
};
