import { conflict, notFound } from "../errors.ts";
import { publishNews, type PublishPorts } from "../events/publish.ts";
import type { Schedules, Sends } from "./ports.ts";
import type { Send } from "./send.ts";
import { forgetSchedule } from "./wake/forget-schedule.ts";

/** What cancelling follow-ups takes. */
export interface FollowUpPorts extends PublishPorts {
  readonly sends: Pick<Sends, "cancelFollowUps">;
}

/** What cancelling takes. */
export interface CancelPorts extends FollowUpPorts {
  readonly sends: Pick<Sends, "find" | "cancel" | "cancelFollowUps">;
  readonly schedules: Pick<Schedules, "delete">;
}

/** Steps of up to 1,000 follow-ups that a request cancels; of what is left the worker cancels each when its time comes. */
const STEPS_MAX = 20;
const STEP_MAX = 1000;

/**
 * Cancels a queued or scheduled send, and with it the follow-ups that wait for it; from then on no SMTP connection is made for them (G9).
 * Throws 404, and 409 in any other state.
 */
export const cancelSend = async (ports: CancelPorts, userId: string, id: string): Promise<Send> => {
  const cancelled = await ports.sends.cancel(userId, id);
  if (!cancelled) {
    const send = await ports.sends.find(userId, id);
    if (!send) throw notFound("Send");
    throw conflict("The send cannot be cancelled", `the send is ${send.status}`);
  }
  await publishNews(ports, "sends", [id]);
  await Promise.all([forgetSchedule(ports, cancelled), cancelFollowUps(ports, userId, [id])]).catch((error: unknown) =>
    ports.log.warn("after-work of a cancelled send failed", { sendId: id, error }),
  );
  return cancelled;
};

/** Level by level, for follow-ups have follow-ups. */
export const cancelFollowUps = async (ports: FollowUpPorts, userId: string, ids: readonly string[]): Promise<void> => {
  let originals = ids;
  let level: string[] = [];
  for (let step = 0; step < STEPS_MAX && originals.length > 0; step += 1) {
    const cancelled = await ports.sends.cancelFollowUps(userId, originals);
    const ids = cancelled.map((send) => send.id);
    await publishNews(ports, "sends", ids);
    level.push(...ids);
    if (cancelled.length === STEP_MAX) continue;
    originals = level;
    level = [];
  }
};
