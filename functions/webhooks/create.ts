import { createWebhook as operation, madeWebhookOut, webhookIn } from "#shared/webhooks/contract/webhooks.ts";
import { createWebhook } from "#shared/webhooks/manage-webhooks.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { webhooks } from "#shared/webhooks/wiring/sealed-webhooks.ts";
import { webhookQueue } from "#shared/webhooks/wiring/webhooks-queue.ts";
import { clock, ids } from "#shared/platform/system.ts";

const ports = { webhooks, webhookQueue, clock, ids };

/** POST /v1/webhooks. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, body }) => madeWebhookOut(await createWebhook(ports, userId, webhookIn(body)))),
);
