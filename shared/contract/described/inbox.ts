import { getMessage, getThread, listMessages, listThreads, patchMessage } from "../inbox.ts";
import { CREATED, type Described, named, object, page, query, shownPage } from "./described.ts";

const message = getMessage.response;
const threadMessage = getThread.response.shape.messages.def.element;
const KIND =
  "`reply`: a person answers. `auto_reply`: a machine answers, as when away. `bounce`: a report about a delivery. `bulk`: a newsletter or list. `inbound`: any other mail.";
const common = {
  message_id: "The Message-ID header.",
  from: "Who it is from.",
  to: "Whom it is to.",
  cc: "Who gets a copy.",
  subject: "The subject.",
  snippet: "The first 200 characters of what is new in it, on one line.",
  body_html: "The whole email as HTML, as it was received: sanitise it before you show it.",
  body_text: "The whole email as plain text.",
  reply_text: "What the sender wrote now, as text, without the quoted history.",
  reply_html: "What the sender wrote now, as HTML, without the quoted history: sanitise it before you show it.",
  attachments: "Its attachments; their bytes are fetched one by one.",
};
const IN_LISTS = " Absent in lists, unless `include_bodies=true`.";
const READ = "Whether it was read: marked here, never at the provider.";
const EMAIL_JOB = 'The send of ours that it belongs to; "" when there is none.';
const filters = {
  mailbox_id: "Only of this mailbox.",
  email_job_id: "Only what belongs to this send.",
  unread: "True: only what is unread; false: only what is read.",
};

/** The words of the inbox. */
export const inbox: readonly Described[] = [
  object("Message", message, "A received email.", {
    ...common,
    id: "The message's id.",
    mailbox_id: "The mailbox that received it.",
    thread_id: "The conversation it belongs to.",
    kind: KIND,
    email_job_id: 'The send of ours that it answers or reports on; "" when there is none.',
    in_reply_to: 'The Message-ID that it answers; "" when it names none.',
    references: "The Message-IDs of the conversation before it, oldest first.",
    reply_to: 'Where the sender wants answers; "" when that is the From address.',
    body_text: common.body_text + IN_LISTS,
    body_html: common.body_html + IN_LISTS,
    reply_html: common.reply_html + IN_LISTS,
    body_truncated: "True when a body is not given whole: over 1 MB, shortened to fit a page, or shorter than its server says.",
    is_read: READ,
    bounces: "Of a delivery report: whose copies came back. Absent in lists, and for all other mail.",
    explanation: "Why it has its kind and its conversation.",
    received_at: "When the mailbox's server received it; not the Date header, which the sender writes.",
    created_at: "When this service stored it, RFC 3339 in UTC.",
  }),
  named("MessageKind", message.shape.kind, KIND),
  object("Explanation", message.shape.explanation, "Why a message has its kind and its conversation.", {
    kind_rule: "The rule that gave it its kind.",
    thread_rule: "The rule that gave it its conversation.",
    evidence: "What the rule found in the email, such as a Message-ID.",
    newcomer:
      "True when its sender was no party to the conversation and proves no link to it, or the From address fails DMARC: think before you answer.",
  }),
  object("Address", message.shape.from, "An email address with a name.", {
    name: 'The name; "" when there is none.',
    email: "The address.",
  }),
  object("Attachment", message.shape.attachments.def.element, "A file in an email.", {
    index: "Its place in the email, by which it is fetched.",
    filename: "Its name, as the sender wrote it.",
    content_type: "Its media type, as the sender wrote it.",
    size: "Its size in bytes.",
    is_inline: "Whether it is shown within the HTML rather than beside it.",
    content_id: 'Its Content-ID, which the HTML refers to as `cid:…`; "" when it has none.',
  }),
  query(listMessages.query, {
    ...page,
    ...filters,
    thread_id: "Only of this conversation.",
    kind: "Only of this kind.",
    since: "Only messages received at this time or later.",
    include_bodies: "True adds the bodies; a page stays under 5.5 MB, and what exceeds it is shortened. False when absent.",
    q: "Only messages with all of these words in subject, people or new text. Case and accents do not matter.",
    fresh: "True pulls new mail from the servers first, within 10 seconds, and reports in `sync`. False when absent.",
  }),
  object("MessageList", listMessages.response, "A page of messages.", {
    ...shownPage,
    messages: "The messages, newest first.",
    sync: "How the pull went, mailbox by mailbox; only with `fresh=true`.",
  }),
  object("SyncReport", listMessages.response.shape.sync.def.innerType.def.element, "How the pull of a mailbox went.", {
    mailbox_id: "The mailbox.",
    stored: "How many new messages were stored.",
    remaining: "How many are still on the server and come with the next pulls.",
    error: 'What went wrong; "" when nothing did.',
    skipped:
      'Why it was not pulled: `sync_disabled`, `disconnected`, `locked` (another pull did not end in time) or `deadline`; "" when it was.',
  }),
  object("ReadMark", patchMessage.body, "A mark.", { is_read: "True marks it read, false unread." }),
  object("Thread", getThread.response.shape.thread, "A conversation in one mailbox.", {
    id: "The conversation's id.",
    mailbox_id: "The mailbox it is in.",
    root_message_id: "The Message-ID that it began with.",
    subject: "The subject, without `Re:` and its like.",
    participants: "The addresses of the others in it.",
    email_job_id: EMAIL_JOB,
    message_count: "How many emails were sent and received in it.",
    unread_count: "How many of the received ones are unread.",
    has_newcomer: "True when someone joined it who proves no link to it.",
    last_message_at: "When its latest email was sent or received; absent while none was.",
    last_message_direction: "`outbound` when the latest email was sent, `inbound` when it was received.",
    last_inbound_at: "When its latest received email came; absent before the first.",
    snippet: "The beginning of its latest email.",
    created_at: CREATED,
    updated_at: "When the conversation last changed.",
  }),
  query(listThreads.query, {
    ...page,
    ...filters,
    participant: "Only with this address in it.",
    kind: "Only where the latest received email is of this kind.",
    since: "Only where the latest email is of this time or later.",
    before: "Only where the latest email is older than this time.",
    q: "Only conversations of the 500 newest messages with all of these words.",
  }),
  object("ThreadList", listThreads.response, "A page of conversations.", {
    ...shownPage,
    threads: "The conversations, the latest email first.",
  }),
  object("Conversation", getThread.response, "A conversation with its emails.", {
    thread: "The conversation.",
    messages: "What was sent and received, oldest first; then what waits to be sent.",
  }),
  object("ThreadMessage", threadMessage, "An email of a conversation, sent or received.", {
    ...common,
    id: "The id of the message when it was received, of the send when it is ours.",
    direction: "`inbound` when it was received, `outbound` when it is ours.",
    kind: 'A received email\'s kind; of ours `reply`, `forward`, or "" for a first email.',
    status: "`received`, or the state of the send.",
    is_read: READ,
    date: "When it was received or sent, or was accepted while it waits.",
    scheduled_at: "When it is to leave; absent for what has left or leaves now.",
    email_job_id: EMAIL_JOB,
  }),
];
