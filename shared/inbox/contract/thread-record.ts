import * as z from "zod/mini";
import { described, named } from "#shared/api/operation.ts";
import { dateTime, dateTimeOut, flagQuery, lineOfText, objectId, plainAddress } from "#shared/api/fields.ts";
import { tag, addressOut } from "#shared/sending/contract/email-parts.ts";
import { LABELS_MAX } from "../message.ts";
import { messageFlags } from "./message-changes.ts";
import { attachment, autoClass, dmarcVerdict, exampleMessage, intentBy, intentOut, messageKind } from "./message-record.ts";
import { workerNow } from "#shared/platform/world.ts";

const directions = ["inbound", "outbound"] as const;

/** The states of a conversation. */
const states = ["open", "waiting", "done"] as const;
const state = z.enum(states, "must be open, waiting or done");

/** The longest id of a person and the longest label, characters. */
const ASSIGNEE_MAX = 64;
const LABEL_MAX = 50;
const assignee = lineOfText(ASSIGNEE_MAX);
const label = lineOfText(LABEL_MAX).check(z.minLength(1));

/** The longest snooze, ms. */
const SNOOZE_MAX_MS = 366 * 86_400_000;

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
    state: described(
      z.enum(states),
      "`open`: it is your turn; `waiting`: the other side's; `done`: nobody's. A person's new mail opens it, and so does a report that your answer bounced; an email of yours makes it `waiting`, unless somebody set the state since it was written.",
    ),
    snoozed_until: described(z.optional(dateTimeOut), "Until when it is out of sight; then it is `open`. Absent when it is not snoozed."),
    assigned_to: described(z.string(), 'Your id of the person who has it; "" for nobody.'),
    labels: described(z.array(z.string()), "The labels that you have given it; empty for none."),
    needs_reply: described(
      z.boolean(),
      "True while a person wrote whom nobody has answered. Automatic mail and mail to many never needs a reply.",
    ),
    bounced: described(
      z.boolean(),
      "True while the latest in it is a report that an email of yours, or a copy of one, was not delivered: neither you nor a person has written since.",
    ),
    waiting_since: described(z.optional(dateTimeOut), "When the first of those unanswered emails arrived; absent while none waits."),
    revision: described(
      z.int(),
      "Counts the changes of `state`, `snoozed_until`, `assigned_to` and `labels`, from 1: give it with a change to be told of one in between.",
    ),
    changed_by: described(
      z.string(),
      'Who made the latest of those changes: the member, the owner, or the key by its name, else by its id; "" when mail or the clock did.',
    ),
    created_at: described(dateTimeOut, "When the record was created, RFC 3339 in UTC."),
    updated_at: described(dateTimeOut, "When the conversation last changed."),
  }),
  "A conversation in one mailbox.",
);

/** A sent or received message in a conversation (api/README.md, "Inbox"). */
export const threadMessage = named(
  "ThreadMessage",
  z.object({
    id: described(z.string(), "The id of the message if it was received, of the send if it was sent, or of the note."),
    direction: described(z.enum(["inbound", "outbound", ""]), '`inbound` if it was received, `outbound` if it was sent; "" for a note.'),
    kind: described(
      z.enum(["", "reply", "forward", "inbound", "bulk", "bounce", "auto_reply", "note"]),
      'A received email\'s kind; of ours `reply`, `forward`, or "" for a first email. `note`: no email, but a note of your team.',
    ),
    status: described(
      z.enum(["received", "queued", "processing", "sent", "failed", "scheduled", ""]),
      '`received`, or the state of the send; "" for a note.',
    ),
    auto_class: described(z.enum(["", ...autoClass.options]), 'What a received automatic answer tells; "" for all other email.'),
    returns_on: described(z.string(), 'The day on which its absent sender says to be back; "" when none is known.'),
    intent: described(intentOut, 'What a received answer of a person means; "" for all other email.'),
    intent_by: described(intentBy, 'Who said what it means: `rule`, `api` or `person`; "" without an `intent`.'),
    message_id: described(z.string(), "The Message-ID header."),
    from: described(addressOut, "Who it is from; of a note `name` is its `by`."),
    by: described(
      z.string(),
      'Who wrote it here: the member, the owner, or the key by its name, else by its id; of a note its `by`; "" for received email, and for mail sent outside of this service.',
    ),
    to: described(z.array(addressOut), "Its recipients in `To`."),
    cc: described(z.array(addressOut), "Its recipients in `Cc`."),
    subject: described(z.string(), "The subject."),
    snippet: described(z.string(), "The first 200 characters of its new text, on one line."),
    body_text: described(z.string(), "The whole email as plain text."),
    body_html: described(z.string(), "The whole email as HTML, as it was received: sanitise it before you show it."),
    reply_text: described(z.string(), "The new content as text, without the quoted history."),
    reply_html: described(z.string(), "The new content as HTML, without the quoted history: sanitise it before you show it."),
    attachments: described(z.array(attachment), "Its attachments; their bytes are fetched one by one."),
    is_read: described(z.boolean(), "Whether it was read; at the provider, too, where its mailbox has `sync_changes`, else only here."),
    newcomer: described(
      z.optional(z.boolean()),
      "True for a received email whose sender is not verified to belong to the conversation: check the sender before you answer; absent otherwise.",
    ),
    dmarc: described(
      z.optional(dmarcVerdict),
      "What the mailbox's own provider says of a received email's From address: `pass` when its domain is proven, `fail` when it fails DMARC; absent when it says neither.",
    ),
    date: described(dateTimeOut, "When it was received or sent, or was accepted while it waits."),
    scheduled_at: described(z.optional(dateTimeOut), "When it is to leave; absent when it has left or leaves now."),
    email_job_id: described(z.string(), 'The send that it belongs to; "" when there is none.'),
  }),
  "An email of a conversation, sent or received.",
);

