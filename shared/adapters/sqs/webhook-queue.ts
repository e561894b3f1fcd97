import type { WebhookQueue } from "../../domain/webhooks/ports.ts";
import { putMessages, type QueueSettings } from "./put-messages.ts";

/** Endpoints where something is due as messages of the webhooks queue; the sweeper finds what could not be put there. */
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
