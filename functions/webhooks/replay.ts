import { replayWebhook as operation } from "#shared/contract/webhook-deliveries.ts";
import { replayEvents } from "#shared/domain/webhooks/manage-webhooks.ts";
import { replayIn } from "#shared/mapping/webhooks.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { rateLimits } from "#shared/runtime/ports/access.ts";
import { webhookQueue } from "#shared/runtime/ports/webhooks-queue.ts";
import { webhooks } from "#shared/runtime/ports/webhooks.ts";

const ports = { webhooks, webhookQueue, rateLimits };

/** POST /v1/webhooks/{id}/replay. */
export const handler = endpoint(operation, async ({ userId, params, body }) => ({
  queued: await replayEvents(ports, userId, params.id, replayIn(body)),
}));
