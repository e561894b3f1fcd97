import * as z from "zod/mini";
import { described, named } from "#shared/api/operation.ts";
import { onAway, scheduledAfter, timesFit } from "./departure.ts";
import { knownZone } from "#shared/api/time-zone.ts";
import { bodiesFit, cancelOn, cancelOnUnknown, draftFits, everyEmail, givenUnlessDraft, someBody, SUBJECT_MAX } from "./email-fields.ts";
import { dateTimeOut, lineOfText, objectId } from "#shared/api/fields.ts";
import { address, addressOrNobody, recipientsFit, EXAMPLE_MESSAGE_ID, exampleEmail, sendStatus } from "./email-parts.ts";
import { unsubscribeFits } from "#shared/suppressions/contract/unsubscribe.ts";

/** The fields of every answer in a conversation. */
const everyReply = {
  ...everyEmail,
  subject: described(
    z.optional(lineOfText(SUBJECT_MAX).check(z.minLength(1))),
    "The subject; when absent, the original's with `Re:` or `Fwd:` in front.",
  ),
  to: described(z.optional(address), "The recipient; when absent, the correspondent who is answered."),
  reply_all: described(
    z.optional(z.boolean()),
    "Whether the other To and Cc addresses of the answered message, except the mailbox, get a copy; false when absent.",
  ),
  cancel_on: described(
    z.optional(cancelOn),
    "Which events in its conversation cancel it before it leaves: a person's `reply`, a `bounce`, an `auto_reply`, its recipient's automatic answer that says that they have `left`, or its recipient's answer that asks to be written to no more (`asked`: the `intent` is `unsubscribe`). The mailbox is checked immediately before it leaves. Needs inbox sync.",
  ),
  cancel_on_unknown: described(
    z.optional(cancelOnUnknown),
    "What happens when the mailbox cannot be checked for answers: the email waits until send_before (`wait`, the default) or leaves (`send`). When nobody has said within 72 hours whether an unclear answer is one, it leaves with `send`, and is cancelled otherwise.",
  ),
  quote_history: described(
    z.optional(z.boolean()),
    "Whether the conversation so far is quoted below. Absent: what the recipient wrote or was sent, and what the answered message answers; for an unverified sender's message only that message. True, or with `to`: everybody's mail.",
  ),
  quote_timezone: described(z._default(knownZone, "UTC"), "The IANA time zone of the dates in the quote; UTC when absent."),
};

/** What whoever answers has seen of the conversation. */
const seenFields = {
  if_last_message_id: described(
    z.optional(objectId),
    "The id of the conversation's last message, received or sent, that its writer has seen. When newer mail or somebody else's answer is there, also one that waits, it is 409 `conversation_changed` with that one's id as `details`: so two people never answer twice.",
  ),
};

/** The body of the three reply operations (api/README.md, "Replies, forwards, follow-ups"). */
export const replyBody = named(
  "Reply",
  z.strictObject({ ...everyReply, ...seenFields }).check(someBody, bodiesFit, ...timesFit, draftFits, recipientsFit, unsubscribeFits),
  "An answer in a conversation; one of body_html and body_text is required.",
);

const afterParent = {
  on_away: described(
    z.optional(onAway),
    "What it does when the recipient's latest automatic answer says `away`: it waits until the first working day after `returns_on`, or `else` after the note where no day is known; `ignore` when absent. The mailbox is checked immediately before it leaves. Needs inbox sync.",
  ),
  scheduled_after: described(
    z.optional(scheduledAfter),
    "How long after its original was sent it leaves: an ISO 8601 duration such as `P3D` or `PT4H`, instead of scheduled_at.",
  ),
};

/** The body of a follow-up (api/README.md, "Replies, forwards, follow-ups"). */
export const followUpBody = named(
  "FollowUp",
  z
    .strictObject({
      ...everyReply,
      ...seenFields,
      ...afterParent,
    })
    .check(someBody, bodiesFit, ...timesFit, draftFits, recipientsFit, unsubscribeFits),
  "A follow-up to a send; one of body_html and body_text is required.",
);

