import { createWebhook as operation } from "#shared/contract/webhooks.ts";
import { createWebhook, type WebhookPorts } from "#shared/domain/webhooks/manage-webhooks.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { madeWebhookOut, webhookIn } from "#shared/mapping/webhooks.ts";
import { gate, webhooks } from "#shared/runtime/store.ts";
import { clock, ids } from "#shared/runtime/system.ts";

/** POST /v1/webhooks. */
export const create = (ports: WebhookPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId, body }) => madeWebhookOut(await createWebhook(ports, userId, webhookIn(body))));

export const handler = create({ gate, webhooks, clock, ids });
