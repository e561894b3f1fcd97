import { testWebhook as operation } from "#shared/contract/webhooks.ts";
import { tryWebhook } from "#shared/domain/webhooks/manage-webhooks.ts";
import { testEventBody } from "#shared/mapping/events.ts";
import { attemptOut } from "#shared/mapping/webhooks.ts";
import { outsideEndpoint } from "#shared/runtime/outside-endpoint.ts";
import { webhookDeliveries, webhooks } from "#shared/runtime/ports/sealed-webhooks.ts";
import { webhookClient } from "#shared/runtime/ports/webhook-client.ts";
import { webhookQueue } from "#shared/runtime/ports/webhooks-queue.ts";
import { ids, processClock } from "#shared/runtime/system.ts";

const ports = { webhooks, webhookDeliveries, webhookClient, webhookQueue, clock: processClock, ids, testBodyOf: testEventBody };

/** POST /v1/webhooks/{id}/test. */
export const handler = outsideEndpoint(operation, async ({ userId, params }) => attemptOut(await tryWebhook(ports, userId, params.id)));
