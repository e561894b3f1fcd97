import * as z from "zod/mini";
import { described, named } from "#shared/api/operation.ts";
import { dateTime, dateTimeOut, flagQuery, objectId } from "#shared/api/fields.ts";
import { tag, addressOut, bouncedRecipient } from "#shared/sending/contract/email-parts.ts";

/** The kinds of inbound mail (api/README.md, "Inbox"). */
export const messageKind = named(
  "MessageKind",
  z.enum(["reply", "inbound", "bulk", "bounce", "auto_reply"]),
  "`reply`: a person answers. `auto_reply`: a machine answers, as when away. `bounce`: a report about a delivery. `bulk`: a newsletter or list. `inbound`: any other mail.",
);

/** What an automatic answer tells. */
export const autoClass = named(
  "AutoClass",
  z.enum(["away", "left", "received", "other"]),
  "`away`: its sender is absent. `left`: its sender works there no longer, or the address is no longer read. `received`: the email arrived. `other`: anything else, such as a read receipt.",
);

/** What a person's answer means. */
export const intent = named(
  "Intent",
  z.enum(["unsubscribe", "not_interested", "not_now", "wrong_person", "question", "interested", "unknown"]),
  "`unsubscribe`: its sender wants no more email. `not_interested`, `not_now`, `interested`: of what you offer. `wrong_person`: somebody else decides. `question`: it only asks. `unknown`: no words prove any of these.",
);

/** The intent of a message; "" for mail that is not a person's answer. */
export const intentOut = z.enum(["", ...intent.options]);
/** Who decided the intent; "" without one. */
export const intentBy = z.enum(["", "rule", "api", "person"]);

const autoClassOut = z.enum(["", ...autoClass.options]);

/** What a provider says of a From address (RFC 7489). */
export const dmarcVerdict = z.enum(["pass", "fail"]);

/** A file of a message. */
export const attachment = named(
  "Attachment",
  z.object({
    index: described(z.int(), "Its index in the email, used to fetch it."),
    filename: described(z.string(), "Its name, as the sender wrote it."),
    content_type: described(z.string(), "Its media type, as the sender wrote it."),
    size: described(z.int(), "Its size in bytes."),
    is_inline: described(z.boolean(), "Whether it is shown within the HTML rather than beside it."),
    content_id: described(z.string(), 'Its Content-ID, which the HTML refers to as `cid:…`; "" when it has none.'),
  }),
  "A file in an email.",
);

const ruled = named(
  "Ruled",
  z.object({
    kind: described(messageKind, "Its kind."),
    email_job_id: described(z.string(), 'The send of ours that it belonged to; "" when there was none.'),
    thread_id: described(z.string(), "Its conversation before the correction."),
    auto_class: described(autoClassOut, 'What an automatic answer tells; "" for other kinds.'),
    returns_on: described(z.string(), 'The day of its sender\'s return; "" when none was known.'),
    intent: described(intentOut, 'What an answer of a person means; "" for other kinds.'),
  }),
  "What the rules had decided about a corrected message.",
);

/** Whether the last change of a message has been made at its server; "" without one. */
export const serverState = z.enum(["", "pending", "done", "failed"]);

