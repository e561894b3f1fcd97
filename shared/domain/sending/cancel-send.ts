import { conflict, notFound } from "../errors.ts";
import { publishNews, type PublishPorts } from "../events/publish.ts";
import { QUEUE_DELAY_MAX_SECONDS } from "./wake/plan-wakes.ts";
import type { Schedules, Sends, WakeUps } from "./ports.ts";
import type { Send } from "./send.ts";

/** What cancelling takes. */
export interface CancelPorts extends PublishPorts {
  readonly sends: Pick<Sends, "find" | "cancel" | "hurryFollowUps">;
  readonly schedules: Pick<Schedules, "delete">;
  readonly wakeUps: WakeUps;
}

/** Cancels a queued or scheduled send; from then on no SMTP connection is made for it (G9). Throws 404, and 409 in any other state. */
export const cancelSend = async (ports: CancelPorts, userId: string, id: string): Promise<Send> => {
  const cancelled = await ports.sends.cancel(userId, id);
  if (!cancelled) {
    const send = await ports.sends.find(userId, id);
    if (!send) throw notFound("Send");
    throw conflict("The send cannot be cancelled", `the send is ${send.status}`);
  }
  await publishNews(ports, "sends", [id]);
  await Promise.all([forgetSchedule(ports, cancelled), releaseFollowUps(ports, cancelled)]).catch((error: unknown) =>
    ports.log.warn("after-work of a cancelled send failed", { sendId: id, error }),
  );
  return cancelled;
};

/** Best effort: a schedule that fires late finds the send cancelled. */
const forgetSchedule = async ({ schedules }: CancelPorts, { id, scheduledAt, createdAt }: Send): Promise<void> => {
  const far = scheduledAt && scheduledAt.getTime() - createdAt.getTime() > QUEUE_DELAY_MAX_SECONDS * 1000;
  if (far) await schedules.delete(id);
};

const releaseFollowUps = async ({ sends, wakeUps }: CancelPorts, { id, userId }: Send): Promise<void> => {
  const waiting = await sends.hurryFollowUps(userId, [id], true);
  if (waiting.length > 0) await wakeUps.wake(waiting);
};
