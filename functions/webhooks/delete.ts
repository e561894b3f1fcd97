import { deleteWebhook as operation } from "#shared/contract/webhooks.ts";
import { notFound } from "#shared/domain/errors.ts";
import type { Webhooks } from "#shared/domain/webhooks/ports.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { gate, webhooks } from "#shared/runtime/store.ts";

/** DELETE /v1/webhooks/{id}. */
export const remove = (ports: { gate: Gate; webhooks: Webhooks }) =>
  endpoint(ports.gate, operation, async ({ userId, params }) => {
    if (!(await ports.webhooks.delete(userId, params.id))) throw notFound("Webhook");
    return undefined;
  });

export const handler = remove({ gate, webhooks });
