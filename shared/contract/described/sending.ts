import { cancelSends, estimate } from "../bulk.ts";
import { cancelSend, followUp, getSend, listIps, listLogs, patchSend, sendBatch, sendEmail } from "../sending.ts";
import { AFTER, departures, departureWords } from "./departure.ts";
import { followingEmail, forwardAnswer, forwardBody, replyBody } from "../replies.ts";
import { attachment, attachmentOut } from "../attachments.ts";
import { address, bouncedRecipient, refusedRecipient } from "../recipients.ts";
import { CREATED, type Described, named, object, page, query } from "./described.ts";

const content = {
  subject: "The subject, one line of up to 998 characters.",
  body_html: "The email as HTML. HTML and text together hold at most 1 MB; one of the two is needed.",
  body_text: "The email as plain text; made from the HTML when absent.",
  headers: "Further headers by name, up to 50 and 16 KB: `X-…`, `List-Unsubscribe`, `List-Id`, `Precedence` and their like.",
  ip_id: "The dedicated IP address it leaves from; the mailbox's, else the account's default, when absent.",
  ...departureWords,
  unsubscribe:
    "Whether mail programs show their unsubscribe button: adds the two headers of RFC 8058 with a link of ours, by which the recipient is suppressed.",
  metadata: "Up to 20 pairs of your own, 2 KB in all: told in records and events and searched in the log, never part of the mail.",
  cc: "Further recipients whom everybody sees, up to 50.",
  bcc: "Further recipients whom nobody else sees, up to 50; to, cc and bcc hold at most 100 together.",
  from_name: "The sender's name; the mailbox's display name when absent.",
  attachments: "Files that go with it: up to 20, together at most 3 MB decoded.",
};
const STATUS = "`scheduled` for later, `queued` to leave, `processing` at the server; `sent`, `failed` and `cancelled` are final.";
const accepted = {
  id: "The send's id.",
  status: STATUS,
  message_id: "The Message-ID header it goes out with, the same on every attempt.",
  subject: "The subject, with `Re:` or `Fwd:` where that is due.",
  to: "The recipient's address.",
  scheduled_at: 'When it is to leave; "" when it leaves now.',
};
const answer = {
  ...content,
  subject: "The subject; the original's with `Re:` or `Fwd:` before it when absent.",
};
const reply = {
  ...answer,
  to: "The recipient; whoever is answered when absent.",
  cancel_on:
    "What in its conversation cancels it before it leaves: a person's `reply`, a `bounce`, an `auto_reply`. Right before it leaves the mailbox is asked. Needs inbox sync.",
  cancel_on_unknown: "What comes of it where the mailbox cannot be asked for answers: `wait`, the default, up to send_before, or `send`.",
  reply_all: "Whether the other To and Cc addresses of what is answered get a copy, but for the mailbox itself; false when absent.",
  quote_history: "Whether the conversation so far is quoted below; true when absent, save for answers to unproven newcomers.",
  quote_timezone: "The IANA time zone of the dates in the quote; UTC when absent.",
};
const THREAD = 'The conversation it belongs to; "" until it has one.';

