import { webhookJob } from "#shared/contract/queue-messages.ts";
import { deliverWebhook, type DeliverWebhookPorts } from "#shared/domain/webhooks/deliver-webhook.ts";
import { sqsBatch } from "#shared/runtime/sqs-batch.ts";
import { webhookWorker } from "#shared/runtime/webhook-worker.ts";

/** Posts what is due at the endpoint that a message of the slow webhooks queue names. */
export const deliverSlowWebhooks = (ports: DeliverWebhookPorts) =>
  sqsBatch(ports.log, webhookJob, ({ webhookId, userId = webhookId }) => deliverWebhook(ports, { id: webhookId, userId }, "slow"));

export const handler = deliverSlowWebhooks(webhookWorker);
