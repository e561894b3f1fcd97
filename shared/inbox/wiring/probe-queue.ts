import { sqsProbeQueue } from "../sqs-sync-queue.ts";
import { setting, type Need } from "#shared/platform/env.ts";
import { log } from "#shared/platform/log.ts";

/** What a function that contains this module needs: grants and environment variables (infra/permissions.ts). */
export const needs: readonly Need[] = ["probeQueue", "pollMinutes"];

/** The queue of polls. `pollMinutes`: the default poll interval. */
export const probeQueue = sqsProbeQueue({ queueUrl: () => setting("PROBE_QUEUE_URL"), log });
/** The default poll interval, minutes. */
export const pollMinutes = () => setting("POLL_MINUTES");
