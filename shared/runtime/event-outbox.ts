import { wakingEventOutbox } from "../domain/webhooks/waking-event-outbox.ts";
import { webhookQueue } from "./queues.ts";
import { eventOutbox as stored } from "./store.ts";

/** Publishes events, and wakes the endpoints that they are for. */
export const eventOutbox = /* @__PURE__ */ wakingEventOutbox(stored, webhookQueue);
