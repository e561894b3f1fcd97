import { creatingSchedules } from "../../adapters/scheduler/schedules.ts";
import { awsLimits } from "../aws-limits.ts";
import { setting } from "../env.ts";
import type { Need } from "../needs.ts";

export const needs: readonly Need[] = ["createSchedules"];

/** Makes one-off schedules. */
export const schedules = creatingSchedules({
  options: awsLimits,
  group: () => setting("SCHEDULE_GROUP"),
  queueArn: () => setting("SEND_QUEUE_ARN"),
  roleArn: () => setting("SCHEDULE_ROLE_ARN"),
  deadLetterArn: () => setting("SCHEDULE_DLQ_ARN"),
});
