import { webhookJob } from "#shared/contract/queue-messages.ts";
import { deliverWebhook, type DeliverWebhookPorts } from "#shared/domain/webhooks/deliver-webhook.ts";
import { eventBody } from "#shared/mapping/events.ts";
import { log } from "#shared/runtime/log.ts";
import { newsroom } from "#shared/runtime/newsroom.ts";
import { webhookQueue } from "#shared/runtime/queues.ts";
import { sqsBatch } from "#shared/runtime/sqs-batch.ts";
import { webhookDeliveries } from "#shared/runtime/store.ts";
import { clock } from "#shared/runtime/system.ts";
import { webhookClient } from "#shared/runtime/webhooks.ts";

/** Posts what is due at the endpoint that a message of the webhooks queue names. */
export const deliverWebhooks = (ports: DeliverWebhookPorts) =>
  sqsBatch(ports.log, webhookJob, ({ webhookId }) => deliverWebhook(ports, webhookId));

export const handler = deliverWebhooks({ webhookDeliveries, webhookClient, webhookQueue, newsroom, clock, log, bodyOf: eventBody });
