import { testWebhook as operation } from "#shared/contract/webhooks.ts";
import { tryWebhook, type WebhookPorts } from "#shared/domain/webhooks/manage-webhooks.ts";
import type { WebhookClient } from "#shared/domain/webhooks/ports.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { testEventBody } from "#shared/mapping/events.ts";
import { attemptOut } from "#shared/mapping/webhooks.ts";
import { webhookClient } from "#shared/runtime/webhooks.ts";
import { gate, webhooks } from "#shared/runtime/store.ts";
import { clock, ids } from "#shared/runtime/system.ts";

/** POST /v1/webhooks/{id}/test. */
export const test = (ports: WebhookPorts & { gate: Gate; webhookClient: WebhookClient }) =>
  endpoint(ports.gate, operation, async ({ userId, params }) => attemptOut(await tryWebhook(ports, userId, params.id, testEventBody)));

export const handler = test({ gate, webhooks, webhookClient, clock, ids });
