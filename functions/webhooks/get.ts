import { getWebhook as operation } from "#shared/contract/webhooks.ts";
import { findWebhook } from "#shared/domain/webhooks/manage-webhooks.ts";
import type { Webhooks } from "#shared/domain/webhooks/ports.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { webhookOut } from "#shared/mapping/webhooks.ts";
import { gate, webhooks } from "#shared/runtime/store.ts";

/** GET /v1/webhooks/{id}. */
export const get = (ports: { gate: Gate; webhooks: Webhooks }) =>
  endpoint(ports.gate, operation, async ({ userId, params }) => webhookOut(await findWebhook(ports, userId, params.id)));

export const handler = get({ gate, webhooks });