/** An inbound message; list rows leave out the three body fields unless include_bodies is true (api/README.md, "Inbox"). */
export const inboundMessage = named(
  "Message",
  z.object({
    id: described(z.string(), "The message's id."),
    mailbox_id: described(z.string(), "The mailbox that received it."),
    thread_id: described(z.string(), "The conversation it belongs to."),
    kind: described(messageKind, "Its kind of mail."),
    email_job_id: described(z.string(), 'The send that it answers or reports on; "" when there is none.'),
    tags: described(z.array(z.string()), "The tags of the send that it answers or reports on; empty for none."),
    auto_class: described(
      autoClassOut,
      'What an automatic answer tells: its sender is `away` or has `left`, the email was `received`, or `other`; "" for all other kinds.',
    ),
    returns_on: described(
      z.string(),
      'The day on which an absent sender says to be back, `YYYY-MM-DD`; "" when the note does not say so for certain. Of "until Friday" it is that Friday, of "including Friday" and of a span of days the day after.',
    ),
    successor: described(z.string(), 'The address that the note of a person who left names instead of its own; "" for none or several.'),
    intent: described(
      intentOut,
      'What an answer of a person means, read from what the person wrote, without quotes, signature and forwarded text; "" for all other kinds, and for mail stored by older versions.',
    ),
    intent_by: described(intentBy, 'Who said what it means: `rule`, `api` (a program with a key) or `person`; "" without an `intent`.'),
    message_id: described(z.string(), "The Message-ID header."),
    in_reply_to: described(z.string(), 'The Message-ID that it answers; "" when it names none.'),
    references: described(z.array(z.string()), "The Message-IDs of the conversation before it, oldest first."),
    from: described(addressOut, "Who it is from."),
    to: described(z.array(addressOut), "Its recipients in `To`."),
    cc: described(z.array(addressOut), "Its recipients in `Cc`."),
    reply_to: described(z.string(), 'Where the sender wants answers; "" when that is the From address.'),
    subject: described(z.string(), "The subject."),
    snippet: described(z.string(), "The first 200 characters of its new text, on one line."),
    body_text: described(z.optional(z.string()), "The whole email as plain text. Absent in lists, unless `include_bodies=true`."),
    body_html: described(
      z.optional(z.string()),
      "The whole email as HTML, as it was received: sanitise it before you show it. Absent in lists, unless `include_bodies=true`.",
    ),
    reply_text: described(z.string(), "The new content as text, without the quoted history."),
    reply_html: described(
      z.optional(z.string()),
      "The new content as HTML, without the quoted history: sanitise it before you show it. Absent in lists, unless `include_bodies=true`.",
    ),
    body_truncated: described(
      z.boolean(),
      "True when a body is incomplete: over 1 MB, shortened to fit a page, or shorter than its server reported.",
    ),
    attachments: described(z.array(attachment), "Its attachments; their bytes are fetched one by one."),
    size: described(
      z.optional(z.int()),
      "The size of the whole email in octets, as its server reported it; absent when unknown, and for mail stored by older versions.",
    ),
    is_read: described(z.boolean(), "Whether it was read; at the provider, too, where its mailbox has `sync_changes`, else only here."),
    is_flagged: described(z.boolean(), "Whether it is flagged; likewise."),
    server_state: described(
      serverState,
      'Whether its server has what was last changed here: `pending` until it is tried, `done`, or `failed`, with the reason in `server_reason`; "" when nothing was changed for the server.',
    ),
    server_reason: described(z.string(), 'Why its server does not have the last change; "" unless `server_state` is `failed`.'),
    server_wish: described(
      z.optional(
        named(
          "ServerWish",
          z.object({
            is_read: described(z.optional(z.boolean()), "Whether it was to be read there."),
            is_flagged: described(z.optional(z.boolean()), "Whether it was to be flagged there."),
            folder: described(z.optional(z.string()), "Where it was to be moved; absent for nowhere."),
          }),
          "A change that the mail server does not have.",
        ),
      ),
      "What its server was asked for and does not have: a PATCH with it tries again. Absent unless `server_state` is `failed`.",
    ),
    on_server: described(z.boolean(), "False once an audit found that its server no longer has it; the stored copy stays."),
    folder: described(
      z.string(),
      'The folder of its mailbox in which it is, by the server\'s name; updated when the message is moved. "" when it is not known.',
    ),
    bounces: described(
      z.optional(z.array(bouncedRecipient)),
      "For a delivery report: the recipients whose copies bounced. Absent in lists, and for all other mail.",
    ),
    corrected_by: described(
      z.string(),
      'Who corrected its kind, its send or its conversation last: the member, the owner, or the key by its name, else by its id; "" for nobody.',
    ),
    explanation: described(
      named(
        "Explanation",
        z.object({
          kind_rule: described(z.string(), "The rule that gave it its kind."),
          thread_rule: described(z.string(), "The rule that gave it its conversation."),
          evidence: described(z.string(), "The text of the email that the rule matched, such as a Message-ID."),
          auto_evidence: described(
            z.string(),
            'The words of an automatic answer that tell of its `auto_class` and `returns_on`; "" for none.',
          ),
          intent_evidence: described(
            z.string(),
            'The words of an answer that tell what it means (`intent`), as the rules read it; "" for none.',
          ),
          newcomer: described(
            z.boolean(),
            "True when its sender took no part in the conversation and proves no link to it, or when the From address fails DMARC: check the sender before you answer.",
          ),
          dmarc: described(
            z.optional(dmarcVerdict),
            "What the mailbox's own provider says of the From address: `pass` when its domain is proven, `fail` when it fails DMARC; absent when it says neither.",
          ),
          corrected: described(z.boolean(), "Whether a person has corrected what the rules decided."),
          ruled: described(z.optional(ruled), "What the rules had decided; absent for a message that was not corrected."),
        }),
        "Why a message has its kind and its conversation.",
      ),
      "Why it has its kind and its conversation.",
    ),
    received_at: described(dateTimeOut, "When the mailbox's server received it; not the Date header, which the sender writes."),
    created_at: described(dateTimeOut, "When this service stored it, RFC 3339 in UTC."),
  }),
  "A received email.",
);

