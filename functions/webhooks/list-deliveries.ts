import { listWebhookDeliveries as operation } from "#shared/contract/webhook-deliveries.ts";
import { findWebhook } from "#shared/domain/webhooks/manage-webhooks.ts";
import { webhookDeliveryOut } from "#shared/mapping/webhooks.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { webhooks } from "#shared/runtime/ports/webhooks.ts";

const ports = { webhooks };

/** GET /v1/webhooks/{id}/deliveries. */
export const handler = endpoint(operation, async ({ userId, params, query }) => {
  await findWebhook(ports, userId, params.id);
  return (await ports.webhooks.deliveries(userId, params.id, query)).map(webhookDeliveryOut);
});
