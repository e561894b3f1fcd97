import { sqsSyncQueue } from "../sqs-sync-queue.ts";
import type { SyncQueue } from "../ports/polls.ts";
import { awsLimits } from "#shared/platform/secret.ts";
import { setting, type Need } from "#shared/platform/env.ts";
import { log } from "#shared/platform/log.ts";
import { orWakeWorld } from "#shared/sandbox/wiring/sandbox-queue.ts";

/** What a function that contains this module needs: grants and environment variables (infra/permissions.ts). */
export const needs: readonly Need[] = ["syncQueue"];

const live = sqsSyncQueue({ queueUrl: () => setting("SYNC_QUEUE_URL"), log, options: awsLimits });

/** Queues pulls. */
export const syncQueue: SyncQueue = {
  add: (mailboxes, delaySeconds) => orWakeWorld(() => live.add(mailboxes, delaySeconds)),
};
