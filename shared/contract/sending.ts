import * as z from "zod/mini";
import { newTimes, timesFit } from "./departure.ts";
import { bodiesFit, everyEmail, someBody, SUBJECT_MAX } from "./email-fields.ts";
import { dateTime, dateTimeOut, flagQuery, idParams, lineOfText, objectId, plainAddress } from "./fields.ts";
import { metadata } from "./metadata.ts";
import {
  EXAMPLE_ID,
  EXAMPLE_MESSAGE_ID,
  exampleEmail,
  exampleRecord,
  sendKind,
  sendRecord,
  sendStatus,
  timingFields,
} from "./send-record.ts";
import { estimate } from "./bulk.ts";
import { errorType, fieldDetails } from "./errors.ts";
import { operation } from "./operation.ts";
import { onePlace, pageQuery } from "./paging.ts";
import { address, recipientsFit } from "./recipients.ts";
import { unsubscribeFits } from "./unsubscribe.ts";
import { followUpBody, replyAnswer, replyDisclosure, replyExample } from "./replies.ts";

/** The most emails of one batch (specification, "Limits"). */
const BATCH_MAX = 1000;
/** One email to send: the body of POST /v1/send and each element of a batch (contract/README.md, "Sending"). */
export const email = z
  .strictObject({
    mailbox_id: objectId,
    to: address,
    subject: lineOfText(SUBJECT_MAX).check(z.minLength(1)),
    reply_to: z.optional(address),
    ...everyEmail,
  })
  .check(someBody, bodiesFit, ...timesFit, recipientsFit, unsubscribeFits);

/** POST /v1/send (contract/README.md, "Sending"). */
export const sendEmail = operation({
  id: "sending/send",
  scope: "send",
  method: "POST",
  path: "/v1/send",
  summary: "Send one email now, or at scheduled_at",
  idempotent: true,
  body: email,
  response: z.object({
    id: z.string(),
    status: sendStatus,
    message_id: z.string(),
    thread_id: z.string(),
    to: z.string(),
    subject: z.string(),
    scheduled_at: z.optional(dateTimeOut),
  }),
  errors: [400, 402, 404, 409],
  example: {
    body: exampleEmail,
    response: {
      id: EXAMPLE_ID,
      status: "queued",
      message_id: EXAMPLE_MESSAGE_ID,
      thread_id: "",
      to: exampleEmail.to,
      subject: exampleEmail.subject,
    },
  },
});

/** An element of a batch before it is looked at: anything at all. */
export const batchElement = z.unknown();

/** What became of an element: `index` is its place in the request; a refused one says why as a 400, 402, 404 or 409 would. */
const batchResult = z.object({
  index: z.int(),
  to: z.string(),
  id: z.string(),
  status: z.enum(["queued", "scheduled", "failed"]),
  error: z.string(),
  type: z.optional(errorType),
  details: z.optional(fieldDetails),
});

/** POST /v1/send/batch: elements are parsed one by one with `email`, or with `followingEmail` where they name what they follow; what is wrong with one is that element's failure (contract/README.md, "Sending"). */
export const sendBatch = operation({
  id: "sending/send-batch",
  scope: "send",
  method: "POST",
  path: "/v1/send/batch",
  summary: "Send up to 1000 emails, or whole sequences; each email is accepted or refused on its own",
  idempotent: true,
  body: z.strictObject({
    emails: z
      .array(batchElement)
      .check(z.minLength(1, "must hold at least one email"), z.maxLength(BATCH_MAX, `must hold at most ${BATCH_MAX} emails`)),
    dry_run: z.optional(z.boolean()),
  }),
  response: z.object({
    results: z.array(batchResult),
    total: z.int(),
    estimate: z.optional(estimate),
  }),
  errors: [400, 402, 409],
  example: {
    body: { emails: [exampleEmail, { ...exampleEmail, headers: { Bcc: "boss@sandbox.test" } }] },
    response: {
      results: [
        { index: 0, to: exampleEmail.to, id: EXAMPLE_ID, status: "queued", error: "" },
        {
          index: 1,
          to: exampleEmail.to,
          id: "",
          status: "failed",
          error: "headers.Bcc: is not a header that can be set",
          type: "invalid_fields",
          details: [{ field: "headers.Bcc", message: "is not a header that can be set" }],
        },
      ],
      total: 2,
    },
  },
});

