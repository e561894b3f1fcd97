import { replayWebhook as operation } from "#shared/webhooks/contract/webhook-record.ts";
import { replayEvents } from "#shared/webhooks/manage-webhooks.ts";
import { replayIn } from "#shared/webhooks/contract/webhooks.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { rateLimits } from "#shared/accounts/wiring/stores.ts";
import { webhookQueue } from "#shared/webhooks/wiring/webhooks-queue.ts";
import { webhooks } from "#shared/webhooks/wiring/stores.ts";

const ports = { webhooks, webhookQueue, rateLimits };

/** POST /v1/webhooks/{id}/replay. */
export const handler = endpoint(operation, async ({ userId, params, body }) => ({
  queued: await replayEvents(ports, userId, params.id, replayIn(body)),
}));
