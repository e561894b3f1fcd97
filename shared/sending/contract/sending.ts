import * as z from "zod/mini";
import { described, named, operation, type Tool } from "#shared/api/operation.ts";
import { onAway, scheduledAfter, newTimes, timesFit } from "./departure.ts";
import { cancelBody, revision } from "./held.ts";
import { bodiesFit, cancelOn, cancelOnUnknown, everyEmail, SUBJECT_MAX } from "./email-fields.ts";
import { idParams, lineOfText, objectId } from "#shared/api/fields.ts";
import { exampleRecord, sendFilter, sendRecord, timingFields } from "./send-record.ts";
import { EXAMPLE_ID, sendStatus, address, addressOrNobody, recipientsFit } from "./email-parts.ts";
import { offsetOrCursor, pageQuery } from "#shared/api/paging.ts";
import { atMostOneSender, senderFields } from "./sender.ts";
import { unsubscribeFits } from "#shared/suppressions/contract/unsubscribe.ts";
import { tenantFilter } from "#shared/api/tenant.ts";
import { followUpBody, replyAnswer, replyDisclosure, replyExample } from "./replies.ts";

/** The operations on what was accepted as tools of language models. */
const tools = {
  getEmail: {
    name: "get_email",
    description: "Read an email of ours with its state, revision and answers; a long one goes on at cursor. Free.",
    effect: "reads",
  },
  editEmail: {
    name: "edit_email",
    description: "Change an email that waits for approval (revision is required), or the time of one that waits to leave. Free.",
    inputs: ["id", "revision", "to", "cc", "bcc", "subject", "body_text", "scheduled_at"],
    effect: "changes",
  },
  cancelEmail: {
    name: "cancel_email",
    description:
      "Cancel an email that has not left, and its follow-ups; with a reason: reject one that waits for approval. Final; a paid credit is not refunded.",
    effect: "changes",
    repeatable: true,
  },
  listEmails: {
    name: "list_emails",
    description:
      "List our emails, newest first, in short: sent, scheduled, failed, or with waiting_for=approval those that wait for a person. Free.",
    inputs: ["waiting_for", "status", "mailbox_id", "to", "since", "thread_id", "replied", "bounced", "limit", "cursor"],
    effect: "reads",
  },
  followUp: {
    name: "follow_up",
    description:
      'Queue a follow-up to an email of ours; scheduled_after="P3D" with cancel_on=["reply"] sends it after three days without an answer. hold=true: it waits until a person approves it, free until then. Else it costs one credit now, and cannot be taken back once it has left.',
    inputs: ["id", "body_text", "scheduled_after", "scheduled_at", "cancel_on", "hold"],
    effect: "changes",
  },
} as const satisfies Readonly<Record<string, Tool>>;

/** What the two operations that show a send have in common. */
const oneSend = {
  method: "GET",
  params: idParams,
  response: sendRecord,
  errors: [400, 404],
  example: { response: exampleRecord },
} as const;

/** GET /v1/send/{id}. */
export const getSend = operation({
  ...oneSend,
  id: "sending/get",
  path: "/v1/send/{id}",
  boundKeys: { id: "send" },
  summary: "Get a send",
  description: "A send with its state, like /v1/send/{id}/status",
  tools: [tools.getEmail],
});

/** GET /v1/send/{id}/status. */
export const getSendStatus = operation({
  ...oneSend,
  id: "sending/get-status",
  path: "/v1/send/{id}/status",
  boundKeys: { id: "send" },
  summary: "Get a send's status",
  description: "A send with its state; a body that takes over 3 MB of an answer is cut",
});

const { sent_at: _, ...notSent } = exampleRecord;

const { hold: _hold, draft: _draft, ...editable } = everyEmail;

