import { listWebhooks as operation, webhookOut } from "#shared/webhooks/contract/webhooks.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { webhooks } from "#shared/webhooks/wiring/stores.ts";

/** GET /v1/webhooks. */
export const handler = endpoint(operation, async ({ userId, query: { tenant } }) =>
  (await webhooks.list(userId)).filter((webhook) => tenant === undefined || webhook.tenant === tenant).map(webhookOut),
);
