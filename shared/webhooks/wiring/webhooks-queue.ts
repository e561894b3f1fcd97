import { sqsWebhookQueue } from "../sqs-webhook-queue.ts";
import type { WebhookQueue } from "../webhook.ts";
import { awsLimits } from "#shared/platform/secret.ts";
import { setting, type Need } from "#shared/platform/env.ts";
import { log } from "#shared/platform/log.ts";
import { orWakeWorld } from "#shared/sandbox/wiring/sandbox-queue.ts";

/** What a function that contains this module needs: grants and environment variables (infra/permissions.ts). */
export const needs: readonly Need[] = ["webhooksQueue"];

const live = sqsWebhookQueue({ queueUrl: () => setting("WEBHOOKS_QUEUE_URL"), log, options: awsLimits });

/** Wakes the workers of quick webhooks. */
export const webhookQueue: WebhookQueue = { wake: (endpoints, afterMs) => orWakeWorld(() => live.wake(endpoints, afterMs)) };
