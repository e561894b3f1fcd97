import { mongoEventOutbox } from "../../adapters/mongo/events/event-outbox.ts";
import { wakingEventOutbox } from "../../domain/webhooks/waking-event-outbox.ts";
import { connect, keptDays } from "./database.ts";
import { webhookQueue } from "./webhooks-queue.ts";

/** Publishes events, and wakes their webhooks. */
export const eventOutbox = wakingEventOutbox(mongoEventOutbox(connect, keptDays), webhookQueue);
