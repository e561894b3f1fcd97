import * as z from "zod/mini";
import { estimate } from "./bulk.ts";
import { described, named } from "./described.ts";
import { errorType, fieldDetails } from "./errors.ts";
import { operation } from "./operation.ts";
import { EXAMPLE_ID, exampleEmail } from "./send-record.ts";

/** The most emails of one batch (contract/README.md, "Limits"). */
const BATCH_MAX = 1000;

/** An unparsed batch element: any value. */
export const batchElement = z.unknown();

/** The result of an element: `index` is its position in the request; a refused one has the error that it would get as a single request. */
const batchResult = named(
  "BatchResult",
  z.object({
    index: described(z.int(), "The email's position in the request, from 0."),
    to: described(z.string(), 'The recipient as it was given, else that of the email that is followed; "" when it was no text.'),
    id: described(z.string(), 'The send\'s id; "" when it was refused.'),
    status: described(
      z.enum(["queued", "scheduled", "failed"]),
      "`queued` or `scheduled` when it was accepted, `failed` when it was refused and cost nothing.",
    ),
    error: described(z.string(), 'Why it was refused, for people; "" when it was accepted.'),
    type: described(z.optional(errorType), "Why it was refused, for programs; absent when it was accepted."),
    details: described(z.optional(fieldDetails), "The invalid fields; absent when there are none."),
  }),
  "The result for one email of a batch.",
);

/**
 * POST /v1/send/batch. Elements are parsed one by one, with `email` or, where they have `follows`, with `followingEmail`; an invalid element fails
 * alone (contract/README.md, "Sending").
 */
export const sendBatch = operation({
  id: "sending/send-batch",
  fills: true,
  scope: "send",
  method: "POST",
  path: "/v1/send/batch",
  boundKeys: { rows: "within" },
  summary: "Send a batch",
  description: "Send up to 1000 emails, or whole sequences; each email is accepted or refused separately",
  idempotent: true,
  body: named(
    "Batch",
    z.strictObject({
      emails: described(
        z
          .array(batchElement)
          .check(z.minLength(1, "must have at least one email"), z.maxLength(BATCH_MAX, `must have at most ${BATCH_MAX} emails`)),
        "The emails, 1 to 1,000.",
      ),
      dry_run: described(
        z.optional(z.boolean()),
        "True for a dry run, which shows the result but stores, charges and sends nothing and uses up no Idempotency-Key. False when absent.",
      ),
    }),
    "Emails to send, each accepted or refused separately.",
  ),
  response: named(
    "BatchAnswer",
    z.object({
      results: described(z.array(batchResult), "One result for each email, in the order of the request."),
      total: described(z.int(), "How many emails the request contained."),
      estimate: described(
        z.optional(estimate),
        "What a batch with `dry_run` would cost, and when its last email would leave; absent otherwise.",
      ),
    }),
    "The result for each email of a batch.",
  ),
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
