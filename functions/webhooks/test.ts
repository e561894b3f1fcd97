import { testWebhook as operation } from "#shared/contract/webhooks.ts";
import { tryWebhook } from "#shared/domain/webhooks/manage-webhooks.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { testEventBody } from "#shared/mapping/events.ts";
import { attemptOut } from "#shared/mapping/webhooks.ts";
import { webhookQueue } from "#shared/runtime/queues.ts";
import { gate, webhookDeliveries, webhooks } from "#shared/runtime/store.ts";
import { clock, ids } from "#shared/runtime/system.ts";
import { webhookClient } from "#shared/runtime/webhooks.ts";

/** POST /v1/webhooks/{id}/test. */
export const test = (ports: Parameters<typeof tryWebhook>[0] & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId, params }) => attemptOut(await tryWebhook(ports, userId, params.id)));

export const handler = test({ gate, webhooks, webhookDeliveries, webhookClient, webhookQueue, clock, ids, testBodyOf: testEventBody });
