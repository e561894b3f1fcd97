import * as z from "zod/mini";
import { described } from "#shared/api/described.ts";
import { operation } from "#shared/api/operation.ts";
import { listEvents } from "#shared/events/contract/events.ts";

/** GET /console/changes: what is new since a place in the feed, and what was marked read elsewhere; a small answer when nothing is. */
export const getChanges = operation({
  id: "console/get-changes",
  method: "GET",
  path: "/console/changes",
  boundKeys: { rows: "within" },
  summary: "Get what changed",
  description: "The events since a place in the feed, with the number of unread conversations, which changes without an event",
  query: listEvents.query,
  response: z.object({
    ...listEvents.response.shape,
    unread: described(z.int(), "How many conversations are unread, counted up to 1,000."),
  }),
  errors: [400, 410],
});
