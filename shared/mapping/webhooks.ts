import type { AnswerOf, RequestOf } from "../contract/operation.ts";
import { attempt, delivery, webhook } from "../contract/webhook-record.ts";
import type { replayWebhook } from "../contract/webhook-deliveries.ts";
import { type createWebhook, patchWebhook } from "../contract/webhooks.ts";
import type { MadeWebhook } from "../domain/webhooks/manage-webhooks.ts";
import type { Attempt, Replayed, WebhookChanges } from "../domain/webhooks/ports.ts";
import type { Webhook, WebhookDelivery } from "../domain/webhooks/webhook.ts";
import { type From, fromWire, type Into, toWire } from "./wire.ts";

/** A new endpoint in the domain's form. An exception: absent or empty types mean all types. */
export const webhookIn = ({
  url,
  types = [],
  description = "",
  tenant,
}: RequestOf<typeof createWebhook>["body"]): Pick<Webhook, "url" | "types" | "description" | "tenant"> => ({
  url,
  description,
  ...(tenant !== undefined && { tenant }),
  ...(types.length > 0 && { types }),
});

/** The changes of an endpoint in the domain's form. */
export const webhookChangesIn: Into<WebhookChanges, typeof patchWebhook.body> = fromWire(patchWebhook.body);

/** An endpoint, without its secret. */
export const webhookOut: From<Webhook, typeof webhook> = toWire(webhook);

/** A new endpoint, with its secret. */
export const madeWebhookOut = ({ webhook: made, secret }: MadeWebhook): AnswerOf<typeof createWebhook> => ({ ...webhookOut(made), secret });

/** The result of one attempt. */
export const attemptOut: From<Attempt, typeof attempt> = toWire(attempt);

/** The delivery of an event to an endpoint. */
export const webhookDeliveryOut: From<WebhookDelivery, typeof delivery> = toWire(delivery);

/** Which events to post again. An exception: the API has two optional fields, the domain a union of two. */
export const replayIn = ({ since, event_ids: eventIds = [] }: RequestOf<typeof replayWebhook>["body"]): Replayed =>
  since ? { since } : { eventIds };
