import { sqsSyncQueue } from "../../adapters/sqs/sync-queue.ts";
import { awsLimits } from "../aws-limits.ts";
import { setting } from "../env.ts";
import { log } from "../log.ts";
import type { Need } from "../needs.ts";

export const needs: readonly Need[] = ["syncQueue"];

/** Queues pulls. */
export const syncQueue = sqsSyncQueue({ queueUrl: () => setting("SYNC_QUEUE_URL"), log, options: awsLimits });