/** GET /v1/send/{id}/status. */
export const getSend = operation({
  id: "sending/get-status",
  method: "GET",
  path: "/v1/send/{id}/status",
  summary: "A send with its state; a body that takes over 3 MB of an answer is cut",
  params: idParams,
  response: sendRecord,
  errors: [400, 404],
  example: { response: exampleRecord },
});

const { sent_at: _, ...notSent } = exampleRecord;

/** PATCH /v1/send/{id}: a send that waits leaves at another time; nothing is charged. */
export const patchSend = operation({
  id: "sending/patch",
  scope: "send",
  method: "PATCH",
  path: "/v1/send/{id}",
  summary: "Move a queued or scheduled send to another time, without a second charge",
  params: idParams,
  body: newTimes,
  withoutRead: timingFields,
  response: sendRecord,
  errors: [400, 404, 409],
  example: { body: { scheduled_at: "2026-12-01T09:00:00Z" }, response: { ...notSent, status: "scheduled" as const } },
});

/** POST /v1/send/{id}/cancel (specification, "States and transitions"). */
export const cancelSend = operation({
  id: "sending/cancel",
  scope: "send",
  method: "POST",
  path: "/v1/send/{id}/cancel",
  summary: "Cancel a queued or scheduled send and the follow-ups that wait for it; the credit is not refunded",
  params: idParams,
  response: z.object({ id: z.string(), status: sendStatus }),
  errors: [400, 404, 409],
  example: { response: { id: EXAMPLE_ID, status: "cancelled" } },
});

/** GET /v1/logs: bodies are included; a page stays under the answer limit (contract/README.md, "Sending"). */
export const listLogs = operation({
  id: "sending/list-logs",
  method: "GET",
  path: "/v1/logs",
  summary: "List sends, newest first; what exceeds 4.5 MB in a page comes without bodies, headers, references and copies",
  pagedBy: "created_at",
  query: z
    .strictObject({
      status: z.optional(sendStatus),
      mailbox_id: z.optional(objectId),
      to: z.optional(plainAddress),
      since: z.optional(dateTime),
      until: z.optional(dateTime),
      thread_id: z.optional(objectId),
      kind: z.optional(sendKind),
      replied: z.optional(flagQuery),
      bounced: z.optional(flagQuery),
      metadata: z.optional(metadata),
      ...pageQuery,
    })
    .check(onePlace),
  response: z.array(sendRecord),
  errors: [400],
  example: { response: [exampleRecord] },
});

/** GET /v1/ips: the account's dedicated addresses (contract/README.md, "Sending", `ip_id`). */
export const listIps = operation({
  id: "sending/list-ips",
  method: "GET",
  path: "/v1/ips",
  summary: "List the account's dedicated IP addresses",
  response: z.array(z.object({ id: z.string(), address: z.string(), label: z.string(), is_default: z.boolean(), created_at: dateTimeOut })),
  errors: [],
  example: {
    response: [
      {
        id: "655f1c2e9b1e8a00123456cc",
        address: "203.0.113.7",
        label: "Frankfurt",
        is_default: true,
        created_at: "2026-11-21T09:30:00.000Z",
      },
    ],
  },
});

/** POST /v1/send/{id}/reply: a follow-up under a send, quoted; works before any reply has arrived. */
export const followUp = operation({
  id: "sending/follow-up",
  scope: "send",
  method: "POST",
  path: "/v1/send/{id}/reply",
  summary: "Queue a follow-up threaded under a send; it never leaves before its original",
  idempotent: true,
  params: idParams,
  body: followUpBody,
  ...replyDisclosure,
  response: replyAnswer,
  errors: [400, 402, 404, 409],
  example: replyExample,
});
