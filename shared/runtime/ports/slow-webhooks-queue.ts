import { sqsWebhookQueue } from "../../adapters/sqs/webhook-queue.ts";
import type { WebhookQueue } from "../../domain/webhooks/ports.ts";
import { awsLimits } from "../aws-limits.ts";
import { setting } from "../env.ts";
import { log } from "../log.ts";
import type { Need } from "../needs.ts";
import { orWakeWorld } from "./sandbox-queue.ts";

export const needs: readonly Need[] = ["slowWebhooksQueue"];

const live = sqsWebhookQueue({ queueUrl: () => setting("SLOWWEBHOOKS_QUEUE_URL"), log, options: awsLimits });

/** Wakes the workers of slow webhooks. */
export const slowWebhookQueue: WebhookQueue = { wake: (endpoints, afterMs) => orWakeWorld(() => live.wake(endpoints, afterMs)) };
