import { testWebhook as operation, attemptOut } from "#shared/webhooks/contract/webhooks.ts";
import { tryWebhook } from "#shared/webhooks/manage-webhooks.ts";
import { testEventBody } from "#shared/events/wire.ts";
import { outsideEndpoint } from "#shared/accounts/wiring/outside-calls.ts";
import { webhookDeliveries, webhooks } from "#shared/webhooks/wiring/sealed-webhooks.ts";
import { webhookClient } from "#shared/webhooks/wiring/stores.ts";
import { webhookQueue } from "#shared/webhooks/wiring/webhooks-queue.ts";
import { ids, processClock } from "#shared/platform/system.ts";

const ports = { webhooks, webhookDeliveries, webhookClient, webhookQueue, clock: processClock, ids, testBodyOf: testEventBody };

/** POST /v1/webhooks/{id}/test. */
export const handler = outsideEndpoint(operation, async ({ userId, params }) => attemptOut(await tryWebhook(ports, userId, params.id)));
