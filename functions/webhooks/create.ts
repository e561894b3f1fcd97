import { createWebhook as operation } from "#shared/contract/webhooks.ts";
import { createWebhook } from "#shared/domain/webhooks/manage-webhooks.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { madeWebhookOut, webhookIn } from "#shared/mapping/webhooks.ts";
import { webhookQueue } from "#shared/runtime/queues.ts";
import { gate, webhooks } from "#shared/runtime/store.ts";
import { clock, ids } from "#shared/runtime/system.ts";

/** POST /v1/webhooks. */
export const create = (ports: Parameters<typeof createWebhook>[0] & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId, body }) => madeWebhookOut(await createWebhook(ports, userId, webhookIn(body))));

export const handler = create({ gate, webhooks, webhookQueue, clock, ids });
