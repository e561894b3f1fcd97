import { listWebhooks as operation } from "#shared/contract/webhooks.ts";
import { webhookOut } from "#shared/mapping/webhooks.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { webhooks } from "#shared/runtime/ports/webhooks.ts";

/** GET /v1/webhooks. */
export const handler = endpoint(operation, async ({ userId, query: { tenant } }) =>
  (await webhooks.list(userId)).filter((webhook) => tenant === undefined || webhook.tenant === tenant).map(webhookOut),
);
