import { webhookJob } from "#shared/contract/queue-messages.ts";
import { deliverWebhook } from "#shared/domain/webhooks/deliver-webhook.ts";
import { webhookWorker } from "#shared/runtime/ports/webhook-worker.ts";
import { worker } from "#shared/runtime/worker.ts";

/** Posts what is due at the endpoint that a message of the slow webhooks queue names. */
export const handler = worker(webhookJob, ({ webhookId, userId = webhookId }) =>
  deliverWebhook(webhookWorker, { id: webhookId, userId }, "slow"),
);
