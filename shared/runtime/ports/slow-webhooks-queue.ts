import { sqsWebhookQueue } from "../../adapters/sqs/webhook-queue.ts";
import { awsLimits } from "../aws-limits.ts";
import { setting } from "../env.ts";
import { log } from "../log.ts";
import type { Need } from "../needs.ts";

export const needs: readonly Need[] = ["slowWebhooksQueue"];

/** Wakes the workers of slow webhooks. */
export const slowWebhookQueue = sqsWebhookQueue({ queueUrl: () => setting("SLOWWEBHOOKS_QUEUE_URL"), log, options: awsLimits });
