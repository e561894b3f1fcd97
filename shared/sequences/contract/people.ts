import * as z from "zod/mini";
import { described, named, operation } from "#shared/api/operation.ts";
import { errorType, fieldDetails } from "#shared/api/errors.ts";
import { dateTimeOut, idParams, objectId } from "#shared/api/fields.ts";
import { offsetOrCursor, pageQuery, shownPage } from "#shared/api/paging.ts";
import { EXAMPLE_ID, exampleEmail, sendStatus } from "#shared/sending/contract/email-parts.ts";

const examplePerson = { to: "Jane Doe <jane@sandbox.test>", variables: { name: "Jane", company: "Example Ltd" } };

/** The most people of one request. */
const RECIPIENTS_MAX = 1000;

const addResult = named(
  "SequenceRecipientResult",
  z.object({
    index: described(z.int(), "The person's position in the request, from 0."),
    to: described(z.string(), 'The address as it was given; "" when it was no text.'),
    id: described(z.string(), 'The person\'s id in the sequence; "" when refused.'),
    send_ids: described(z.array(z.string()), "The sends of the person's steps, in order; empty when refused."),
    error: described(z.string(), 'Why the person was refused, for people; "" when added.'),
    type: described(z.optional(errorType), "Why the person was refused, for programs; absent when added."),
    details: described(z.optional(fieldDetails), "The invalid fields; absent when there are none."),
  }),
  "The result for one person.",
);

/** POST /v1/sequences/{id}/recipients. */
export const addRecipients = operation({
  id: "sequences/add-recipients",
  scope: "send",
  audited: "sequence.recipients_added",
  fills: true,
  idempotent: true,
  method: "POST",
  path: "/v1/sequences/{id}/recipients",
  boundKeys: { id: "sequence" },
  summary: "Add people to a sequence",
  description: "Add up to 1,000 people, each with all steps or not at all: every step costs one credit now, and is never refunded",
  params: idParams,
  body: named(
    "NewSequenceRecipients",
    z.strictObject({
      recipients: described(
        z
          .array(z.unknown())
          .check(
            z.minLength(1, "must have at least one recipient"),
            z.maxLength(RECIPIENTS_MAX, `must have at most ${RECIPIENTS_MAX} recipients`),
          ),
        "The people, 1 to 1,000, each with `to`, `variables`, `metadata` and `tags`.",
      ),
    }),
    "People to add to a sequence.",
  ),
  response: named(
    "SequenceRecipientsAdded",
    z.object({
      results: described(z.array(addResult), "One result for each person, in the order of the request."),
      total: described(z.int(), "How many people the request contained."),
    }),
    "The result for each person.",
  ),
  errors: [400, 402, 404, 409],
  example: {
    body: { recipients: [examplePerson] },
    response: {
      results: [
        { index: 0, to: examplePerson.to, id: "655f1c2e9b1e8a00123456d2", send_ids: [EXAMPLE_ID, "655f1c2e9b1e8a00123456bc"], error: "" },
      ],
      total: 1,
    },
  },
});

const personStep = named(
  "SequenceRecipientStep",
  z.object({
    step: described(z.int(), "Which step it is, from 1."),
    send_id: described(z.string(), "Its send."),
    status: described(sendStatus, "Its state now."),
    cancel_reason: described(z.string(), 'Why it was cancelled, as of the send; "" when it is not, or a request cancelled it.'),
    scheduled_at: described(z.optional(dateTimeOut), "When it is, or was, to leave; an estimate until the step before it has left."),
    away_until: described(
      z.optional(dateTimeOut),
      "Until when it waits, or waited, for the return of somebody who is away; absent otherwise.",
    ),
    sent_at: described(z.optional(dateTimeOut), "When it left; absent before."),
    replied_at: described(z.optional(dateTimeOut), "When a person answered it; absent before."),
    bounced_at: described(z.optional(dateTimeOut), "When a report came that it was not delivered; absent without one."),
  }),
  "A step of a person.",
);

/** A person of a sequence. */
export const recipient = named(
  "SequenceRecipient",
  z.object({
    id: described(z.string(), "The person's id in the sequence."),
    mailbox_id: described(z.string(), "The mailbox from which the person's steps are sent."),
    email: described(z.string(), "The address, in lower case."),
    name: described(z.string(), 'The name; "" for none.'),
    variables: described(z.record(z.string(), z.string()), "The values of the placeholders."),
    steps: described(z.array(personStep), "The person's steps, in order."),
    removed_at: described(z.optional(dateTimeOut), "When the person was removed; absent otherwise."),
    created_at: described(dateTimeOut, "When the person was added, RFC 3339 in UTC."),
  }),
  "A person of a sequence, with the state of each step.",
);

/** GET /v1/sequences/{id}/recipients. */
export const listRecipients = operation({
  id: "sequences/list-recipients",
  method: "GET",
  path: "/v1/sequences/{id}/recipients",
  boundKeys: { id: "sequence" },
  summary: "List a sequence's people",
  description: "List the people of a sequence with the state of their steps, those added last first",
  pagedBy: "created_at",
  params: idParams,
  query: z.strictObject(pageQuery).check(offsetOrCursor),
  response: named(
    "SequenceRecipientList",
    z.object({ recipients: described(z.array(recipient), "The people, those added last first."), ...shownPage }),
    "A page of a sequence's people.",
  ),
  errors: [400, 404],
  example: {
    response: {
      recipients: [
        {
          id: "655f1c2e9b1e8a00123456d2",
          mailbox_id: exampleEmail.mailbox_id,
          email: "jane@sandbox.test",
          name: "Jane Doe",
          variables: examplePerson.variables,
          steps: [{ step: 1, send_id: EXAMPLE_ID, status: "sent" as const, cancel_reason: "", sent_at: "2026-11-21T09:31:00.000Z" }],
          created_at: "2026-11-21T09:30:30.000Z",
        },
      ],
      limit: 50,
      offset: 0,
    },
  },
});

/** DELETE /v1/sequences/{id}/recipients/{recipient_id}. */
export const removeRecipient = operation({
  id: "sequences/remove-recipient",
  scope: "send",
  audited: "sequence.recipient_removed",
  method: "DELETE",
  path: "/v1/sequences/{id}/recipients/{recipient_id}",
  boundKeys: { id: "sequence" },
  summary: "Remove a person from a sequence",
  description: "Cancel a person's steps that wait, with the reason `removed` and without a refund; the person cannot be added again",
  params: z.strictObject({ id: objectId, recipient_id: objectId }),
  status: 204,
  errors: [400, 404],
});
