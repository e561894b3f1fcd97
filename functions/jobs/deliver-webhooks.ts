import { webhookJob } from "#shared/service/queue-messages.ts";
import { withinShare } from "#shared/platform/fair-shares.ts";
import { deliverWebhook } from "#shared/webhooks/deliver-webhook.ts";
import { webhookWorker } from "#shared/webhooks/wiring/webhook-worker.ts";
import { workerPool } from "#shared/platform/wiring/worker-pools.ts";
import { worker } from "#shared/service/job.ts";

const pool = workerPool("webhooks", ({ account: userId, what: id }) => webhookWorker.webhookQueues.quick.wake([{ id, userId }]));

/** Posts the due events of the endpoint in a message of the webhooks queue. */
export const handler = worker(webhookJob, ({ webhookId, userId = webhookId }) =>
  withinShare(pool, { account: userId, what: webhookId }, () => deliverWebhook(webhookWorker, { id: webhookId, userId }, "quick")),
);
