import { listWebhookDeliveries as operation } from "#shared/webhooks/contract/webhook-record.ts";
import { findWebhook } from "#shared/webhooks/manage-webhooks.ts";
import { webhookDeliveryOut } from "#shared/webhooks/contract/webhooks.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { webhooks } from "#shared/webhooks/wiring/stores.ts";

const ports = { webhooks };

/** GET /v1/webhooks/{id}/deliveries. */
export const handler = endpoint(operation, async ({ userId, params, query }) => {
  await findWebhook(ports, userId, params.id);
  return (await ports.webhooks.deliveries(userId, params.id, query)).map(webhookDeliveryOut);
});
