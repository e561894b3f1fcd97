import * as z from "zod/mini";
import { described, named, operation } from "#shared/api/operation.ts";
import { dateTimeOut, idParams, objectId } from "#shared/api/fields.ts";
import { tenantFilter } from "#shared/api/tenant.ts";
import { offsetOrCursor, pageQuery, shownPage } from "#shared/api/paging.ts";
import { oneSender } from "#shared/sending/contract/sender.ts";
import { exampleEmail } from "#shared/sending/contract/email-parts.ts";
import { changeFields, sequenceFields, stepOut, stepsFit, optionsOut } from "./fields.ts";

/** A sequence (api/README.md, "Sequences"). */
export const sequence = named(
  "Sequence",
  z.object({
    id: described(z.string(), "The sequence's id."),
    name: described(z.string(), 'Its name for people; "" for none.'),
    mailbox_id: described(z.string(), 'The mailbox from which its steps are sent; "" where one is chosen for each person.'),
    mailbox_ids: described(z.array(z.string()), "The mailboxes of which one is chosen for each person; empty where none were named."),
    pool: described(z.string(), 'The pool of which a mailbox is chosen for each person; "" for none.'),
    status: described(
      z.enum(["active", "paused", "deleted"]),
      "`paused`: nobody is added, and nothing of it leaves until it goes on; `deleted`: nobody is added any more, and nothing of it leaves.",
    ),
    steps: described(z.array(stepOut), "Its steps, in order."),
    ...optionsOut,
    revision: described(z.int(), "How often its steps were written, from 1."),
    people: described(z.int(), "How many people were ever added to it, up to 10,000."),
    created_at: described(dateTimeOut, "When it was made, RFC 3339 in UTC."),
    updated_at: described(dateTimeOut, "When it was last changed."),
  }),
  "Steps that each of its people gets, one after the other, until something cancels them.",
);

const example = {
  id: "655f1c2e9b1e8a00123456d1",
  name: "Spring offer",
  mailbox_id: exampleEmail.mailbox_id,
  mailbox_ids: [],
  pool: "",
  status: "active" as const,
  steps: [
    {
      step: 1,
      subject: "An offer for {{company}}",
      body_html: "",
      body_text: "Dear {{name|Sir or Madam}}, shall we talk?",
      scheduled_after: "",
      quote_history: true,
    },
    { step: 2, subject: "", body_html: "", body_text: "Did you see this, {{name|perhaps}}?", scheduled_after: "P3D", quote_history: true },
  ],
  cancel_on: ["reply", "bounce"] as ("reply" | "bounce")[],
  revision: 1,
  people: 0,
  created_at: "2026-11-21T09:30:00.000Z",
  updated_at: "2026-11-21T09:30:00.000Z",
};

/** POST /v1/sequences. */
export const createSequence = operation({
  id: "sequences/create",
  scope: "send",
  audited: "sequence.created",
  fills: true,
  idempotent: true,
  method: "POST",
  path: "/v1/sequences",
  boundKeys: { named: { mailbox_id: "mailbox" } },
  summary: "Create a sequence",
  description: "Make a sequence of a first email and follow-ups, to which people are added; it costs nothing until then",
  body: named("NewSequence", z.strictObject(sequenceFields).check(oneSender, stepsFit), "A sequence to make."),
  response: sequence,
  status: 201,
  errors: [400, 404, 409],
  example: {
    body: {
      name: example.name,
      mailbox_id: example.mailbox_id,
      steps: [
        { subject: "An offer for {{company}}", body_text: "Dear {{name|Sir or Madam}}, shall we talk?" },
        { body_text: "Did you see this, {{name|perhaps}}?", scheduled_after: "P3D" },
      ],
      cancel_on: example.cancel_on,
    },
    response: example,
  },
});

/** GET /v1/sequences. */
export const listSequences = operation({
  id: "sequences/list",
  method: "GET",
  path: "/v1/sequences",
  boundKeys: { named: { mailbox_id: "mailbox" }, rows: "within" },
  summary: "List sequences",
  description: "List the sequences, newest first, without those that are deleted",
  pagedBy: "created_at",
  query: z
    .strictObject({ mailbox_id: described(z.optional(objectId), "Only sequences of this mailbox."), ...tenantFilter, ...pageQuery })
    .check(offsetOrCursor),
  response: named(
    "SequenceList",
    z.object({ sequences: described(z.array(sequence), "The sequences, newest first."), ...shownPage }),
    "A page of sequences.",
  ),
  errors: [400, 404],
  example: { response: { sequences: [example], limit: 50, offset: 0 } },
});

/** GET /v1/sequences/{id}. */
export const getSequence = operation({
  id: "sequences/get",
  method: "GET",
  path: "/v1/sequences/{id}",
  boundKeys: { id: "sequence" },
  summary: "Get a sequence",
  description: "One sequence with its steps",
  params: idParams,
  response: sequence,
  errors: [400, 404],
  example: { response: example },
});

/** The changes of a sequence. */
export const sequenceChanges = named(
  "SequenceChanges",
  z.strictObject(changeFields).check(
    z.refine((body) => Object.values(body).some((value) => value !== undefined), {
      path: ["steps"],
      error: "steps, paused or name is required",
    }),
  ),
  "What is changed of a sequence; at least one field.",
);

/** PATCH /v1/sequences/{id}. */
export const patchSequence = operation({
  id: "sequences/patch",
  scope: "send",
  audited: "sequence.updated",
  fills: true,
  method: "PATCH",
  path: "/v1/sequences/{id}",
  boundKeys: { id: "sequence" },
  summary: "Change a sequence",
  description: "Change the text of steps for everybody who has not had them, pause it, or let it go on; repeat it until remaining is 0",
  params: idParams,
  body: sequenceChanges,
  response: named(
    "ChangedSequence",
    z.extend(sequence, {
      remaining: described(
        z.int(),
        "How many people have steps that wait with an older text: repeat the request until it is 0. A step that a worker holds at this moment leaves as it was.",
      ),
    }),
    "The sequence as it is now.",
  ),
  errors: [400, 404, 409],
  example: {
    body: { steps: [{ step: 2, body_text: "Did you see my offer, {{name|perhaps}}?" }] },
    response: {
      ...example,
      steps: example.steps.map((one) => (one.step === 2 ? { ...one, body_text: "Did you see my offer, {{name|perhaps}}?" } : one)),
      revision: 2,
      remaining: 0,
    },
  },
});

/** DELETE /v1/sequences/{id}. */
export const deleteSequence = operation({
  id: "sequences/delete",
  scope: "send",
  audited: "sequence.deleted",
  method: "DELETE",
  path: "/v1/sequences/{id}",
  boundKeys: { id: "sequence" },
  summary: "Delete a sequence",
  description: "Delete a sequence and cancel what of it waits, without a refund; what has left stays in the log",
  params: idParams,
  status: 204,
  errors: [400, 404],
});
