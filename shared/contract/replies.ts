import * as z from "zod/mini";
import { described, named } from "./described.ts";
import { knownZone, scheduledAfter, timesFit } from "./departure.ts";
import { bodiesFit, cancelOn, cancelOnUnknown, everyEmail, someBody, SUBJECT_MAX } from "./email-fields.ts";
import { dateTimeOut, lineOfText, objectId } from "./fields.ts";
import { address, recipientsFit } from "./recipients.ts";
import { unsubscribeFits } from "./unsubscribe.ts";
import { EXAMPLE_MESSAGE_ID, exampleEmail, sendStatus } from "./send-record.ts";

/** The fields of every answer in a conversation. */
const everyReply = {
  ...everyEmail,
  subject: described(
    z.optional(lineOfText(SUBJECT_MAX).check(z.minLength(1))),
    "The subject; the original's with `Re:` or `Fwd:` before it when absent.",
  ),
  to: described(z.optional(address), "The recipient; whoever is answered when absent."),
  reply_all: described(
    z.optional(z.boolean()),
    "Whether the other To and Cc addresses of what is answered get a copy, but for the mailbox itself; false when absent.",
  ),
  cancel_on: described(
    z.optional(cancelOn),
    "What in its conversation cancels it before it leaves: a person's `reply`, a `bounce`, an `auto_reply`. Right before it leaves the mailbox is asked. Needs inbox sync.",
  ),
  cancel_on_unknown: described(
    z.optional(cancelOnUnknown),
    "What comes of it where the mailbox cannot be asked for answers: `wait`, the default, up to send_before, or `send`.",
  ),
  quote_history: described(
    z.optional(z.boolean()),
    "Whether the conversation so far is quoted below; true when absent, save for answers to unverified senders.",
  ),
  quote_timezone: described(z._default(knownZone, "UTC"), "The IANA time zone of the dates in the quote; UTC when absent."),
};

/** The body of the three reply operations (contract/README.md, "Replies, forwards, follow-ups"). */
export const replyBody = named(
  "Reply",
  z.strictObject(everyReply).check(someBody, bodiesFit, ...timesFit, recipientsFit, unsubscribeFits),
  "An answer in a conversation; one of body_html and body_text is needed.",
);

const afterParent = {
  scheduled_after: described(
    z.optional(scheduledAfter),
    "How long after its original was sent it leaves: an ISO 8601 duration such as `P3D` or `PT4H`, in place of scheduled_at.",
  ),
};

/** The body of a follow-up (contract/README.md, "Replies, forwards, follow-ups"). */
export const followUpBody = named(
  "FollowUp",
  z
    .strictObject({
      ...everyReply,
      ...afterParent,
    })
    .check(someBody, bodiesFit, ...timesFit, recipientsFit, unsubscribeFits),
  "A follow-up under a send; one of body_html and body_text is needed.",
);

/** An element of a batch that follows an earlier one: a follow-up under it (contract/README.md, "Replies, forwards, follow-ups"). */
export const followingEmail = named(
  "FollowingEmail",
  z
    .strictObject({
      ...everyReply,
      ...afterParent,
      to: described(everyReply.to, "The recipient; the followed email's when absent."),
      follows: described(
        z.int().check(z.gte(0)),
        "The index of the earlier email of the batch that it is a follow-up of: it leaves after it, and is cancelled with it.",
      ),
      mailbox_id: described(z.optional(objectId), "The mailbox of the email that it follows; that one when absent, and no other."),
    })
    .check(someBody, bodiesFit, ...timesFit, recipientsFit, unsubscribeFits),
  "An email of a batch that follows an earlier one: a whole sequence is one request.",
);

/** The body of the two forward operations (contract/README.md, "Replies, forwards, follow-ups"). */
export const forwardBody = named(
  "Forward",
  z
    .strictObject({
      ...everyEmail,
      subject: everyReply.subject,
      body_html: described(everyEmail.body_html, "What stands above the forwarded messages, as HTML; may be absent."),
      body_text: described(everyEmail.body_text, "What stands above the forwarded messages, as text; may be absent."),
      to: described(address, "The recipient, with or without a name."),
      include_attachments: described(
        z.optional(z.boolean()),
        "Whether the attachments of what is forwarded go with it, within an email's limits; they are fetched from the mailbox's server. Only listed when absent.",
      ),
    })
    .check(bodiesFit, ...timesFit, recipientsFit, unsubscribeFits),
  "The recipients of a forwarded message or conversation, and what you write above it.",
);

/** When the email leaves; "" when it leaves now. */
const scheduledAtOut = z.union([dateTimeOut, z.literal("")]);

/** The answer of the three reply operations; `status` says queued also when scheduled (contract/README.md, "Sending"). */
export const replyAnswer = named(
  "AcceptedReply",
  z.object({
    id: described(z.string(), "The send's id."),
    status: described(sendStatus, "`queued`, also when it was scheduled."),
    thread_id: described(z.string(), 'The conversation it belongs to; "" until it has one.'),
    message_id: described(z.string(), "The Message-ID header it goes out with, the same on every attempt."),
    in_reply_to: described(z.string(), "The Message-ID that it answers."),
    references: described(z.array(z.string()), "The Message-IDs of the conversation before it, oldest first."),
    subject: described(z.string(), "The subject, with `Re:` or `Fwd:` where that is due."),
    to: described(z.string(), "The recipient's address."),
    scheduled_at: described(scheduledAtOut, 'When it is to leave; "" when it leaves now.'),
  }),
  "The answer was accepted and paid; it leaves by itself.",
);

/** The answer of the two forward operations. */
export const forwardAnswer = named(
  "AcceptedForward",
  z.object({
    id: described(z.string(), "The send's id."),
    status: described(sendStatus, "`queued`, also when it was scheduled."),
    message_id: described(z.string(), "The Message-ID header it goes out with, the same on every attempt."),
    subject: described(z.string(), "The subject, with `Re:` or `Fwd:` where that is due."),
    to: described(z.string(), "The recipient's address."),
    scheduled_at: described(scheduledAtOut, 'When it is to leave; "" when it leaves now.'),
  }),
  "The forward was accepted and paid; it leaves by itself.",
);

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
