import * as z from "zod/mini";
import { described, named, operation } from "#shared/api/operation.ts";
import { holdsWord } from "#shared/mail/text.ts";
import { atMost, flagQuery, idParams, indexParam, objectId } from "#shared/api/fields.ts";
import { changeResult, changesOfMany, messageChanges, inboxTools as tools } from "./message-changes.ts";
import { exampleMessage, inboundMessage, messageFilter, syncReport } from "./message-record.ts";
import { offsetOrCursor, pageQuery, shownPage } from "#shared/api/paging.ts";
import { tenantFilter } from "#shared/api/tenant.ts";
import { exampleThread, thread, threadChanges, threadFilter, threadMessage } from "./thread-record.ts";
import { forwardAnswer, forwardBody, replyAnswer, replyBody, replyDisclosure, replyExample } from "#shared/sending/contract/replies.ts";

/** A search query: it must contain a word (api/README.md, "Inbox"). */
const searchText = z.string().check(atMost(200), z.refine(holdsWord, "must contain a word of two letters or digits"));

/** The ids that filters of both lists name. */
const idFilters = { mailbox_id: "mailbox", thread_id: "thread", email_job_id: "send" } as const;

/** GET /v1/inbox/messages (api/README.md, "Inbox"). */
export const listMessages = operation({
  id: "inbox/list-messages",
  outside: "fresh",
  method: "GET",
  path: "/v1/inbox/messages",
  boundKeys: { named: idFilters, rows: "within" },
  summary: "List messages",
  description: "List inbound messages, newest first; fresh=true pulls new mail first",
  pagedBy: "received_at",
  query: z
    .strictObject({
      ...messageFilter.shape,
      ...tenantFilter,
      q: described(
        z.optional(searchText),
        "Only messages with all of these words in subject, people or new text. Case and accents do not matter.",
      ),
      include_bodies: described(
        z._default(flagQuery, false),
        "True adds the bodies; they are shortened so that a page stays under 5.5 MB. False when absent.",
      ),
      fresh: described(
        z._default(flagQuery, false),
        "True pulls new mail from the servers first, within 10 seconds, and reports in `sync`. False when absent.",
      ),
      ...pageQuery,
    })
    .check(offsetOrCursor),
  response: named(
    "MessageList",
    z.object({
      messages: described(z.array(inboundMessage), "The messages, newest first."),
      ...shownPage,
      sync: described(z.optional(z.array(syncReport)), "The result of the pull for each mailbox; absent without `fresh=true`."),
    }),
    "A page of messages.",
  ),
  errors: [400, 404],
  tools: [tools.listMessages],
  example: { response: { messages: [exampleMessage], limit: 50, offset: 0 } },
});

/** GET /v1/inbox/messages/{id}: with full bodies. */
export const getMessage = operation({
  id: "inbox/get-message",
  method: "GET",
  path: "/v1/inbox/messages/{id}",
  boundKeys: { id: "message" },
  summary: "Get a message",
  description: "One inbound message with its full bodies; sanitise body_html before you show it",
  params: idParams,
  response: inboundMessage,
  errors: [400, 404],
  tools: [tools.readMessage],
  example: {
    response: {
      ...exampleMessage,
      body_text: "Yes, Tuesday works.\n\nOn Sat, 21 Nov 2026 at 09:30, Sales wrote:\n> Shall we talk on Tuesday?",
      body_html: "",
      reply_html: "",
    },
  },
});

/** PATCH /v1/inbox/messages/{id}. */
export const patchMessage = operation({
  id: "inbox/patch-message",
  scope: "read",
  method: "PATCH",
  path: "/v1/inbox/messages/{id}",
  boundKeys: { id: "message" },
  summary: "Change a message",
  description: "Mark a message read, unread or flagged, move it to another folder, or correct what the rules decided about it",
  params: idParams,
  body: messageChanges,
  // A correction may cancel, restore and suppress; a move is made at the provider.
  steers: ["kind", "email_job_id", "auto_class", "returns_on", "intent", "folder"],
  response: inboundMessage,
  errors: [400, 404, 409],
  tools: [tools.markMessage, tools.correctMessage],
  example: { body: { is_read: true }, response: { ...exampleMessage, is_read: true } },
});

/** POST /v1/inbox/messages/change. */
export const changeMessages = operation({
  id: "inbox/change-messages",
  scope: "read",
  method: "POST",
  path: "/v1/inbox/messages/change",
  boundKeys: { rows: "within" },
  summary: "Change messages",
  description: "Mark up to 100 messages read, unread or flagged, or move them to other folders; each is changed or refused separately",
  body: changesOfMany,
  response: named(
    "ManyMessageChangesAnswer",
    z.object({ results: described(z.array(changeResult), "One result for each change, in the order of the request.") }),
    "The result for each message.",
  ),
  errors: [400],
  example: {
    body: { changes: [{ id: exampleMessage.id, is_read: true }] },
    response: {
      results: [{ id: exampleMessage.id, is_read: true, is_flagged: false, folder: "INBOX", server_state: "pending" as const, error: "" }],
    },
  },
});

/** GET /v1/inbox/messages/{id}/attachments/{index}: bytes fetched from the mailbox's server, with Range (api/README.md, "Inbox"). */
export const getAttachment = operation({
  id: "inbox/get-attachment",
  outside: "always",
  method: "GET",
  path: "/v1/inbox/messages/{id}/attachments/{index}",
  boundKeys: { id: "message" },
  summary: "Download an attachment",
  description: "The bytes of an attachment, fetched from the provider on demand; supports Range",
  params: z.strictObject({
    id: objectId,
    index: indexParam("must be an attachment index"),
  }),
  errors: [400, 404, 409, 410, 413, 416, 502],
  tools: [tools.readAttachment],
});

