import type { Schedules } from "../../domain/sending/ports/wake-ups.ts";
import { currentWorld } from "../../domain/world.ts";
import { awsLimits } from "../aws-limits.ts";
import { setting } from "../env.ts";
import type { Need } from "../needs.ts";

export const needs: readonly Need[] = ["createSchedules"];

const load = async (): Promise<Pick<Schedules, "create">> => {
  const { creatingSchedules } = await import("../../adapters/scheduler/schedules.ts");
  return creatingSchedules({
    options: awsLimits,
    group: () => setting("SCHEDULE_GROUP"),
    queueUrl: () => setting("SEND_QUEUE_URL"),
    roleArn: () => setting("SCHEDULE_ROLE_ARN"),
    deadLetterArn: () => setting("SCHEDULE_DLQ_ARN"),
  });
};
let loading: ReturnType<typeof load> | undefined;

/** Creates one-off schedules; loaded on first use, because few sends are due so late. */
export const schedules: Pick<Schedules, "create"> = {
  create: async (send) => {
    // A test world has its agenda instead.
    if (!currentWorld()) await (await (loading ??= load())).create(send);
  },
};
