import type { AnswerOf, RequestOf } from "../contract/operation.ts";
import { attempt, delivery, webhook } from "../contract/webhook-record.ts";
import { type createWebhook, patchWebhook, type replayWebhook } from "../contract/webhooks.ts";
import type { MadeWebhook } from "../domain/webhooks/manage-webhooks.ts";
import type { Attempt, Replayed, WebhookChanges } from "../domain/webhooks/ports.ts";
import type { Webhook, WebhookDelivery } from "../domain/webhooks/webhook.ts";
import { type From, fromWire, type Into, toWire } from "./wire.ts";

/** A new endpoint as its user wants it. An exception: no types, or none named, are all. */
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
export const webhookChangesIn: Into<WebhookChanges, typeof patchWebhook.body> = fromWire(patchWebhook.body);

/** An endpoint, never its secret. */
export const webhookOut: From<Webhook, typeof webhook> = toWire(webhook);

/** An endpoint that was just made, with its secret. */
export const madeWebhookOut = ({ webhook: made, secret }: MadeWebhook): AnswerOf<typeof createWebhook> => ({ ...webhookOut(made), secret });

/** What came of one attempt. */
export const attemptOut: From<Attempt, typeof attempt> = toWire(attempt);

/** What became of an event at an endpoint. */
export const webhookDeliveryOut: From<WebhookDelivery, typeof delivery> = toWire(delivery);

/** Which events are to be posted again. An exception: the wire has two optional fields, the domain one of two. */
export const replayIn = ({ since, event_ids: eventIds = [] }: RequestOf<typeof replayWebhook>["body"]): Replayed =>
  since ? { since } : { eventIds };
