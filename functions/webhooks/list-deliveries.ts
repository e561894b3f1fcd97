import { listWebhookDeliveries as operation } from "#shared/contract/webhooks.ts";
import { findWebhook } from "#shared/domain/webhooks/manage-webhooks.ts";
import type { Webhooks } from "#shared/domain/webhooks/ports.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { webhookDeliveryOut } from "#shared/mapping/webhooks.ts";
import { gate, webhooks } from "#shared/runtime/store.ts";

/** GET /v1/webhooks/{id}/deliveries. */
export const listDeliveries = (ports: { gate: Gate; webhooks: Webhooks }) =>
  endpoint(ports.gate, operation, async ({ userId, params, query }) => {
    await findWebhook(ports, userId, params.id);
    return (await ports.webhooks.deliveries(userId, params.id, query)).map(webhookDeliveryOut);
  });

export const handler = listDeliveries({ gate, webhooks });
