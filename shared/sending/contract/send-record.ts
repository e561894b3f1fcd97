import * as z from "zod/mini";
import { described, named } from "#shared/api/operation.ts";
import { attachmentOut } from "./attachments.ts";
import { departureOut } from "./departure.ts";
import { cancelTriggers, choiceReasons } from "../send.ts";
import { dateTime, dateTimeOut, flagQuery, objectId, plainAddress } from "#shared/api/fields.ts";
import {
  exampleLabels,
  labelFilters,
  labelsOut,
  examplePeople,
  peopleOut,
  EXAMPLE_ID,
  EXAMPLE_MESSAGE_ID,
  exampleEmail,
  sendStatus,
} from "./email-parts.ts";

/** What a send waits for, other than its time and its turn. */
const waitingFor = z.enum([
  "",
  "daily_limit",
  "rate",
  "reconnect",
  "original",
  "window",
  "retry",
  "outcome",
  "mailbox",
  "unclear_answer",
  "away",
  "pace",
  "paused",
  "approval",
  "draft",
]);

/** Why a send was cancelled; "" when a request did it or it is not cancelled. */
const cancelReason = z.enum([
  "",
  "replied",
  "bounced",
  "auto_replied",
  "left",
  "original",
  "suppressed",
  "asked",
  "answer_unclear",
  "not_approved",
  "removed",
]);

/** Whether the email is a reply or a forward; "" for neither. */
const sendKind = z.enum(["", "reply", "forward"]);

/** A send record (api/README.md, "Sending"). */
export const sendRecord = named(
  "Send",
  z.object({
    id: described(z.string(), "The send's id."),
    user_id: described(z.string(), "The account it belongs to."),
    mailbox_id: described(z.string(), "The mailbox it is sent from."),
    chosen_because: described(
      z.enum(["", ...choiceReasons]),
      'Why this mailbox was chosen among several when the email was accepted: `conversation` (it has one with the recipient, the latest of all), `active` (it is the only one that works, with unbroken DNS records, and can send this email) or `eta` (it sends soonest; of equal ones it has the least mail); "" when it was named, or is that of the email that this one follows.',
    ),
    ip_id: described(z.string(), 'The dedicated IP address that was asked for; "" when none was.'),
    from_email: described(z.string(), "The sender's address."),
    to_email: described(z.string(), "The address it goes to."),
    ...peopleOut,
    attachments: described(z.array(attachmentOut), "The attached files; of a draft that is read alone with their contents."),
    reply_to: described(z.string(), 'Where answers go; "" when that is the mailbox itself.'),
    subject: described(z.string(), "The subject."),
    body_html: described(z.string(), 'The email as HTML; "" when it has none, and in lists for what is too large.'),
    body_text: described(z.string(), "The email as plain text."),
    headers: described(z.record(z.string(), z.string()), "Its further headers."),
    status: described(sendStatus, "Its state now."),
    scheduled_at: described(z.optional(dateTimeOut), "When it is, or was, to leave; absent when that was immediately."),
    send_before: described(z.optional(dateTimeOut), "If it has not left by then it fails; absent without a limit."),
    ...departureOut,
    cancel_on: described(z.array(z.enum(cancelTriggers)), "Which events in its conversation cancel it before it leaves; empty for none."),
    away_until: described(
      z.optional(dateTimeOut),
      "Until when it waits, or waited, because its recipient was away (`on_away`); absent when it never did, or was moved by hand since.",
    ),
    cancel_reason: described(
      cancelReason,
      'What cancelled it: an event in its conversation (`replied`, `bounced`, `auto_replied`, `left`, `asked`), the cancellation of its original (`original`), a suppression of the address in `to` meanwhile (`suppressed`; `asked` where an answer asked to stop, by `suppress_asked`), that nobody said within 72 hours whether an answer is one (`answer_unclear`), that nobody approved it in time (`not_approved`), or that its person was removed from its sequence, or the sequence deleted (`removed`); "" when a request did, or it is not cancelled.',
    ),
    reject_reason: described(z.string(), 'Why a person rejected it instead of approving it; "" when nobody did.'),
    hold_until: described(z.optional(dateTimeOut), "Until when it waits for approval at most; absent when it was approved, or never held."),
    revision: described(
      z.optional(z.int()),
      "How often it was written: 1 when it was held, one more with each edit; absent when it was never held.",
    ),
    undo_for: described(
      z.optional(z.string()),
      "How long after its acceptance or its approval it can be taken back; absent when not requested.",
    ),
    draft: described(z.boolean(), "Whether somebody is still writing it: it costs nothing, and leaves only when it is approved."),
    draft_state: described(
      z.optional(z.string()),
      "What its editor needs to go on with a draft, as it was given; absent in lists, and where there is none.",
    ),
    by: described(
      z.string(),
      'Who wrote it, or its latest revision: the member, the owner, or the key by its name, else by its id; "" for email of older versions.',
    ),
    approved_by: described(z.string(), 'Who approved it; "" when nobody did.'),
    cancelled_by: described(z.string(), 'Who cancelled or rejected it; "" when nobody did, as when an answer cancelled it.'),
    held_by: described(z.string(), 'The id of the API key that held it for approval; "" for none.'),
    approved_at: described(
      z.optional(dateTimeOut),
      "When a person approved it, and it was paid for; absent before, and when it was never held.",
    ),
    attempts: described(z.int(), "How often it was tried."),
    max_attempts: described(z.int(), "The most attempts."),
    last_error: described(z.string(), 'The error of the last attempt, such as the server\'s reply; "" when nothing went wrong.'),
    waiting_for: described(
      waitingFor,
      "Why it waits: `daily_limit`, `rate` (the server's own limit), `pace` (the mailbox's `min_gap`, `max_hourly_sends`, `ramp` or `workday`), `reconnect` (the mailbox must be reconnected), `original` (a follow-up's original has not left), `window` (it is closed), `retry`, `outcome` (whether the server took it is being looked up), `mailbox` (its server may be refusing all of the mailbox's mail), `unclear_answer` (only one sign shows an answer that would cancel it: correct that message's send), `away` (its recipient is: see `on_away`), `paused` (its sequence is), `approval` (a person's: until then it is not paid for) or `draft` (somebody is still writing it); \"\" when it does not.",
    ),
    gap: described(
      z.optional(z.string()),
      "How long after the email before it this one leaves at the earliest, as drawn by the mailbox's `min_gap`; an ISO 8601 duration, absent without one and before it is tried.",
    ),
    next_attempt_at: described(z.optional(dateTimeOut), "When it is tried next; absent when it does not wait for a time."),
    eta: described(
      z.optional(dateTimeOut),
      "When it is expected to leave, given the mailbox's daily limit, rate limit and pace and the mail before it; absent in lists, when it does not wait, and when it cannot be forecast.",
    ),
    message_id: described(z.string(), "Its Message-ID header, the same in every attempt."),
    thread_id: described(z.string(), 'The conversation it belongs to; "" until it has one.'),
    in_reply_to: described(z.string(), 'The Message-ID that it answers; "" when it answers none.'),
    references: described(z.array(z.string()), "The Message-IDs of the conversation before it, oldest first."),
    kind: described(sendKind, '`reply`, `forward`, or "" for a first email.'),
    ...labelsOut,
    sequence_id: described(z.string(), 'The sequence of which it is a step; "" for any other email.'),
    step: described(z.optional(z.int()), "Which step of its sequence it is, from 1; absent for any other email."),
    sent_at: described(z.optional(dateTimeOut), "When the mail server accepted it; absent before that."),
    replied_at: described(
      z.optional(dateTimeOut),
      "When the first answer of a person arrived; absent before that. Automatic answers do not count.",
    ),
    bounced_at: described(
      z.optional(dateTimeOut),
      "When a report arrived that it could not be delivered; absent without one. The status stays `sent`.",
    ),
    bounce_reason: described(z.string(), 'What that report says; "" without one.'),
    complained_at: described(z.optional(dateTimeOut), "When a recipient marked it as spam; absent before."),
    created_at: described(dateTimeOut, "When it was accepted, and paid for unless it waits for approval, RFC 3339 in UTC."),
  }),
  "An accepted email, with its state.",
);

