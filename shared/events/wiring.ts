import { mongoEventOutbox } from "./store/event-outbox.ts";
import { wakingEventOutbox } from "#shared/webhooks/waking-event-outbox.ts";
import { connect, bodyDays } from "#shared/platform/wiring/database.ts";
import { webhookQueue } from "#shared/webhooks/wiring/webhooks-queue.ts";
import { mongoFeeds } from "./store/feeds.ts";

/** Publishes events, and wakes their webhooks. */
export const eventOutbox = /* @__PURE__ */ wakingEventOutbox(/* @__PURE__ */ mongoEventOutbox(connect, bodyDays), webhookQueue);

/** The feed of events. */
export const feeds = /* @__PURE__ */ mongoFeeds(connect);
