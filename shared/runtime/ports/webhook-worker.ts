import type { DeliverWebhookPorts } from "../../domain/webhooks/deliver-webhook.ts";
import { eventBody, testEventBody } from "../../mapping/events.ts";
import { log } from "../log.ts";
import { clock, ids } from "../system.ts";
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
  clock,
  ids,
  log,
  bodyOf: eventBody,
  testBodyOf: testEventBody,
};
