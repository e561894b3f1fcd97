import { sqsWebhookQueue } from "../../adapters/sqs/webhook-queue.ts";
import { awsLimits } from "../aws-limits.ts";
import { setting } from "../env.ts";
import { log } from "../log.ts";
import type { Need } from "../needs.ts";

export const needs: readonly Need[] = ["webhooksQueue"];

/** Wakes the workers of quick webhooks. */
export const webhookQueue = sqsWebhookQueue({ queueUrl: () => setting("WEBHOOKS_QUEUE_URL"), log, options: awsLimits });
