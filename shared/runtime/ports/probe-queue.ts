import { sqsProbeQueue } from "../../adapters/sqs/sync-queue.ts";
import { setting } from "../env.ts";
import { log } from "../log.ts";
import type { Need } from "../needs.ts";

export const needs: readonly Need[] = ["probeQueue", "pollMinutes"];

/** Asks for probes, and how often a mailbox without an interval is due for one, in minutes. */
export const probeQueue = sqsProbeQueue({ queueUrl: () => setting("PROBE_QUEUE_URL"), log });
export const pollMinutes = () => setting("POLL_MINUTES");
