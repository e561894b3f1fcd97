import * as z from "zod/mini";
import { described, named } from "./described.ts";
import { dateTime, idParams, objectId } from "./fields.ts";
import { operation } from "./operation.ts";
import { offsetOrCursor, pageQuery } from "./paging.ts";
import { delivery } from "./webhook-record.ts";

/** GET /v1/webhooks/{id}/deliveries. */
export const listWebhookDeliveries = operation({
  id: "webhooks/list-deliveries",
  method: "GET",
  path: "/v1/webhooks/{id}/deliveries",
  boundKeys: "none",
  summary: "List deliveries",
  description: "List the deliveries to a webhook, newest first: status, duration and the first kilobyte of the last answer",
  scope: "admin",
  params: idParams,
  pagedBy: "created_at",
  query: z.strictObject(pageQuery).check(offsetOrCursor),
  response: z.array(delivery),
  errors: [400, 404],
  example: {
    response: [
      {
        id: "655f1c2e9b1e8a0012345691",
        event_id: "655f1c2e9b1e8a0012345681",
        type: "send.replied",
        sequence: 1,
        status: "delivered",
        attempts: 1,
        response_status: 200,
        duration_ms: 84,
        response: "ok",
        last_attempt_at: "2026-11-21T09:30:03.000Z",
        created_at: "2026-11-21T09:30:02.000Z",
      },
    ],
  },
});

const REPLAY_IDS_MAX = 1000;

/** POST /v1/webhooks/{id}/replay. */
export const replayWebhook = operation({
  id: "webhooks/replay",
  fills: true,
  method: "POST",
  path: "/v1/webhooks/{id}/replay",
  boundKeys: "none",
  summary: "Replay events",
  description:
    "Post events again with the same ids: the named ones, or up to 1,000 since a time; 404 names ids that are unknown, and posts none",
  params: idParams,
  body: named(
    "WebhookReplay",
    z
      .strictObject({
        since: described(z.optional(dateTime), "All events published since this time, at most 1,000."),
        event_ids: described(
          z.optional(z.array(objectId).check(z.minLength(1), z.maxLength(REPLAY_IDS_MAX))),
          "The ids of events, up to 1,000.",
        ),
      })
      .check(z.refine(({ since, event_ids: ids }) => (since === undefined) !== (ids === undefined), "must have either since or event_ids")),
    "Which events to post again: either field.",
  ),
  response: named(
    "WebhookReplayed",
    z.object({ queued: described(z.int(), "How many events are posted again.") }),
    "The result of a replay.",
  ),
  errors: [400, 404],
  example: { body: { since: "2026-11-21T09:00:00Z" }, response: { queued: 12 } },
});
