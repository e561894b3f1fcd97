import type { AnswerOf, RequestOf } from "../contract/operation.ts";
import type { createWebhook, getWebhook, listWebhookDeliveries, patchWebhook, replayWebhook, testWebhook } from "../contract/webhooks.ts";
import type { MadeWebhook } from "../domain/webhooks/manage-webhooks.ts";
import type { Attempt, Replayed, WebhookChanges } from "../domain/webhooks/ports.ts";
import type { Webhook, WebhookDelivery } from "../domain/webhooks/webhook.ts";
import { dateOut } from "./dates.ts";

/** A new endpoint as its user wants it; no types, or none named, are all. */
export const webhookIn = ({
  url,
  types = [],
  description = "",
}: RequestOf<typeof createWebhook>["body"]): Pick<Webhook, "url" | "types" | "description"> => ({
  url,
  description,
  ...(types.length > 0 && { types }),
});

/** What is to be changed of an endpoint. */
export const webhookChangesIn = ({ url, types, description, status }: RequestOf<typeof patchWebhook>["body"]): WebhookChanges => ({
  ...(url !== undefined && { url }),
  ...(types !== undefined && { types }),
  ...(description !== undefined && { description }),
  ...(status !== undefined && { status }),
});

/** An endpoint, never its secret. */
export const webhookOut = ({
  id,
  url,
  types = [],
  description,
  status,
  verifiedAt,
  createdAt,
  updatedAt,
}: Webhook): AnswerOf<typeof getWebhook> => ({
  id,
  url,
  types: [...types],
  description,
  status,
  verified_at: verifiedAt && dateOut(verifiedAt),
  created_at: dateOut(createdAt),
  updated_at: dateOut(updatedAt),
});

/** An endpoint that was just made, with its secret. */
export const madeWebhookOut = ({ webhook, secret }: MadeWebhook): AnswerOf<typeof createWebhook> => ({ ...webhookOut(webhook), secret });

/** What came of one attempt. */
export const attemptOut = ({ ok, responseStatus, durationMs, response }: Attempt): AnswerOf<typeof testWebhook> => ({
  ok,
  response_status: responseStatus,
  duration_ms: durationMs,
  response,
});

/** What became of an event at an endpoint. */
export const webhookDeliveryOut = (delivery: WebhookDelivery): AnswerOf<typeof listWebhookDeliveries>[number] => ({
  id: delivery.id,
  event_id: delivery.eventId,
  type: delivery.type,
  sequence: delivery.sequence,
  status: delivery.status,
  attempts: delivery.attempts,
  response_status: delivery.responseStatus,
  duration_ms: delivery.durationMs,
  response: delivery.response,
  last_attempt_at: delivery.lastAttemptAt && dateOut(delivery.lastAttemptAt),
  created_at: dateOut(delivery.createdAt),
});

/** Which events are to be posted again. */
export const replayIn = ({ since, event_ids: eventIds = [] }: RequestOf<typeof replayWebhook>["body"]): Replayed =>
  since ? { since } : { eventIds };