/** The changes of PATCH /v1/inbox/threads/{id}. */
export const threadChanges = named(
  "ThreadChanges",
  z
    .strictObject({
      ...messageFlags,
      is_read: described(z.optional(z.boolean()), "True marks all its received emails read, false unread."),
      is_flagged: described(z.optional(z.boolean()), "True flags them all, false takes the flags away."),
      state: described(z.optional(state), "`done` also ends a snooze."),
      snoozed_until: described(
        z.optional(
          z.nullable(
            z.pipe(
              dateTime,
              z.custom<Date>().check(
                z.refine((at) => at.getTime() > workerNow().getTime(), "must lie in the future"),
                z.refine((at) => at.getTime() <= workerNow().getTime() + SNOOZE_MAX_MS, "must lie within a year"),
              ),
            ),
          ),
        ),
        "Until when it is to be out of sight, up to a year ahead; null ends a snooze.",
      ),
      assigned_to: described(z.optional(assignee), 'Your id of a person, up to 64 characters; "" for nobody.'),
      labels: described(
        z.optional(
          z.array(label).check(
            z.maxLength(LABELS_MAX, `must have at most ${LABELS_MAX} labels`),
            z.refine((list) => new Set(list).size === list.length, "must name each label once"),
          ),
        ),
        "All its labels, up to 10 of 1 to 50 characters; they take the place of the old ones.",
      ),
      revision: described(
        z.optional(z.int().check(z.gte(1))),
        "The revision that is changed: with an older one 409 has the conversation as it is now. Without it the change is made whatever happened.",
      ),
    })
    .check(
      z.refine(({ revision: _seen, ...changes }) => Object.values(changes).some((value) => value !== undefined), {
        path: ["state"],
        error: "must change something",
      }),
    ),
  "The changes of a conversation, at least one; absent fields stay as they are.",
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
  state: described(z.optional(state), "Only those in this state."),
  assigned_to: described(z.optional(assignee), "Only this person's; empty (`assigned_to=`): only those that nobody has."),
  label: described(z.optional(label), "Only those with this label."),
  needs_reply: described(z.optional(flagQuery), "True for those in which a person waits for an answer; false for the others."),
  snoozed: described(z.optional(flagQuery), "True for snoozed ones only; false for the others."),
  order: described(
    z.optional(z.enum(["latest", "waiting"], "must be latest or waiting")),
    "`latest`, the default: the latest email first. `waiting`: only those in which a person waits for an answer, whoever waits longest first.",
  ),
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
  state: "open" as const,
  assigned_to: "",
  labels: [],
  needs_reply: true,
  bounced: false,
  waiting_since: "2026-11-21T09:31:00.000Z",
  revision: 1,
  changed_by: "",
  created_at: "2026-11-21T09:31:20.000Z",
  updated_at: "2026-11-21T09:31:20.000Z",
};
