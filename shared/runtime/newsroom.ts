import { wakingNewsroom } from "../domain/webhooks/waking-newsroom.ts";
import { webhookQueue } from "./queues.ts";
import { newsroom as stored } from "./store.ts";

/** Publishes events, and wakes the endpoints that they are for. */
export const newsroom = /* @__PURE__ */ wakingNewsroom(stored, webhookQueue);
