import * as z from "zod/mini";
import { described, named } from "./described.ts";
import { eventType } from "./event-type.ts";
import { dateTimeOut } from "./fields.ts";
import { tenantOut } from "./tenant.ts";

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
    last_error: described(z.string(), 'What its address answered to the last of those, or why it did not; "" while it works.'),
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

/** The delivery of an event to an endpoint. */
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
    response: described(z.optional(z.string()), "The first kilobyte of the last answer, or why none came."),
    last_attempt_at: described(z.optional(dateTimeOut), "When it was last posted, RFC 3339 in UTC."),
    created_at: described(dateTimeOut, "When it was queued, RFC 3339 in UTC."),
  }),
  "The delivery of one event to a webhook.",
);
