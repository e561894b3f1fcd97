import type { DeliverWebhookPorts } from "../domain/webhooks/deliver-webhook.ts";
import { eventBody } from "../mapping/events.ts";
import { log } from "./log.ts";
import { newsroom } from "./newsroom.ts";
import { webhookQueues } from "./queues.ts";
import { webhookDeliveries } from "./store.ts";
import { clock } from "./system.ts";
import { webhookClient } from "./webhooks.ts";

/** What the workers of both webhook queues take. */
export const webhookWorker: DeliverWebhookPorts = {
  webhookDeliveries,
  webhookClient,
  webhookQueues,
  newsroom,
  clock,
  log,
  bodyOf: eventBody,
};
