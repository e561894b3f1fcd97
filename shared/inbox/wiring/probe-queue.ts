import { sqsProbeQueue } from "../sqs-sync-queue.ts";
import { setting, type Need } from "#shared/platform/env.ts";
import { log } from "#shared/platform/log.ts";

export const needs: readonly Need[] = ["probeQueue", "pollMinutes"];

/** The queue of polls. `pollMinutes`: the default poll interval. */
export const probeQueue = sqsProbeQueue({ queueUrl: () => setting("PROBE_QUEUE_URL"), log });
export const pollMinutes = () => setting("POLL_MINUTES");
