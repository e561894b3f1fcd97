import { patchWebhook as operation, webhookChangesIn, webhookOut } from "#shared/webhooks/contract/webhooks.ts";
import { changeWebhook } from "#shared/webhooks/manage-webhooks.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { webhookQueue } from "#shared/webhooks/wiring/webhooks-queue.ts";
import { webhooks } from "#shared/webhooks/wiring/stores.ts";

const ports = { webhooks, webhookQueue };

/** PATCH /v1/webhooks/{id}. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, params, body }) => webhookOut(await changeWebhook(ports, userId, params.id, webhookChangesIn(body)))),
);
