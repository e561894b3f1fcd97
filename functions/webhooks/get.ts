import { getWebhook as operation } from "#shared/contract/webhooks.ts";
import { findWebhook } from "#shared/domain/webhooks/manage-webhooks.ts";
import { webhookOut } from "#shared/mapping/webhooks.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { webhooks } from "#shared/runtime/ports/webhooks.ts";

const ports = { webhooks };

/** GET /v1/webhooks/{id}. */
export const handler = endpoint(operation, async ({ userId, params }) => webhookOut(await findWebhook(ports, userId, params.id)));