/** The words of sending. */
export const sending: readonly Described[] = [
  ...departures,
  object("Email", sendEmail.body, "An email to send.", {
    ...content,
    mailbox_id: "The mailbox it is sent from.",
    to: "The recipient, with or without a name.",
    reply_to: "Where answers go; the mailbox's own address when absent. Answers that go elsewhere are not seen here.",
  }),
  object("AcceptedEmail", sendEmail.response, "The email was accepted and paid; it leaves by itself.", {
    ...accepted,
    subject: "The subject.",
    thread_id: THREAD,
    scheduled_at: "When it is to leave; absent when it leaves now.",
  }),
  object("Batch", sendBatch.body, "Emails to send, each accepted or refused on its own.", {
    emails: "The emails, 1 to 1,000.",
    dry_run:
      "True only tells what would become of them: nothing is stored, charged or sent, and no Idempotency-Key is used. False when absent.",
  }),
  object("BatchAnswer", sendBatch.response, "What became of each email of a batch.", {
    results: "One result for each email, in the order of the request.",
    total: "How many emails the request held.",
    estimate: "What a batch with `dry_run` would come to; absent in any other answer.",
  }),
  object("BatchEstimate", estimate, "What a batch would cost, and when it would be gone.", {
    credits: "What its acceptable emails cost together.",
    balance: "The credits that the account has.",
    is_covered: "Whether these are enough.",
    last_leaves_at:
      "When the last email would leave by its mailbox's daily cap and pace; absent when none would, or too much waits to tell.",
  }),
  object("BatchResult", sendBatch.response.shape.results.def.element, "What became of one email of a batch.", {
    index: "The email's place in the request, from 0.",
    to: 'The recipient as it was given, else that of the email that is followed; "" when it was no text.',
    id: 'The send\'s id; "" when it was refused.',
    status: "`queued` or `scheduled` when it was accepted, `failed` when it was refused and cost nothing.",
    error: 'Why it was refused, for people; "" when it was accepted.',
    type: "Why it was refused, for programs; absent when it was accepted.",
    details: "The fields at fault; absent when none is.",
  }),
  object("Send", getSend.response, "An email that was accepted, with what became of it.", {
    ...content,
    id: accepted.id,
    user_id: "The account it belongs to.",
    mailbox_id: "The mailbox it is sent from.",
    ip_id: 'The dedicated IP address that was asked for; "" when none was.',
    from_email: "The sender's address.",
    to_email: "The recipient's address.",
    from_name: 'The sender\'s name; "" without one.',
    to_name: 'The recipient\'s name; "" without one.',
    cc: "Further recipients whom everybody sees.",
    bcc: "Further recipients whom nobody else sees: they stand in this record alone.",
    attachments: "The files that go with it, without what they hold.",
    refused: "Whom the server refused, with its replies. A send is `sent` when it took the email for at least one recipient.",
    bounces: "Whose copies came back, in the order in which that was learned.",
    reply_to: 'Where answers go; "" when that is the mailbox itself.',
    subject: "The subject.",
    body_html: 'The email as HTML; "" when it has none, and in lists for what is too large.',
    body_text: "The email as plain text.",
    headers: "The further headers it goes out with.",
    status: STATUS,
    scheduled_at: "When it is to leave, or was to leave; absent when that was at once.",
    send_before: "What has not left by then fails; absent without such a limit.",
    send_at: "The time on the wall that it was given; scheduled_at is what that came to. Absent when it was given none.",
    scheduled_after:
      "How long after its original it leaves; until that is sent, scheduled_at is an estimate. Absent when it was not asked for.",
    window: "The hours in which alone it may leave; absent without such a limit.",
    cancel_on: "What in its conversation cancels it before it leaves; empty when nothing does.",
    cancel_reason:
      'What cancelled it: `replied`, `bounced` and `auto_replied` in its conversation, `original` for a follow-up of a cancelled send, `suppressed` where a recipient was suppressed meanwhile; "" when a request did, or it is not cancelled.',
    attempts: "How often it was tried.",
    max_attempts: "How often it is tried at most.",
    last_error: 'What the server said the last time it did not work; "" when nothing went wrong.',
    waiting_for:
      'Why it waits: `daily_limit`, `rate` (the server\'s own limit), `reconnect` (of the mailbox), `original` (of a follow-up), `window` (its next opening), `retry` or `outcome` (whether it was taken is being looked up); "" when it does not.',
    next_attempt_at: "When it is tried next; absent when it does not wait for a time.",
    message_id: accepted.message_id,
    thread_id: THREAD,
    in_reply_to: 'The Message-ID that it answers; "" when it answers none.',
    references: "The Message-IDs of the conversation before it, oldest first.",
    kind: '`reply`, `forward`, or "" for a first email.',
    metadata: "The pairs it was accepted with; empty without any.",
    sent_at: "When the mail server took it; absent before that.",
    replied_at: "When the first answer of a person came; absent before that. Automatic answers do not count.",
    bounced_at: "When a report came that it could not be delivered; absent without one. The status stays `sent`.",
    bounce_reason: 'What that report says; "" without one.',
    complained_at: "When a recipient complained about it to his provider; absent before.",
    created_at: "When it was accepted and paid, RFC 3339 in UTC.",
  }),
  named("Recipient", address, "An address with or without a name, as a text or as an object."),
  object("NewAttachment", attachment, "A file to send with an email.", {
    name: "Its file name, up to 200 characters.",
    type: "Its media type, such as `application/pdf`; no message and no multipart.",
    content: "What it holds, in base64 with padding and without line breaks.",
    content_id:
      "What the HTML names as `cid:…`: the file is shown there instead of beside the text; each once. Without HTML it is attached.",
  }),
  object("SentAttachment", attachmentOut, "A file that goes with an email.", {
    name: "Its file name.",
    type: "Its media type.",
    size: "Its size in bytes, decoded.",
    content_id: 'What the HTML names as `cid:…`; "" when it has none.',
  }),
  object("RefusedRecipient", refusedRecipient, "A recipient that the mail server refused.", {
    email: "The recipient's address.",
    reply: "What the server said, in one line.",
  }),
  object("BouncedRecipient", bouncedRecipient, "A recipient whose copy came back.", {
    email: 'The recipient\'s address; "" when the report does not tell which of several.',
    reason: "What the report says.",
    class:
      "Why: `unknown_user` (no such address, or no such domain), `mailbox_full`, `policy`, `spam`, `dmarc`, `too_large`, `expired` (it was tried until time ran out), `relay` or `other`.",
    permanent: "Whether trying again later is of no use.",
    status: 'The enhanced status code (RFC 3463), such as `5.1.1`; "" when the report has none.',
    diagnostic: "The receiving server's own words, as far as the report has them.",
    proven: "Whether the report holds our Message-ID. Anybody may write one that does not: it cancels and suppresses nothing.",
    at: "When the report came, RFC 3339 in UTC.",
  }),
  object("SendTimes", patchSend.body, "When a send that waits shall leave instead; at least one of them.", {
    scheduled_at: "When it is to leave, up to a year ahead; a time within the last minute means now.",
    send_at: content.send_at,
    window:
      "The hours of the week in which alone it may leave; null: any time. Without a new time it leaves at the first such hour that is not earlier than its present time.",
    send_before: content.send_before,
  }),
  named("SendStatus", cancelSend.response.shape.status, STATUS),
  object("CancelledSend", cancelSend.response, "The send will not leave.", { id: accepted.id, status: "`cancelled`." }),
  object("CancelRequest", cancelSends.body, "What to cancel: up to 1,000 ids, or what has these pairs.", {
    ids: "The ids of the sends; not with metadata.",
    metadata: "Pairs: all sends that have all of them and still wait, 1,000 at a time; not with ids.",
  }),
  object("CancelAnswer", cancelSends.response, "What became of each send.", {
    results: "One result for each id, in the order of the request; with metadata, one for each send of this step.",
    remaining: "How many more wait with these pairs, 10,000 for any more than that: repeat the request until it is 0.",
  }),
  object("CancelResult", cancelSends.response.shape.results.def.element, "What became of one send.", {
    id: "The id as it was given.",
    status: 'Its state now: `cancelled` when it will not leave; "" when the account has no such send.',
    error: 'Why it is not cancelled, for people; "" when it is.',
    type: "Why it is not cancelled, for programs; absent when it is.",
  }),
  query(listLogs.query, {
    ...page,
    status: "Only sends in this state.",
    mailbox_id: "Only sends of this mailbox.",
    to: "Only sends to this address, in to, cc or bcc.",
    since: "Only sends accepted at this time or later.",
    until: "Only sends accepted before this time.",
    thread_id: "Only sends of this conversation.",
    kind: 'Only replies, only forwards, or "" for only first emails.',
    replied: "Only sends that a person has answered, or only others.",
    bounced: "Only sends with a delivery report, or only others.",
    metadata: "Only sends with this pair, as `metadata[campaign]=spring`; of several, those that have all.",
  }),
  object("DedicatedIp", listIps.response.def.element, "A dedicated IP address that emails can leave from.", {
    id: "The address's id, for `ip_id`.",
    address: "The IP address.",
    label: "What the operator calls it.",
    is_default: "Whether the account's emails leave from it when nothing else is said.",
    created_at: CREATED,
  }),
  object("Reply", replyBody, "An answer in a conversation; one of body_html and body_text is needed.", reply),
  object("FollowUp", followUp.body, "A follow-up under a send; one of body_html and body_text is needed.", {
    ...reply,
    scheduled_after: AFTER,
  }),
  object("FollowingEmail", followingEmail, "An email of a batch that follows an earlier one: a whole sequence is one request.", {
    ...reply,
    scheduled_after: AFTER,
    follows: "The index of the earlier email of the batch that it is a follow-up of: it leaves after it, and is cancelled with it.",
    mailbox_id: "The mailbox of the email that it follows; that one when absent, and no other.",
    to: "The recipient; the followed email's when absent.",
  }),
  object("AcceptedReply", followUp.response, "The answer was accepted and paid; it leaves by itself.", {
    ...accepted,
    status: "`queued`, also when it was scheduled.",
    thread_id: THREAD,
    in_reply_to: "The Message-ID that it answers.",
    references: "The Message-IDs of the conversation before it, oldest first.",
  }),
  object("Forward", forwardBody, "To whom a message or conversation goes, and what you write above it.", {
    ...answer,
    to: "The recipient, with or without a name.",
    include_attachments:
      "Whether the attachments of what is forwarded go with it, within an email's limits; they are fetched from the mailbox's server. Only listed when absent.",
    body_html: "What stands above the forwarded messages, as HTML; may be absent.",
    body_text: "What stands above the forwarded messages, as text; may be absent.",
  }),
  object("AcceptedForward", forwardAnswer, "The forward was accepted and paid; it leaves by itself.", {
    ...accepted,
    status: "`queued`, also when it was scheduled.",
  }),
];
