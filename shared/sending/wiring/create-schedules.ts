import type { Schedules } from "../ports/wake-ups.ts";
import { currentWorld } from "#shared/platform/world.ts";
import { awsLimits } from "#shared/platform/secret.ts";
import { setting, type Need } from "#shared/platform/env.ts";

/** What a function that contains this module needs: grants and environment variables (infra/permissions.ts). */
export const needs: readonly Need[] = ["createSchedules"];

const load = async (): Promise<Pick<Schedules, "create">> => {
  const { creatingSchedules } = await import("#shared/platform/schedules.ts");
  return creatingSchedules({
    options: awsLimits,
    group: () => setting("SCHEDULE_GROUP"),
    queueUrl: () => setting("SEND_QUEUE_URL"),
    roleArn: () => setting("SCHEDULE_ROLE_ARN"),
    deadLetterArn: () => setting("SCHEDULE_DLQ_ARN"),
  });
};
let loading: ReturnType<typeof load> | undefined;

/** Creates one-off schedules; loaded on first use, because few sends need one. */
export const schedules: Pick<Schedules, "create"> = {
  create: async (send) => {
    // A test world has its agenda instead.
    if (!currentWorld()) await (await (loading ??= load())).create(send);
  },
};
