import { webhookDeliveries } from "./sealed-webhooks.ts";
import type { DeliverWebhookPorts } from "../deliver-webhook.ts";
import { eventBody, testEventBody } from "#shared/events/wire.ts";
import { log } from "#shared/platform/log.ts";
import { ids, processClock } from "#shared/platform/system.ts";
import { eventOutbox } from "#shared/events/wiring.ts";
import { slowWebhookQueue } from "./slow-webhooks-queue.ts";
import { webhookClient } from "./stores.ts";
import { webhookQueue } from "./webhooks-queue.ts";

/** The dependencies of the workers of both webhook queues. */
export const webhookWorker: DeliverWebhookPorts = {
  webhookDeliveries,
  webhookClient,
  webhookQueues: { quick: webhookQueue, slow: slowWebhookQueue },
  eventOutbox,
  // The receiver compares the signature's time with a real clock, so a test world's clock must not be used.
  clock: processClock,
  ids,
  log,
  bodyOf: eventBody,
  testBodyOf: testEventBody,
};
