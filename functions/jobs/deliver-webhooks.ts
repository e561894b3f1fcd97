import { webhookJob } from "#shared/contract/queue-messages.ts";
import { withinShare } from "#shared/domain/fair-shares.ts";
import { deliverWebhook } from "#shared/domain/webhooks/deliver-webhook.ts";
import { webhookWorker } from "#shared/runtime/ports/webhook-worker.ts";
import { workerPool } from "#shared/runtime/ports/worker-pools.ts";
import { worker } from "#shared/runtime/worker.ts";

const pool = workerPool("webhooks", ({ account: userId, what: id }) => webhookWorker.webhookQueues.quick.wake([{ id, userId }]));

/** Posts the due events of the endpoint in a message of the webhooks queue. */
export const handler = worker(webhookJob, ({ webhookId, userId = webhookId }) =>
  withinShare(pool, { account: userId, what: webhookId }, () => deliverWebhook(webhookWorker, { id: webhookId, userId }, "quick")),
);
