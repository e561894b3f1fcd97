import { replayWebhook as operation } from "#shared/contract/webhooks.ts";
import { replayEvents } from "#shared/domain/webhooks/manage-webhooks.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { replayIn } from "#shared/mapping/webhooks.ts";
import { webhookQueue } from "#shared/runtime/queues.ts";
import { gate, rateLimits, webhooks } from "#shared/runtime/store.ts";

/** POST /v1/webhooks/{id}/replay. */
export const replay = (ports: Parameters<typeof replayEvents>[0] & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId, params, body }) => ({
    queued: await replayEvents(ports, userId, params.id, replayIn(body)),
  }));

export const handler = replay({ gate, webhooks, webhookQueue, rateLimits });
