import { sqsWakeUps } from "../../adapters/sqs/wake-ups.ts";
import type { WakeUps } from "../../domain/sending/ports/wake-ups.ts";
import { awsLimits } from "../aws-limits.ts";
import { setting } from "../env.ts";
import { log } from "../log.ts";
import type { Need } from "../needs.ts";
import { clock } from "../system.ts";
import { orWakeWorld } from "./sandbox-queue.ts";

export const needs: readonly Need[] = ["sendQueue"];

const live = sqsWakeUps({ queueUrl: () => setting("SEND_QUEUE_URL"), clock, log, options: awsLimits });

/** Wakes delivery workers. */
export const wakeUps: WakeUps = { wake: (sends) => orWakeWorld(() => live.wake(sends)) };
