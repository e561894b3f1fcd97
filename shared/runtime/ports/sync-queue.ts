import { sqsSyncQueue } from "../../adapters/sqs/sync-queue.ts";
import type { SyncQueue } from "../../domain/inbox/ports/polls.ts";
import { awsLimits } from "../aws-limits.ts";
import { setting } from "../env.ts";
import { log } from "../log.ts";
import type { Need } from "../needs.ts";
import { orWakeWorld } from "./sandbox-queue.ts";

export const needs: readonly Need[] = ["syncQueue"];

const live = sqsSyncQueue({ queueUrl: () => setting("SYNC_QUEUE_URL"), log, options: awsLimits });

/** Queues pulls. */
export const syncQueue: SyncQueue = { add: (mailboxes) => orWakeWorld(() => live.add(mailboxes)) };
