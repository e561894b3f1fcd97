import type { WebhookQueue } from "./webhook.ts";
import { putMessages, type QueueSettings } from "#shared/platform/put-messages.ts";

/** Sends webhooks with due deliveries to the webhooks queue; the sweeper finds those that could not be sent. */
export const sqsWebhookQueue = (settings: QueueSettings): WebhookQueue => {
  const put = putMessages(settings);
  return {
    wake: (endpoints, afterMs = 0) =>
      put(
        endpoints.map(({ id: webhookId, userId }) => ({
          body: { webhookId, userId },
          tenant: userId,
          delaySeconds: Math.ceil(afterMs / 1000),
        })),
      ),
  };
};
