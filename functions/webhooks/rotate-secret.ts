import { rotateWebhookSecret as operation } from "#shared/contract/webhooks.ts";
import { rotateSecret } from "#shared/domain/webhooks/manage-webhooks.ts";
import type { Webhooks } from "#shared/domain/webhooks/ports.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { gate, webhooks } from "#shared/runtime/store.ts";

/** POST /v1/webhooks/{id}/rotate-secret. */
export const rotate = (ports: { gate: Gate; webhooks: Webhooks }) =>
  endpoint(ports.gate, operation, async ({ userId, params }) => ({ secret: await rotateSecret(ports, userId, params.id) }));

export const handler = rotate({ gate, webhooks });
