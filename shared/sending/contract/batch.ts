import * as z from "zod/mini";
import { type FieldProblem, fieldProblems } from "#shared/api/field-errors.ts";
import { followingEmail } from "./replies.ts";
import { email } from "./send-email.ts";
import { described, named, operation } from "#shared/api/operation.ts";
import { errorType, fieldDetails } from "#shared/api/errors.ts";
import { dateTimeOut, objectId } from "#shared/api/fields.ts";
import { revision } from "./held.ts";
import { chosenOut } from "./sender.ts";
import { metadata, EXAMPLE_ID, sendStatus, exampleEmail } from "./email-parts.ts";

/** A parsed batch element of either kind, or its faults. */
export type ParsedElement =
  | { readonly kind: "first"; readonly email: z.output<typeof email> }
  | { readonly kind: "following"; readonly email: z.output<typeof followingEmail> }
  | { readonly kind: "bad"; readonly problems: readonly FieldProblem[] };

const isDraft = ({ draft }: { readonly draft?: boolean | undefined }): boolean => draft === true;
const NO_DRAFTS: ParsedElement = { kind: "bad", problems: [{ field: "draft", message: "is made by a request of its own", asSent: true }] };

const followsAnother = (element: unknown): boolean => typeof element === "object" && element !== null && "follows" in element;

/** Parses an element: with `follows` as a follow-up, else as a first email. */
export const parseElement = (element: unknown): ParsedElement => {
  if (followsAnother(element)) {
    const { success, data, error } = z.safeParse(followingEmail, element);
    if (success && isDraft(data)) return NO_DRAFTS;
    return success ? { kind: "following", email: data } : { kind: "bad", problems: fieldProblems(error, element, followingEmail) };
  }
  const { success, data, error } = z.safeParse(email, element);
  if (success && isDraft(data)) return NO_DRAFTS;
  return success ? { kind: "first", email: data } : { kind: "bad", problems: fieldProblems(error, element, email) };
};

/** The result of a dry run: the cost of a batch, and when its last email would leave. */
const estimate = named(
  "BatchEstimate",
  z.object({
    credits: described(z.int(), "The credits that its acceptable emails cost together."),
    balance: described(z.optional(z.int()), "The credits that the account has; absent for a bound key."),
    is_covered: described(z.boolean(), "Whether these are enough."),
    last_leaves_at: described(
      z.optional(dateTimeOut),
      "When the last email would leave, given its mailbox's daily limit and rate limit; absent when none would, or when too much mail is waiting to calculate it.",
    ),
  }),
  "What a batch would cost, and when its last email would leave.",
);

const IDS_MAX = 1000;

/** POST /v1/send/cancel (api/README.md, "Sending"). */
export const cancelSends = operation({
  id: "sending/cancel-many",
  auditsMembers: "send.cancelled",
  scope: "send",
  drafts: true,
  method: "POST",
  path: "/v1/send/cancel",
  boundKeys: { rows: "within" },
  summary: "Cancel many sends",
  description: "Cancel up to 1,000 sends, and the follow-ups that wait for them: by their ids, or by metadata; repeat until remaining is 0",
  body: named(
    "CancelRequest",
    z
      .strictObject({
        ids: described(
          z.optional(
            z.array(objectId).check(z.minLength(1, "must have at least one id"), z.maxLength(IDS_MAX, `must have at most ${IDS_MAX} ids`)),
          ),
          "The ids of the sends; not together with metadata.",
        ),
        metadata: described(
          z.optional(
            metadata.check(z.refine((pairs) => Object.keys(pairs ?? {}).length > 0, { error: "must have at least one pair", abort: true })),
          ),
          "Cancels waiting sends that have all of these pairs, 1,000 at a time; not together with ids.",
        ),
      })
      .check(
        z.refine(({ ids, metadata: pairs }) => (ids === undefined) !== (pairs === undefined), {
          path: ["ids"],
          error: "give either ids or metadata",
        }),
      ),
    "What to cancel: up to 1,000 ids, or the sends with these metadata pairs.",
  ),
  response: named(
    "CancelAnswer",
    z.object({
      results: described(
        z.array(
          named(
            "CancelResult",
            z.object({
              id: described(z.string(), "The id as it was given."),
              status: described(
                z.union([sendStatus, z.literal("")]),
                'Its state now: `cancelled` when it will not leave; "" when the account has no such send.',
              ),
              error: described(z.string(), 'Why it is not cancelled, for people; "" when it is.'),
              type: described(z.optional(errorType), "Why it is not cancelled, for programs; absent when it is."),
            }),
            "The result for one send.",
          ),
        ),
        "One result for each id, in the order of the request; with metadata, one for each send of this step.",
      ),
      remaining: described(z.int(), "How many more sends with these pairs wait, counted up to 10,000: repeat the request until it is 0."),
    }),
    "The result for each send.",
  ),
  errors: [400],
  example: {
    body: { ids: [EXAMPLE_ID] },
    response: { results: [{ id: EXAMPLE_ID, status: "cancelled", error: "" }], remaining: 0 },
  },
});

/** The most emails of one batch (api/README.md, "Limits"). */
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
    ...chosenOut,
    eta: described(
      z.optional(dateTimeOut),
      "When it would leave, of a dry run alone: as in the send's record, with all emails of the batch; absent when it would not, or when too much mail is waiting to calculate it.",
    ),
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
 * alone.
 */
export const sendBatch = operation({
  id: "sending/send-batch",
  auditsMembers: "send.created",
  fills: true,
  scope: "send",
  drafts: true,
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
      from_draft: described(
        z.optional(
          named(
            "FromDraft",
            z.strictObject({
              id: described(objectId, "The draft's id."),
              revision: described(revision, "Its revision that was seen; with another one 409 `conflict`, and nothing is sent."),
              more: described(
                z.optional(z.literal(true)),
                "True while further batches of the same draft follow: it stays until the last one. Absent: it is deleted.",
              ),
            }),
            "The draft of which a batch is made.",
          ),
        ),
        "The draft (`draft: true`) of which these emails are made: it is deleted in the write that accepts them, so that they are sent once, from whichever device. It stays when no email is accepted, and after a dry run. Needs the scope `send`.",
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
