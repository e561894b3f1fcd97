import * as z from "zod/mini";
import { queryWords } from "../domain/mail/search-words.ts";
import { dateTime, dateTimeOut, flagQuery, idParams, objectId, plainAddress } from "./fields.ts";
import { operation } from "./operation.ts";
import { nextCursor, onePlace, pageQuery } from "./paging.ts";
import { addressOut, bouncedRecipient } from "./recipients.ts";
import { forwardAnswer, forwardBody, replyAnswer, replyBody, replyDisclosure, replyExample } from "./replies.ts";

/** The kinds of inbound mail (specification, "Meaning of kind"). */
const messageKind = z.enum(["reply", "inbound", "bulk", "bounce", "auto_reply"]);

const attachment = z.object({
  index: z.int(),
  filename: z.string(),
  content_type: z.string(),
  size: z.int(),
  is_inline: z.boolean(),
  content_id: z.string(),
});

/** An inbound message; list rows leave out the three body fields unless include_bodies is true (specification, "Inbound message"). */
const inboundMessage = z.object({
  id: z.string(),
  mailbox_id: z.string(),
  thread_id: z.string(),
  kind: messageKind,
  email_job_id: z.string(),
  message_id: z.string(),
  in_reply_to: z.string(),
  references: z.array(z.string()),
  from: addressOut,
  to: z.array(addressOut),
  cc: z.array(addressOut),
  reply_to: z.string(),
  subject: z.string(),
  snippet: z.string(),
  body_text: z.optional(z.string()),
  body_html: z.optional(z.string()),
  reply_text: z.string(),
  reply_html: z.optional(z.string()),
  body_truncated: z.boolean(),
  attachments: z.array(attachment),
  is_read: z.boolean(),
  bounces: z.optional(z.array(bouncedRecipient)),
  explanation: z.object({ kind_rule: z.string(), thread_rule: z.string(), evidence: z.string(), newcomer: z.boolean() }),
  received_at: dateTimeOut,
  created_at: dateTimeOut,
});

/** A conversation (specification, "Thread"). */
const thread = z.object({
  id: z.string(),
  mailbox_id: z.string(),
  root_message_id: z.string(),
  subject: z.string(),
  participants: z.array(z.string()),
  email_job_id: z.string(),
  message_count: z.int(),
  unread_count: z.int(),
  has_newcomer: z.boolean(),
  last_message_at: z.optional(dateTimeOut),
  last_message_direction: z.enum(["inbound", "outbound"]),
  last_inbound_at: z.optional(dateTimeOut),
  snippet: z.string(),
  created_at: dateTimeOut,
  updated_at: dateTimeOut,
});

/** A sent or received message in a conversation (specification, "Thread message"; kinds and statuses: contract/README.md, "Inbox"). */
const threadMessage = z.object({
  id: z.string(),
  direction: z.enum(["inbound", "outbound"]),
  kind: z.enum(["", "reply", "forward", "inbound", "bulk", "bounce", "auto_reply"]),
  status: z.enum(["received", "queued", "processing", "sent", "failed", "scheduled"]),
  message_id: z.string(),
  from: addressOut,
  to: z.array(addressOut),
  cc: z.array(addressOut),
  subject: z.string(),
  snippet: z.string(),
  body_text: z.string(),
  body_html: z.string(),
  reply_text: z.string(),
  reply_html: z.string(),
  attachments: z.array(attachment),
  is_read: z.boolean(),
  date: dateTimeOut,
  scheduled_at: z.optional(dateTimeOut),
  email_job_id: z.string(),
});

/** What a search asks for: it must hold a word (contract/README.md, "Inbox"). */
const searchText = z.string().check(
  z.maxLength(200),
  z.refine((text) => queryWords(text).length > 0, "must hold a word of two letters or digits"),
);

const syncReport = z.object({ mailbox_id: z.string(), stored: z.int(), remaining: z.int(), error: z.string(), skipped: z.string() });
const readMark = z.strictObject({ is_read: z.boolean() });

const exampleMessage = {
  id: "655f1c2e9b1e8a00123456ff",
  mailbox_id: "655f1c2e9b1e8a00123456aa",
  thread_id: "655f1c2e9b1e8a00123456ee",
  kind: "reply" as const,
  email_job_id: "655f1c2e9b1e8a00123456bb",
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
  is_read: false,
  explanation: {
    kind_rule: "answers_own_send",
    thread_rule: "send",
    evidence: "<655f1c2e9b1e8a00123456bb.5f0c9a7b5f0c9a7b5f0c9a7b5f0c9a7b@sandbox.test>",
    newcomer: false,
  },
  received_at: "2026-11-21T09:31:00.000Z",
  created_at: "2026-11-21T09:31:20.000Z",
};
const exampleThread = {
  id: exampleMessage.thread_id,
  mailbox_id: exampleMessage.mailbox_id,
  root_message_id: exampleMessage.in_reply_to,
  subject: "Hello Jane",
  participants: ["reply.jane@sandbox.test"],
  email_job_id: exampleMessage.email_job_id,
  message_count: 2,
  unread_count: 1,
  has_newcomer: false,
  last_message_at: "2026-11-21T09:31:00.000Z",
  last_message_direction: "inbound" as const,
  last_inbound_at: "2026-11-21T09:31:00.000Z",
  snippet: "Yes, Tuesday works.",
  created_at: "2026-11-21T09:31:20.000Z",
  updated_at: "2026-11-21T09:31:20.000Z",
};

