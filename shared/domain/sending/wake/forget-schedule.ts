import type { Log } from "../../ports.ts";
import type { Schedules } from "../ports/wake-ups.ts";
import type { Send } from "../send.ts";
import { QUEUE_DELAY_MAX_SECONDS } from "./plan-wakes.ts";

/** Deletes the schedule of a send that will not leave at its time. Never throws: a schedule that fires then does no harm. */
export const forgetSchedule = async (
  { schedules, log }: { readonly schedules: Pick<Schedules, "delete">; readonly log: Log },
  { id, scheduledAt, createdAt }: Send,
): Promise<void> => {
  if (!scheduledAt || scheduledAt.getTime() - createdAt.getTime() <= QUEUE_DELAY_MAX_SECONDS * 1000) return;
  await schedules.delete(id, scheduledAt).catch((error: unknown) => log.warn("a schedule could not be deleted", { sendId: id, error }));
};
