import { sqsWakeUps } from "../../adapters/sqs/wake-ups.ts";
import { awsLimits } from "../aws-limits.ts";
import { setting } from "../env.ts";
import { log } from "../log.ts";
import type { Need } from "../needs.ts";
import { clock } from "../system.ts";

export const needs: readonly Need[] = ["sendQueue"];

/** Wakes delivery workers. */
export const wakeUps = sqsWakeUps({ queueUrl: () => setting("SEND_QUEUE_URL"), clock, log, options: awsLimits });