/** POST /v1/inbox/messages/{id}/reply. */
export const replyToMessage = operation({
  id: "inbox/reply-to-message",
  auditsMembers: "send.created",
  fills: true,
  scope: "send",
  drafts: true,
  method: "POST",
  path: "/v1/inbox/messages/{id}/reply",
  boundKeys: { id: "message" },
  summary: "Reply to a message",
  description: "Reply from a message, with the conversation up to it quoted",
  idempotent: true,
  params: idParams,
  body: replyBody,
  ...replyDisclosure,
  response: replyAnswer,
  errors: [400, 402, 404, 409],
  tools: [tools.replyToMessage],
  example: replyExample,
});

/** POST /v1/inbox/messages/{id}/forward. */
export const forwardMessage = operation({
  id: "inbox/forward-message",
  auditsMembers: "send.created",
  fills: true,
  outside: "always",
  scope: "send",
  drafts: true,
  method: "POST",
  path: "/v1/inbox/messages/{id}/forward",
  boundKeys: { id: "message" },
  summary: "Forward a message",
  description: "Forward a message; its attachments are listed, or included on request",
  idempotent: true,
  params: idParams,
  body: forwardBody,
  shows: "always",
  response: forwardAnswer,
  errors: [400, 402, 404, 409, 410, 502],
  example: {
    body: { to: "colleague@sandbox.test", body_text: "For you." },
    response: {
      id: replyExample.response.id,
      status: "queued",
      message_id: replyExample.response.message_id,
      subject: "Fwd: Hello Jane",
      to: "colleague@sandbox.test",
      scheduled_at: "",
      included: ["jane@sandbox.test"],
    },
  },
});

/** GET /v1/inbox/threads (api/README.md, "Inbox"). */
export const listThreads = operation({
  id: "inbox/list-threads",
  method: "GET",
  path: "/v1/inbox/threads",
  boundKeys: { named: idFilters, rows: "within" },
  summary: "List threads",
  description: "List conversations by their latest message, or by how long somebody has waited for an answer",
  pagedBy: "last_message_at",
  pagedInOrder: { waiting: "waiting_since" },
  query: z
    .strictObject({
      ...threadFilter.shape,
      ...tenantFilter,
      q: described(z.optional(searchText), "Only conversations of the 500 newest messages with all of these words."),
      ...pageQuery,
    })
    .check(offsetOrCursor),
  response: named(
    "ThreadList",
    z.object({
      threads: described(z.array(thread), "The conversations, in the order that was asked for."),
      ...shownPage,
    }),
    "A page of conversations.",
  ),
  errors: [400, 404],
  tools: [tools.listThreads],
  example: { response: { threads: [exampleThread], limit: 50, offset: 0 } },
});

/** GET /v1/inbox/threads/{id}. */
export const getThread = operation({
  id: "inbox/get-thread",
  method: "GET",
  path: "/v1/inbox/threads/{id}",
  boundKeys: { id: "thread" },
  summary: "Get a thread",
  description: "A conversation: sent and received messages in order of time, then those waiting to be sent",
  params: idParams,
  response: named(
    "Conversation",
    z.object({
      thread: described(thread, "The conversation."),
      messages: described(z.array(threadMessage), "Sent and received emails, oldest first, then those waiting to be sent."),
    }),
    "A conversation with its emails.",
  ),
  errors: [400, 404],
  tools: [tools.readThread],
  example: { response: { thread: exampleThread, messages: [] } },
});

const { waiting_since: _answered, ...answeredThread } = exampleThread;

/** PATCH /v1/inbox/threads/{id}: sets the read flag of every inbound message, and what a team says of it (api/README.md, "Inbox"). */
export const patchThread = operation({
  id: "inbox/patch-thread",
  auditsMembers: "thread.updated",
  scope: "read",
  method: "PATCH",
  path: "/v1/inbox/threads/{id}",
  boundKeys: { id: "thread" },
  summary: "Change a thread",
  description: "Mark a whole conversation read, unread or flagged, move it, and say whose turn it is, who has it and what it is about",
  params: idParams,
  body: threadChanges,
  response: thread,
  errors: [400, 404, 409],
  example: {
    body: { state: "waiting", assigned_to: "anna", labels: ["billing"], revision: 1 },
    response: { ...answeredThread, needs_reply: false, state: "waiting", assigned_to: "anna", labels: ["billing"], revision: 2 },
  },
});

/** POST /v1/inbox/threads/{id}/reply. */
export const replyToThread = operation({
  ...replyToMessage,
  id: "inbox/reply-to-thread",
  auditsMembers: "send.created",
  fills: true,
  path: "/v1/inbox/threads/{id}/reply",
  boundKeys: { id: "thread" },
  tools: [],
  summary: "Reply to a thread",
  description: "Reply to the latest message of a conversation, with the full history quoted",
});

/** POST /v1/inbox/threads/{id}/forward. */
export const forwardThread = operation({
  ...forwardMessage,
  id: "inbox/forward-thread",
  auditsMembers: "send.created",
  fills: true,
  path: "/v1/inbox/threads/{id}/forward",
  boundKeys: { id: "thread" },
  summary: "Forward a thread",
  description: "Forward a whole conversation, oldest message first",
});
