import { patchWebhook as operation } from "#shared/contract/webhooks.ts";
import { changeWebhook } from "#shared/domain/webhooks/manage-webhooks.ts";
import { webhookChangesIn, webhookOut } from "#shared/mapping/webhooks.ts";
import { audited } from "#shared/runtime/audited.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { webhookQueue } from "#shared/runtime/ports/webhooks-queue.ts";
import { webhooks } from "#shared/runtime/ports/webhooks.ts";

const ports = { webhooks, webhookQueue };

/** PATCH /v1/webhooks/{id}. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, params, body }) => webhookOut(await changeWebhook(ports, userId, params.id, webhookChangesIn(body)))),
);
