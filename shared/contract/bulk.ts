import * as z from "zod/mini";
import { errorType } from "./errors.ts";
import { dateTimeOut, objectId } from "./fields.ts";
import { metadata } from "./metadata.ts";
import { operation } from "./operation.ts";
import { EXAMPLE_ID, sendStatus } from "./send-record.ts";

/** What a batch that was only tried would cost, and when its last email would leave. */
export const estimate = z.object({ credits: z.int(), balance: z.int(), is_covered: z.boolean(), last_leaves_at: z.optional(dateTimeOut) });

const IDS_MAX = 1000;

/** POST /v1/send/cancel (contract/README.md, "Sending"). */
export const cancelSends = operation({
  id: "sending/cancel-many",
  scope: "send",
  method: "POST",
  path: "/v1/send/cancel",
  summary: "Cancel up to 1,000 sends, and the follow-ups that wait for them: by their ids, or by metadata; repeat until remaining is 0",
  body: z
    .strictObject({
      ids: z.optional(
        z.array(objectId).check(z.minLength(1, "must hold at least one id"), z.maxLength(IDS_MAX, `must hold at most ${IDS_MAX} ids`)),
      ),
      metadata: z.optional(
        metadata.check(z.refine((pairs) => Object.keys(pairs ?? {}).length > 0, { error: "must have at least one pair", abort: true })),
      ),
    })
    .check(
      z.refine(({ ids, metadata: pairs }) => (ids === undefined) !== (pairs === undefined), {
        path: ["ids"],
        error: "give either ids or metadata",
      }),
    ),
  response: z.object({
    results: z.array(
      z.object({ id: z.string(), status: z.union([sendStatus, z.literal("")]), error: z.string(), type: z.optional(errorType) }),
    ),
    remaining: z.int(),
  }),
  errors: [400],
  example: {
    body: { ids: [EXAMPLE_ID] },
    response: { results: [{ id: EXAMPLE_ID, status: "cancelled", error: "" }], remaining: 0 },
  },
});
