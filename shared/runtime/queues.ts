import { eventBridgeSchedules } from "../adapters/scheduler/schedules.ts";
import { sqsProbeQueue, sqsSyncQueue } from "../adapters/sqs/sync-queue.ts";
import { sqsWebhookQueue } from "../adapters/sqs/webhook-queue.ts";
import { sqsWakeUps } from "../adapters/sqs/wake-ups.ts";
import { awsLimits } from "./aws-limits.ts";
import { setting } from "./env.ts";
import { log } from "./log.ts";
import { clock } from "./system.ts";

export const wakeUps = /* @__PURE__ */ sqsWakeUps({
  queueUrl: () => setting("SEND_QUEUE_URL"),
  clock,
  log,
  options: awsLimits,
});
export const webhookQueue = /* @__PURE__ */ sqsWebhookQueue({ queueUrl: () => setting("WEBHOOKS_QUEUE_URL"), log, options: awsLimits });
export const webhookQueues = {
  quick: webhookQueue,
  slow: /* @__PURE__ */ sqsWebhookQueue({ queueUrl: () => setting("SLOWWEBHOOKS_QUEUE_URL"), log, options: awsLimits }),
};
export const syncQueue = /* @__PURE__ */ sqsSyncQueue({ queueUrl: () => setting("SYNC_QUEUE_URL"), log, options: awsLimits });
export const probeQueue = /* @__PURE__ */ sqsProbeQueue({ queueUrl: () => setting("PROBE_QUEUE_URL"), log });
export const schedules = /* @__PURE__ */ eventBridgeSchedules({
  options: awsLimits,
  group: () => setting("SCHEDULE_GROUP"),
  queueArn: () => setting("SEND_QUEUE_ARN"),
  roleArn: () => setting("SCHEDULE_ROLE_ARN"),
  deadLetterArn: () => setting("SCHEDULE_DLQ_ARN"),
});
