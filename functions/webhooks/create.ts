import { createWebhook as operation } from "#shared/contract/webhooks.ts";
import { createWebhook } from "#shared/domain/webhooks/manage-webhooks.ts";
import { madeWebhookOut, webhookIn } from "#shared/mapping/webhooks.ts";
import { audited } from "#shared/runtime/audited.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { webhooks } from "#shared/runtime/ports/sealed-webhooks.ts";
import { webhookQueue } from "#shared/runtime/ports/webhooks-queue.ts";
import { clock, ids } from "#shared/runtime/system.ts";

const ports = { webhooks, webhookQueue, clock, ids };

/** POST /v1/webhooks. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, body }) => madeWebhookOut(await createWebhook(ports, userId, webhookIn(body)))),
);
