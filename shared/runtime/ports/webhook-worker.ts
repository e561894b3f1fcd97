import type { DeliverWebhookPorts } from "../../domain/webhooks/deliver-webhook.ts";
import { eventBody, testEventBody } from "../../mapping/events.ts";
import { log } from "../log.ts";
import { ids, processClock } from "../system.ts";
import { eventOutbox } from "./event-outbox.ts";
import { webhookDeliveries } from "./sealed-webhooks.ts";
import { slowWebhookQueue } from "./slow-webhooks-queue.ts";
import { webhookClient } from "./webhook-client.ts";
import { webhookQueue } from "./webhooks-queue.ts";

/** The ports of the workers of both webhook queues. */
export const webhookWorker: DeliverWebhookPorts = {
  webhookDeliveries,
  webhookClient,
  webhookQueues: { quick: webhookQueue, slow: slowWebhookQueue },
  eventOutbox,
  // Whoever is posted to compares the signature's time with a clock of the real world.
  clock: processClock,
  ids,
  log,
  bodyOf: eventBody,
  testBodyOf: testEventBody,
};
