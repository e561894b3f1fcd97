import { sqsProbeQueue } from "../../adapters/sqs/sync-queue.ts";
import { setting } from "../env.ts";
import { log } from "../log.ts";
import type { Need } from "../needs.ts";

export const needs: readonly Need[] = ["probeQueue", "pollMinutes"];

/** Queues probes; and the default poll interval, minutes. */
export const probeQueue = sqsProbeQueue({ queueUrl: () => setting("PROBE_QUEUE_URL"), log });
export const pollMinutes = () => setting("POLL_MINUTES");
