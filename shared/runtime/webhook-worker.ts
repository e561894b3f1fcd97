import type { DeliverWebhookPorts } from "../domain/webhooks/deliver-webhook.ts";
import { eventBody, testEventBody } from "../mapping/events.ts";
import { log } from "./log.ts";
import { eventOutbox } from "./event-outbox.ts";
import { webhookQueues } from "./queues.ts";
import { webhookDeliveries } from "./store.ts";
import { clock, ids } from "./system.ts";
import { webhookClient } from "./webhooks.ts";

/** What the workers of both webhook queues take. */
export const webhookWorker: DeliverWebhookPorts = {
  webhookDeliveries,
  webhookClient,
  webhookQueues,
  eventOutbox,
  clock,
  ids,
  log,
  bodyOf: eventBody,
  testBodyOf: testEventBody,
};
