import { webhookJob } from "#shared/contract/queue-messages.ts";
import { deliverWebhook, type DeliverWebhookPorts } from "#shared/domain/webhooks/deliver-webhook.ts";
import { sqsBatch } from "#shared/runtime/sqs-batch.ts";
import { webhookWorker } from "#shared/runtime/webhook-worker.ts";

/** Posts what is due at the endpoint that a message of the webhooks queue names. */
export const deliverWebhooks = (ports: DeliverWebhookPorts) =>
  sqsBatch(ports.log, webhookJob, ({ webhookId, userId = webhookId }) => deliverWebhook(ports, { id: webhookId, userId }, "quick"));

export const handler = deliverWebhooks(webhookWorker);
