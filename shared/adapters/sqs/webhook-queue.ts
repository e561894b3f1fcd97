import type { WebhookQueue } from "../../domain/webhooks/ports.ts";
import { putMessages, type QueueSettings } from "./put-messages.ts";

/** Endpoints where something is due as messages of the webhooks queue; the sweeper finds what could not be put there. */
export const sqsWebhookQueue = (settings: QueueSettings): WebhookQueue => {
  const put = putMessages(settings);
  return {
    wake: (webhookIds, afterMs = 0) =>
      put(webhookIds.map((webhookId) => ({ body: { webhookId }, delaySeconds: Math.ceil(afterMs / 1000) }))),
  };
};
