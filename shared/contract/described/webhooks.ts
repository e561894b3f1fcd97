import {
  createWebhook,
  getWebhook,
  listWebhookDeliveries,
  patchWebhook,
  replayWebhook,
  rotateWebhookSecret,
  testWebhook,
} from "../webhooks.ts";
import { type Described, object, page, query } from "./described.ts";

const wanted = {
  url: "Where events are posted: https, port 443, a public address.",
  types: "The types of events to post; all types when absent or empty.",
  description: "A note of yours, up to 200 characters.",
};
const webhook = {
  id: "The webhook's id.",
  url: wanted.url,
  types: "The types of events that are posted; empty for all.",
  description: wanted.description,
  status: "`disabled`: it failed for three days, or you switched it off.",
  created_at: "When it was made, RFC 3339 in UTC.",
  updated_at: "When it was last changed, RFC 3339 in UTC.",
};
const secret = "The secret that signs, `whsec_` and base64; it is shown this once.";
const answer = {
  response_status: "The HTTP status of the last answer; absent when none came.",
  duration_ms: "How long the last attempt took, in milliseconds.",
  response: "The first kilobyte of the last answer, or why none came.",
};

/** The words of webhooks. */
export const webhooks: readonly Described[] = [
  object("NewWebhook", createWebhook.body, "An address that wants events.", wanted),
  object("WebhookChanges", patchWebhook.body, "What to change of a webhook.", {
    ...wanted,
    status: "`disabled` switches it off, `active` on again: what has waited is posted then.",
  }),
  object("Webhook", getWebhook.response, "An address that events are posted to.", webhook),
  object("MadeWebhook", createWebhook.response, "A webhook that was just made, with its secret.", { ...webhook, secret }),
  object("WebhookSecret", rotateWebhookSecret.response, "A new secret; for 24 hours the one before it signs too.", { secret }),
  object("WebhookTest", testWebhook.response, "What came of a test.", { ok: "Whether the answer's status was 2xx.", ...answer }),
  query(listWebhookDeliveries.query, page),
  object("WebhookDelivery", listWebhookDeliveries.response.def.element, "What became of one event at a webhook.", {
    id: "The delivery's id.",
    event_id: "The event's id, as in the header `webhook-id`.",
    type: "The event's type.",
    sequence: "The event's number in the feed.",
    status: "`pending`: another attempt follows; `failed`: it was given up after three days.",
    attempts: "How often it was posted.",
    ...answer,
    last_attempt_at: "When it was last posted, RFC 3339 in UTC.",
    created_at: "When it was queued, RFC 3339 in UTC.",
  }),
  object("WebhookReplay", replayWebhook.body, "Which events to post again: either field.", {
    since: "All events published since then, 1,000 at most.",
    event_ids: "The ids of events, up to 1,000.",
  }),
  object("WebhookReplayed", replayWebhook.response, "What a replay queued.", { queued: "How many events are posted again." }),
];
