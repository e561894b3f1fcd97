import { getWebhook as operation, webhookOut } from "#shared/webhooks/contract/webhooks.ts";
import { findWebhook } from "#shared/webhooks/manage-webhooks.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { webhooks } from "#shared/webhooks/wiring/stores.ts";

const ports = { webhooks };

/** GET /v1/webhooks/{id}. */
export const handler = endpoint(operation, async ({ userId, params }) => webhookOut(await findWebhook(ports, userId, params.id)));
