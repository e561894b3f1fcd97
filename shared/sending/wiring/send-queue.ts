import { sqsWakeUps } from "../wake/sqs-wake-ups.ts";
import type { WakeUps } from "../ports/wake-ups.ts";
import { awsLimits } from "#shared/platform/secret.ts";
import { setting, type Need } from "#shared/platform/env.ts";
import { log } from "#shared/platform/log.ts";
import { clock } from "#shared/platform/system.ts";
import { orWakeWorld } from "#shared/sandbox/wiring/sandbox-queue.ts";

/** What a function that contains this module needs: grants and environment variables (infra/permissions.ts). */
export const needs: readonly Need[] = ["sendQueue"];

const live = sqsWakeUps({ queueUrl: () => setting("SEND_QUEUE_URL"), clock, log, options: awsLimits });

/** Wakes delivery workers. */
export const wakeUps: WakeUps = { wake: (sends) => orWakeWorld(() => live.wake(sends)) };
