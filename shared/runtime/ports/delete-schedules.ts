import { deletingSchedules } from "../../adapters/scheduler/schedules.ts";
import { awsLimits } from "../aws-limits.ts";
import { setting } from "../env.ts";
import type { Need } from "../needs.ts";

export const needs: readonly Need[] = ["deleteSchedules"];

/** Deletes one-off schedules. */
export const schedules = deletingSchedules({ options: awsLimits, group: () => setting("SCHEDULE_GROUP") });
