import { publishNews, type PublishPorts } from "../events/publish.ts";
import type { FeedEvent } from "../events/event.ts";
import type { Clock } from "../ports.ts";
import type { DueDelivery, WebhookClient, WebhookDeliveries, WebhookLease, WebhookQueue } from "./ports.ts";
import { signedHeaders } from "./sign.ts";
import { delayAfter } from "./webhook.ts";

/** What delivering to endpoints takes; `bodyOf` writes an event as the wire has it. */
export interface DeliverWebhookPorts extends PublishPorts {
  readonly webhookDeliveries: WebhookDeliveries;
  readonly webhookClient: WebhookClient;
  readonly webhookQueue: WebhookQueue;
  readonly clock: Clock;
  readonly bodyOf: (event: FeedEvent) => string;
}

/** Requests side by side at one endpoint. */
const SIDE_BY_SIDE = 5;
/** No request is begun later than this after the worker's start, ms. */
const BEGIN_WITHIN_MS = 30_000;
/** Longer than a worker can take: its last requests end 10 s after that. */
const LEASE_MS = 60_000;
/** The longest delay of a queue's message (AWS, "SendMessage"): what is due later the sweeper wakes. */
const DELAY_MAX_MS = 900_000;

/**
 * Posts what is due at one endpoint for half a minute, five events at a time; another worker goes on with what is left. A round in which
 * everything fails ends it: the endpoint rests, and costs nobody else anything.
 */
export const deliverWebhook = async (ports: DeliverWebhookPorts, webhookId: string): Promise<void> => {
  const { webhookDeliveries, webhookQueue, clock } = ports;
  const lease = await webhookDeliveries.lease(webhookId, LEASE_MS);
  if (!lease) return;
  const until = clock.now().getTime() + BEGIN_WITHIN_MS;
  let round: "failed" | "worked" = "worked";
  while (round === "worked" && clock.now().getTime() < until) {
    const due = await webhookDeliveries.due(lease, SIDE_BY_SIDE);
    if (due.length === 0) break;
    const outcomes = await Promise.all(due.map((delivery) => attempt(ports, lease, delivery)));
    round = outcomes.some(Boolean) ? "worked" : "failed";
  }
  const dueInMs = await webhookDeliveries.release(lease, round);
  if (round === "failed") await publishNews(ports, "webhooks", [webhookId]);
  if (dueInMs !== undefined && dueInMs <= DELAY_MAX_MS) await webhookQueue.wake([webhookId], dueInMs);
};

const attempt = async (ports: DeliverWebhookPorts, { webhook, secrets }: WebhookLease, delivery: DueDelivery): Promise<boolean> => {
  const { webhookClient, webhookDeliveries, clock, bodyOf } = ports;
  const body = bodyOf(delivery.event);
  const result = await webhookClient.post(webhook.url, signedHeaders(secrets, delivery.event.id, clock.now(), body), body);
  await webhookDeliveries.record(delivery, result, result.ok ? undefined : delayAfter(delivery.attempts + 1));
  return result.ok;
};

/** What the sweeper takes. */
export interface WakeForgottenPorts {
  readonly webhookDeliveries: Pick<WebhookDeliveries, "forgotten">;
  readonly webhookQueue: WebhookQueue;
}

/** Endpoints whose worker or wake was lost, ms. */
const FORGOTTEN_AFTER_MS = 60_000;

/** Every minute: wakes endpoints where something has been due for a minute. */
export const wakeForgotten = async (ports: WakeForgottenPorts): Promise<void> => {
  const found = await ports.webhookDeliveries.forgotten(FORGOTTEN_AFTER_MS);
  if (found.length > 0) await ports.webhookQueue.wake(found);
};
