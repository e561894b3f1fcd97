import type { Newsroom } from "../events/ports.ts";
import type { WebhookQueue } from "./ports.ts";

/** A newsroom that wakes the endpoints which its events are for. */
export const wakingNewsroom = (newsroom: Newsroom, webhookQueue: WebhookQueue): Newsroom => ({
  ...newsroom,
  publish: async (source, ids) => {
    const endpoints = await newsroom.publish(source, ids);
    if (endpoints.length > 0) await webhookQueue.wake(endpoints);
    return endpoints;
  },
});