/** The filters of the log. */
export const sendFilter = z.strictObject({
  status: described(z.optional(sendStatus), "Only sends in this state."),
  mailbox_id: described(z.optional(objectId), "Only sends of this mailbox."),
  to: described(z.optional(plainAddress), "Only sends to this address, in to, cc or bcc."),
  since: described(z.optional(dateTime), "Only sends accepted at this time or later."),
  until: described(z.optional(dateTime), "Only sends accepted before this time."),
  thread_id: described(z.optional(objectId), "Only sends of this conversation."),
  kind: described(z.optional(sendKind), 'Only replies, only forwards, or "" for only first emails.'),
  replied: described(z.optional(flagQuery), "True for sends that a person has answered; false for the others."),
  waiting_for: described(
    z.optional(z.enum(["approval", "draft"])),
    "`approval`: only emails that wait for a person's approval. `draft`: only drafts, which no other list has.",
  ),
  bounced: described(z.optional(flagQuery), "True for sends with a delivery report; false for the others."),
  ...labelFilters,
});

/** The fields of a send that a key without `read` sees: its status and times, but nothing of its content or recipients (S40 in SECURITY.md). */
export const timingFields =
  "id user_id mailbox_id ip_id message_id thread_id kind status created_at sent_at scheduled_at send_before cancel_reason attempts max_attempts"
    .split(" ")
    .concat(
      "waiting_for",
      "next_attempt_at",
      "eta",
      "hold_until",
      "revision",
      "undo_for",
      "draft",
      "held_by",
      "approved_at",
      Object.keys(departureOut),
    );

/** The record of the examples. */
export const exampleRecord = {
  id: EXAMPLE_ID,
  user_id: "655f1c2e9b1e8a0012345678",
  mailbox_id: exampleEmail.mailbox_id,
  chosen_because: "" as const,
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
  reject_reason: "",
  draft: false,
  by: "Anna",
  approved_by: "",
  cancelled_by: "",
  held_by: "",
  attempts: 1,
  max_attempts: 12,
  last_error: "",
  waiting_for: "" as const,
  message_id: EXAMPLE_MESSAGE_ID,
  thread_id: "",
  in_reply_to: "",
  references: [],
  kind: "" as const,
  ...exampleLabels,
  sequence_id: "",
  sent_at: "2026-11-21T09:30:01.000Z",
  bounce_reason: "",
  created_at: "2026-11-21T09:30:00.000Z",
};