/** GET /v1/inbox/messages (specification, query parameters). */
export const listMessages = operation({
  id: "inbox/list-messages",
  outside: "fresh",
  method: "GET",
  path: "/v1/inbox/messages",
  summary: "List inbound messages, newest first; fresh=true pulls new mail first",
  pagedBy: "received_at",
  query: z
    .strictObject({
      mailbox_id: z.optional(objectId),
      thread_id: z.optional(objectId),
      email_job_id: z.optional(objectId),
      kind: z.optional(messageKind),
      unread: z.optional(flagQuery),
      since: z.optional(dateTime),
      q: z.optional(searchText),
      include_bodies: z._default(flagQuery, false),
      fresh: z._default(flagQuery, false),
      ...pageQuery,
    })
    .check(onePlace),
  response: z.object({
    messages: z.array(inboundMessage),
    limit: z.int(),
    offset: z.int(),
    next_cursor: nextCursor,
    sync: z.optional(z.array(syncReport)),
  }),
  errors: [400, 404],
  example: { response: { messages: [exampleMessage], limit: 50, offset: 0 } },
});

/** GET /v1/inbox/messages/{id}: with full bodies. */
export const getMessage = operation({
  id: "inbox/get-message",
  method: "GET",
  path: "/v1/inbox/messages/{id}",
  summary: "One inbound message with its full bodies; sanitise body_html before you show it",
  params: idParams,
  response: inboundMessage,
  errors: [400, 404],
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
  summary: "Mark a message read or unread",
  params: idParams,
  body: readMark,
  response: inboundMessage,
  errors: [400, 404],
  example: { body: { is_read: true }, response: { ...exampleMessage, is_read: true } },
});

/** GET /v1/inbox/messages/{id}/attachments/{index}: bytes from the provider, with Range (contract/README.md, "Inbox"). */
export const getAttachment = operation({
  id: "inbox/get-attachment",
  outside: "always",
  method: "GET",
  path: "/v1/inbox/messages/{id}/attachments/{index}",
  summary: "The bytes of an attachment, fetched from the provider on demand; supports Range",
  params: z.strictObject({
    id: objectId,
    index: z.pipe(z.string().check(z.regex(/^\d{1,9}$/, "must be an attachment index")), z.transform(Number)),
  }),
  errors: [400, 404, 409, 410, 413, 416, 502],
});

/** POST /v1/inbox/messages/{id}/reply. */
export const replyToMessage = operation({
  id: "inbox/reply-to-message",
  scope: "send",
  method: "POST",
  path: "/v1/inbox/messages/{id}/reply",
  summary: "Reply from a message, with the conversation up to it quoted",
  idempotent: true,
  params: idParams,
  body: replyBody,
  ...replyDisclosure,
  response: replyAnswer,
  errors: [400, 402, 404, 409],
  example: replyExample,
});

/** POST /v1/inbox/messages/{id}/forward. */
export const forwardMessage = operation({
  id: "inbox/forward-message",
  outside: "always",
  scope: "send",
  method: "POST",
  path: "/v1/inbox/messages/{id}/forward",
  summary: "Forward a message; its attachments are listed, and go with it when asked",
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
    },
  },
});

/** GET /v1/inbox/threads (contract/README.md, "Inbox"). */
export const listThreads = operation({
  id: "inbox/list-threads",
  method: "GET",
  path: "/v1/inbox/threads",
  summary: "List conversations by their latest message",
  pagedBy: "last_message_at",
  query: z
    .strictObject({
      mailbox_id: z.optional(objectId),
      unread: z.optional(flagQuery),
      participant: z.optional(plainAddress),
      email_job_id: z.optional(objectId),
      kind: z.optional(messageKind),
      since: z.optional(dateTime),
      before: z.optional(dateTime),
      q: z.optional(searchText),
      ...pageQuery,
    })
    .check(onePlace),
  response: z.object({ threads: z.array(thread), limit: z.int(), offset: z.int(), next_cursor: nextCursor }),
  errors: [400, 404],
  example: { response: { threads: [exampleThread], limit: 50, offset: 0 } },
});

/** GET /v1/inbox/threads/{id}. */
export const getThread = operation({
  id: "inbox/get-thread",
  method: "GET",
  path: "/v1/inbox/threads/{id}",
  summary: "A conversation: sent and received messages merged chronologically, then what waits to be sent",
  params: idParams,
  response: z.object({ thread, messages: z.array(threadMessage) }),
  errors: [400, 404],
  example: { response: { thread: exampleThread, messages: [] } },
});

/** PATCH /v1/inbox/threads/{id}: marks every inbound message (contract/README.md, "Inbox"). */
export const patchThread = operation({
  id: "inbox/patch-thread",
  scope: "read",
  method: "PATCH",
  path: "/v1/inbox/threads/{id}",
  summary: "Mark a whole conversation read or unread",
  params: idParams,
  body: readMark,
  response: thread,
  errors: [400, 404],
  example: { body: { is_read: true }, response: { ...exampleThread, unread_count: 0 } },
});

/** POST /v1/inbox/threads/{id}/reply. */
export const replyToThread = operation({
  ...replyToMessage,
  id: "inbox/reply-to-thread",
  path: "/v1/inbox/threads/{id}/reply",
  summary: "Reply to the latest message of a conversation, with the full history quoted",
});

/** POST /v1/inbox/threads/{id}/forward. */
export const forwardThread = operation({
  ...forwardMessage,
  id: "inbox/forward-thread",
  path: "/v1/inbox/threads/{id}/forward",
  summary: "Forward a whole conversation, oldest message first",
});
