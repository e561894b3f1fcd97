import * as z from "zod/mini";
import { described, operation } from "#shared/api/operation.ts";
import { flagQuery, objectId } from "#shared/api/fields.ts";
import { listEvents } from "#shared/events/contract/events.ts";

/**
 * GET /console/changes: what is new since a place in the feed, and what was marked read elsewhere; a small answer when nothing is. The page says with it
 * which conversation it shows, and learns who else has that open.
 */
export const getChanges = operation({
  id: "console/get-changes",
  method: "GET",
  path: "/console/changes",
  boundKeys: { rows: "within" },
  summary: "Get what changed",
  description: "The events since a place in the feed, with the number of unread conversations, which changes without an event",
  query: z.safeExtend(listEvents.query, {
    viewing: described(z.optional(objectId), "The conversation that the page shows; for 30 seconds others are told of it."),
    writing: described(z._default(flagQuery, false), "True while an answer is written there. False when absent."),
  }),
  response: z.object({
    ...listEvents.response.shape,
    unread: described(z.int(), "How many conversations are unread, counted up to 1,000."),
    present: described(
      z.array(z.object({ name: z.string(), is_writing: z.boolean() })),
      "Who else has that conversation open, by name; empty without `viewing`.",
    ),
  }),
  errors: [400, 410],
});
