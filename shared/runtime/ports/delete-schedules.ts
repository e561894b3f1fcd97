import { deletingSchedules } from "../../adapters/scheduler/schedules.ts";
import type { Schedules } from "../../domain/sending/ports/wake-ups.ts";
import { currentWorld } from "../../domain/world.ts";
import { awsLimits } from "../aws-limits.ts";
import { setting } from "../env.ts";
import type { Need } from "../needs.ts";

export const needs: readonly Need[] = ["deleteSchedules"];

const live = deletingSchedules({ options: awsLimits, group: () => setting("SCHEDULE_GROUP") });

/** Deletes one-off schedules; a test world has none. */
export const schedules: Pick<Schedules, "delete"> = {
  delete: async (...asked) => {
    if (!currentWorld()) await live.delete(...asked);
  },
};