/** The filters of lists of messages. */
export const messageFilter = z.strictObject({
  mailbox_id: described(z.optional(objectId), "Only of this mailbox."),
  thread_id: described(z.optional(objectId), "Only of this conversation."),
  email_job_id: described(z.optional(objectId), "Only those that belong to this send."),
  tag: described(z.optional(tag), "Only those that answer or report on a send with this tag."),
  kind: described(z.optional(messageKind), "Only of this kind."),
  intent: described(z.optional(intent), "Only answers that mean this, by rule or by correction."),
  unread: described(z.optional(flagQuery), "True for unread only; false for read only."),
  since: described(z.optional(dateTime), "Only messages received at this time or later."),
});

/** The result of pulling a mailbox. */
export const syncReport = named(
  "SyncReport",
  z.object({
    mailbox_id: described(z.string(), "The mailbox."),
    stored: described(z.int(), "How many new messages were stored."),
    remaining: described(z.int(), "How many are still on the server, for the next pulls."),
    error: described(z.string(), 'What went wrong; "" when nothing did.'),
    skipped: described(
      z.string(),
      'Why it was not pulled: `sync_disabled`, `disconnected`, `locked` (another pull did not end in time) or `deadline`; "" when it was.',
    ),
  }),
  "The result of pulling a mailbox.",
);

/** The message of the examples. */
export const exampleMessage = {
  id: "655f1c2e9b1e8a00123456ff",
  mailbox_id: "655f1c2e9b1e8a00123456aa",
  thread_id: "655f1c2e9b1e8a00123456ee",
  kind: "reply" as const,
  email_job_id: "655f1c2e9b1e8a00123456bb",
  tags: [],
  auto_class: "" as const,
  returns_on: "",
  successor: "",
  intent: "interested" as const,
  intent_by: "rule" as const,
  message_id: "<answer-1@sandbox.test>",
  in_reply_to: "<655f1c2e9b1e8a00123456bb.5f0c9a7b5f0c9a7b5f0c9a7b5f0c9a7b@sandbox.test>",
  references: ["<655f1c2e9b1e8a00123456bb.5f0c9a7b5f0c9a7b5f0c9a7b5f0c9a7b@sandbox.test>"],
  from: { name: "Jane", email: "reply.jane@sandbox.test" },
  to: [{ name: "", email: "sales@sandbox.test" }],
  cc: [],
  reply_to: "",
  subject: "Re: Hello Jane",
  snippet: "Yes, Tuesday works.",
  reply_text: "Yes, Tuesday works.",
  body_truncated: false,
  attachments: [],
  size: 1_874,
  is_read: false,
  is_flagged: false,
  server_state: "" as const,
  server_reason: "",
  on_server: true,
  folder: "INBOX",
  corrected_by: "",
  explanation: {
    kind_rule: "answers_own_send",
    thread_rule: "send",
    evidence: "<655f1c2e9b1e8a00123456bb.5f0c9a7b5f0c9a7b5f0c9a7b5f0c9a7b@sandbox.test>",
    auto_evidence: "",
    intent_evidence: "Yes, Tuesday works.",
    newcomer: false,
    corrected: false,
  },
  received_at: "2026-11-21T09:31:00.000Z",
  created_at: "2026-11-21T09:31:20.000Z",
};
