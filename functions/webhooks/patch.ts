import { patchWebhook as operation } from "#shared/contract/webhooks.ts";
import { changeWebhook } from "#shared/domain/webhooks/manage-webhooks.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { webhookChangesIn, webhookOut } from "#shared/mapping/webhooks.ts";
import { webhookQueue } from "#shared/runtime/queues.ts";
import { gate, webhooks } from "#shared/runtime/store.ts";

/** PATCH /v1/webhooks/{id}. */
export const patch = (ports: Parameters<typeof changeWebhook>[0] & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId, params, body }) =>
    webhookOut(await changeWebhook(ports, userId, params.id, webhookChangesIn(body))),
  );

export const handler = patch({ gate, webhooks, webhookQueue });
