import * as z from "zod/mini";
import { described, named, operation } from "#shared/api/operation.ts";
import { eventType } from "#shared/events/contract/event-type.ts";
import { dateTimeOut, dateTime, idParams, objectId } from "#shared/api/fields.ts";
import { tenantOut } from "#shared/api/tenant.ts";
import { offsetOrCursor, pageQuery } from "#shared/api/paging.ts";

/** Whether events are posted to it. */
export const webhookStatus = z.enum(["active", "disabled"]);

/** A webhook, without its secret. */
export const webhook = named(
  "Webhook",
  z.object({
    id: described(z.string(), "The webhook's id."),
    url: described(z.string(), "Where events are posted: https, port 443, a public address."),
    types: described(z.array(eventType), "The types of events that are posted; empty for all."),
    description: described(z.string(), "A note of yours, up to 200 characters."),
    ...tenantOut,
    status: described(webhookStatus, "`disabled`: it failed for three days, answered 410, or you switched it off."),
    verified_at: described(z.optional(dateTimeOut), "When the URL first answered a test with 2xx; absent before, while events wait."),
    failing_since: described(z.optional(dateTimeOut), "Since when every post or test has failed; absent while the last one worked."),
    last_error: described(z.string(), 'The answer to the last failed post or test, or why there was none; "" while it works.'),
    created_at: described(dateTimeOut, "When it was created, RFC 3339 in UTC."),
    updated_at: described(dateTimeOut, "When it was last changed, RFC 3339 in UTC."),
  }),
  "A URL to which events are posted.",
);

/** A new webhook, with its secret. */
export const withSecret = named(
  "MadeWebhook",
  z.object({ ...webhook.shape, secret: described(z.string(), "The signing secret, `whsec_` and base64; it is shown only once.") }),
  "A new webhook, with its secret.",
);

/** The result of one attempt. */
export const attempt = named(
  "WebhookTest",
  z.object({
    ok: described(z.boolean(), "Whether the answer's status was 2xx."),
    response_status: described(z.optional(z.int()), "The HTTP status of the last answer; absent when none came."),
    duration_ms: described(z.int(), "How long the last attempt took, in milliseconds."),
    response: described(z.string(), "The first kilobyte of the last answer, or why none came."),
  }),
  "The result of a test.",
);

/** The delivery of an event to a webhook. */
export const delivery = named(
  "WebhookDelivery",
  z.object({
    id: described(z.string(), "The delivery's id."),
    event_id: described(z.string(), "The event's id, as in the header `webhook-id`."),
    type: described(eventType, "The event's type."),
    sequence: described(z.int(), "The event's number in the feed."),
    status: described(
      z.enum(["pending", "delivered", "failed"]),
      "`pending`: another attempt follows; `failed`: it was given up after three days.",
    ),
    attempts: described(z.int(), "How often it was posted."),
    response_status: described(z.optional(z.int()), "The HTTP status of the last answer; absent when none came."),
    duration_ms: described(z.optional(z.int()), "How long the last attempt took, in milliseconds."),
    response: described(
      z.optional(z.string()),
      "The first kilobyte of the last answer, or why none came; absent before the first attempt.",
    ),
    last_attempt_at: described(z.optional(dateTimeOut), "When it was last posted, RFC 3339 in UTC."),
    created_at: described(dateTimeOut, "When it was queued, RFC 3339 in UTC."),
  }),
  "The delivery of one event to a webhook.",
);

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