/** The body of PATCH /v1/send/{id}: the time of a waiting send, or any field of one that waits for approval. */
export const sendChanges = named(
  "SendChanges",
  z
    .strictObject({
      revision: described(
        z.optional(revision),
        "The revision that is changed: required for an email that waits for approval, and for no other. With an older one 409 has the record as it is now.",
      ),
      ...newTimes.shape,
      ...editable,
      scheduled_at: newTimes.shape.scheduled_at,
      window: newTimes.shape.window,
      ...senderFields,
      mailbox_id: described(z.optional(objectId), "The mailbox it is sent from; not of an email in a conversation."),
      to: described(z.optional(addressOrNobody), 'The recipient; "" for nobody yet, of a draft.'),
      subject: described(z.optional(lineOfText(SUBJECT_MAX)), "The subject, one line of up to 998 characters; empty only of a draft."),
      reply_to: described(z.optional(z.nullable(address)), "Where answers go; null for the mailbox's own address."),
      body_html: described(
        everyEmail.body_html,
        "The email as HTML. Given alone or with body_text it replaces both bodies, with their quote; of a draft the quote, or what it forwards, stays below.",
      ),
      body_text: described(everyEmail.body_text, "The email as plain text; without body_html the email has no HTML any more."),
      headers: described(everyEmail.headers, "Its further headers, in the place of the old ones."),
      scheduled_after: described(z.optional(scheduledAfter), "For a follow-up: how long after its original was sent it leaves."),
      cancel_on: described(z.optional(z.nullable(cancelOn)), "Which events in its conversation cancel it before it leaves; null for none."),
      cancel_on_unknown: described(z.optional(cancelOnUnknown), "What happens when the mailbox cannot be checked for answers."),
      on_away: described(
        z.optional(onAway),
        "What a follow-up does when the recipient's latest automatic answer says `away`; `ignore` for nothing. Only of one in a conversation.",
      ),
    })
    .check(
      atMostOneSender,
      bodiesFit,
      ...timesFit,
      recipientsFit,
      unsubscribeFits,
      z.refine(({ revision: _seen, ...body }) => Object.values(body).some((value) => value !== undefined), {
        path: ["scheduled_at"],
        error: "scheduled_at, send_at, window or send_before is required, or another field of an email that waits for approval",
      }),
    ),
  "The new time of a waiting send; of an email that waits for approval any field, and the revision that is changed.",
);

/** PATCH /v1/send/{id}: changes the time of a waiting send without charging, and any field of one that waits for approval. */
export const patchSend = operation({
  id: "sending/patch",
  auditsMembers: "send.updated",
  fills: true,
  scope: "send",
  drafts: true,
  method: "PATCH",
  path: "/v1/send/{id}",
  boundKeys: { id: "send", named: { mailbox_id: "mailbox" } },
  summary: "Change a send",
  description: "Move a queued or scheduled send to another time, without a second charge, or write an email anew that waits for approval",
  params: idParams,
  body: sendChanges,
  withoutRead: timingFields,
  response: sendRecord,
  errors: [400, 404, 409],
  tools: [tools.editEmail],
  example: { body: { scheduled_at: "2026-12-01T09:00:00Z" }, response: { ...notSent, status: "scheduled" as const } },
});

/** POST /v1/send/{id}/cancel (shared/README.md, "The state of a send"). */
export const cancelSend = operation({
  id: "sending/cancel",
  auditsMembers: "send.cancelled",
  scope: "send",
  drafts: true,
  method: "POST",
  path: "/v1/send/{id}/cancel",
  boundKeys: { id: "send" },
  summary: "Cancel a send",
  description:
    "Cancel a send that no server was given and the follow-ups that wait for it, or the retries for deferred recipients of a sent one; the credit is not refunded. With a reason: reject an email that waits for approval. A draft is deleted",
  params: idParams,
  body: cancelBody,
  response: named(
    "CancelledSend",
    z.object({
      id: described(z.string(), "The send's id."),
      status: described(sendStatus, "`cancelled`, or `sent` where only its deferred recipients were left."),
    }),
    "From now on nobody is sent the email.",
  ),
  errors: [400, 404, 409],
  tools: [tools.cancelEmail],
  example: { body: {}, response: { id: EXAMPLE_ID, status: "cancelled" } },
});

/** GET /v1/logs: with bodies, as far as a page fits into an answer (api/README.md, "Sending"). */
export const listLogs = operation({
  id: "sending/list-logs",
  method: "GET",
  path: "/v1/logs",
  boundKeys: { rows: "within" },
  summary: "List sends",
  description: "List sends, newest first; beyond 4.5 MB the rows of a page have no bodies, headers, references and copies",
  pagedBy: "created_at",
  query: z
    .strictObject({
      ...sendFilter.shape,
      ...tenantFilter,
      ...pageQuery,
    })
    .check(offsetOrCursor),
  response: z.array(sendRecord),
  errors: [400],
  tools: [tools.listEmails],
  example: { response: [exampleRecord] },
});

/** POST /v1/send/{id}/reply: a follow-up to a send, quoting it; works before any reply has arrived. */
export const followUp = operation({
  id: "sending/follow-up",
  auditsMembers: "send.created",
  fills: true,
  scope: "send",
  drafts: true,
  method: "POST",
  path: "/v1/send/{id}/reply",
  boundKeys: { id: "send" },
  summary: "Send a follow-up",
  description: "Queue a follow-up in the thread of a send; it never leaves before its original",
  idempotent: true,
  params: idParams,
  body: followUpBody,
  ...replyDisclosure,
  response: replyAnswer,
  errors: [400, 402, 404, 409],
  tools: [tools.followUp],
  example: replyExample,
});