/** A batch element that follows an earlier one: a follow-up to it (api/README.md, "Replies, forwards, follow-ups"). */
export const followingEmail = named(
  "FollowingEmail",
  z
    .strictObject({
      ...everyReply,
      ...afterParent,
      to: described(everyReply.to, "The recipient; the followed email's when absent."),
      follows: described(
        z.int().check(z.gte(0)),
        "The index of the earlier email of the batch to which this is a follow-up: it leaves after that email, and is cancelled with it.",
      ),
      mailbox_id: described(
        z.optional(objectId),
        "The mailbox of the email that it follows, which is also the default; no other is allowed.",
      ),
    })
    .check(someBody, bodiesFit, ...timesFit, draftFits, recipientsFit, unsubscribeFits),
  "An email of a batch that follows an earlier one: a whole sequence is one request.",
);

/** The body of the two forward operations (api/README.md, "Replies, forwards, follow-ups"). */
export const forwardBody = named(
  "Forward",
  z
    .strictObject({
      ...everyEmail,
      subject: everyReply.subject,
      body_html: described(everyEmail.body_html, "A note above the forwarded messages, as HTML; optional."),
      body_text: described(everyEmail.body_text, "A note above the forwarded messages, as text; optional."),
      to: described(addressOrNobody, 'The recipient, with or without a name; "" for nobody yet, of a draft.'),
      include_attachments: described(
        z.optional(z.boolean()),
        "Whether to include the attachments of the forwarded messages, within an email's limits; they are fetched from the mailbox's server. When absent they are only listed.",
      ),
    })
    .check(givenUnlessDraft("to"), bodiesFit, ...timesFit, draftFits, recipientsFit, unsubscribeFits),
  "The recipients of a forwarded message or conversation, and a note above it.",
);

/** When the email leaves; "" when it leaves now. */
const scheduledAtOut = z.union([dateTimeOut, z.literal("")]);

/** The answer of the three reply operations; `status` is `queued` also for a scheduled email. */
export const replyAnswer = named(
  "AcceptedReply",
  z.object({
    id: described(z.string(), "The send's id."),
    status: described(sendStatus, "`queued`, also when it was scheduled."),
    thread_id: described(z.string(), 'The conversation it belongs to; "" until it has one.'),
    message_id: described(z.string(), "Its Message-ID header, the same in every attempt."),
    in_reply_to: described(z.string(), "The Message-ID that it answers."),
    references: described(z.array(z.string()), "The Message-IDs of the conversation before it, oldest first."),
    subject: described(z.string(), "The subject, with `Re:` or `Fwd:` added where it is missing."),
    to: described(z.string(), "The recipient's address."),
    scheduled_at: described(scheduledAtOut, 'When it is to leave; "" when it leaves now.'),
  }),
  "The answer was accepted and paid for, and leaves automatically; one that is held waits for approval first.",
);

/** The answer of the two forward operations. */
export const forwardAnswer = named(
  "AcceptedForward",
  z.object({
    id: described(z.string(), "The send's id."),
    status: described(sendStatus, "`queued`, also when it was scheduled."),
    message_id: described(z.string(), "Its Message-ID header, the same in every attempt."),
    subject: described(z.string(), "The subject, with `Re:` or `Fwd:` added where it is missing."),
    to: described(z.string(), "The recipient's address."),
    scheduled_at: described(scheduledAtOut, 'When it is to leave; "" when it leaves now.'),
    included: described(
      z.array(z.string()),
      "Whose mail it contains: the authors of the forwarded messages, and the recipients of the mailbox's own messages among them.",
    ),
  }),
  "The forward was accepted and paid for, and leaves automatically; one that is held waits for approval first.",
);

/** When replying needs `read` (S40 in SECURITY.md): a reply sends the quoted mail to the addresses in `to`, `cc` and `bcc`. */
export const replyDisclosure = {
  shows: ["to", "cc", "bcc"],
  withoutRead: ["id", "status", "message_id", "thread_id", "scheduled_at"],
};

/** An example of a reply, used by the three reply operations. */
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
