import * as z from "zod/mini";
import { described, named } from "./described.ts";
import { errorType } from "./errors.ts";
import { dateTimeOut, objectId } from "./fields.ts";
import { metadata } from "./labels.ts";
import { operation } from "./operation.ts";
import { EXAMPLE_ID, sendStatus } from "./send-record.ts";

/** The result of a dry run: the cost of a batch, and when its last email would leave. */
export const estimate = named(
  "BatchEstimate",
  z.object({
    credits: described(z.int(), "The credits that its acceptable emails cost together."),
    balance: described(z.optional(z.int()), "The credits that the account has; absent for a bound key."),
    is_covered: described(z.boolean(), "Whether these are enough."),
    last_leaves_at: described(
      z.optional(dateTimeOut),
      "When the last email would leave, given its mailbox's daily limit and pace; absent when none would, or when too much mail is waiting to calculate it.",
    ),
  }),
  "What a batch would cost, and when its last email would leave.",
);

const IDS_MAX = 1000;

/** POST /v1/send/cancel (contract/README.md, "Sending"). */
export const cancelSends = operation({
  id: "sending/cancel-many",
  scope: "send",
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
