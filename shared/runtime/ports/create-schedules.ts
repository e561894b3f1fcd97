import type { Schedules } from "../../domain/sending/ports/wake-ups.ts";
import { awsLimits } from "../aws-limits.ts";
import { setting } from "../env.ts";
import type { Need } from "../needs.ts";

export const needs: readonly Need[] = ["createSchedules"];

const load = async (): Promise<Pick<Schedules, "create">> => {
  const { creatingSchedules } = await import("../../adapters/scheduler/schedules.ts");
  return creatingSchedules({
    options: awsLimits,
    group: () => setting("SCHEDULE_GROUP"),
    queueArn: () => setting("SEND_QUEUE_ARN"),
    roleArn: () => setting("SCHEDULE_ROLE_ARN"),
    deadLetterArn: () => setting("SCHEDULE_DLQ_ARN"),
  });
};
let loading: ReturnType<typeof load> | undefined;

/** Makes one-off schedules; loaded with the first, for few sends are due so late. */
export const schedules: Pick<Schedules, "create"> = { create: async (send) => (await (loading ??= load())).create(send) };
