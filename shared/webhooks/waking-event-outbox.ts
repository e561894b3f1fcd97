import type { EventOutbox } from "#shared/events/publish.ts";
import type { WebhookQueue } from "./webhook.ts";

/** An event outbox that wakes the webhooks that receive the published events. */
export const wakingEventOutbox = (eventOutbox: EventOutbox, webhookQueue: WebhookQueue): EventOutbox => ({
  ...eventOutbox,
  publish: async (source, ids) => {
    const endpoints = await eventOutbox.publish(source, ids);
    if (endpoints.length > 0) await webhookQueue.wake(endpoints);
    return endpoints;
  },
});
