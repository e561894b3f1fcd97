import { deletingSchedules } from "#shared/platform/schedules.ts";
import type { Schedules } from "../ports/wake-ups.ts";
import { currentWorld } from "#shared/platform/world.ts";
import { awsLimits } from "#shared/platform/secret.ts";
import { setting, type Need } from "#shared/platform/env.ts";

/** What a function that contains this module needs: grants and environment variables (infra/permissions.ts). */
export const needs: readonly Need[] = ["deleteSchedules"];

const live = deletingSchedules({ options: awsLimits, group: () => setting("SCHEDULE_GROUP") });

/** Deletes one-off schedules; a test world has none. */
export const schedules: Pick<Schedules, "delete"> = {
  delete: async (...asked) => {
    if (!currentWorld()) await live.delete(...asked);
  },
};
