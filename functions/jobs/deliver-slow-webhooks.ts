import { webhookJob } from "#shared/contract/queue-messages.ts";
import { deliverWebhook } from "#shared/domain/webhooks/deliver-webhook.ts";
import { webhookWorker } from "#shared/runtime/ports/webhook-worker.ts";
import { worker } from "#shared/runtime/worker.ts";

/** Posts the due events of the endpoint in a message of the slow webhooks queue. */
export const handler = worker(webhookJob, ({ webhookId, userId = webhookId }) =>
  deliverWebhook(webhookWorker, { id: webhookId, userId }, "slow"),
);
