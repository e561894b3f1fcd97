import { patchWebhook as operation } from "#shared/contract/webhooks.ts";
import { notFound } from "#shared/domain/errors.ts";
import type { WebhookQueue, Webhooks } from "#shared/domain/webhooks/ports.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { webhookChangesIn, webhookOut } from "#shared/mapping/webhooks.ts";
import { webhookQueue } from "#shared/runtime/queues.ts";
import { gate, webhooks } from "#shared/runtime/store.ts";

/** PATCH /v1/webhooks/{id}; one that is switched on is woken for what has waited. */
export const patch = (ports: { gate: Gate; webhooks: Webhooks; webhookQueue: WebhookQueue }) =>
  endpoint(ports.gate, operation, async ({ userId, params, body }) => {
    const changed = await ports.webhooks.update(userId, params.id, webhookChangesIn(body));
    if (!changed) throw notFound("Webhook");
    if (body.status === "active") await ports.webhookQueue.wake([changed]);
    return webhookOut(changed);
  });

export const handler = patch({ gate, webhooks, webhookQueue });
