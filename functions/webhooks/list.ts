import { listWebhooks as operation } from "#shared/contract/webhooks.ts";
import type { Webhooks } from "#shared/domain/webhooks/ports.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { webhookOut } from "#shared/mapping/webhooks.ts";
import { gate, webhooks } from "#shared/runtime/store.ts";

/** GET /v1/webhooks. */
export const list = (ports: { gate: Gate; webhooks: Webhooks }) =>
  endpoint(ports.gate, operation, async ({ userId }) => (await ports.webhooks.list(userId)).map(webhookOut));

export const handler = list({ gate, webhooks });
