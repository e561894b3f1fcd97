import { conflict, notFound } from "../errors.ts";
import { publishEvents } from "../events/publish.ts";
import { endFollowUps, type EndPorts } from "./end-follow-ups.ts";
import type { Sends } from "./ports/sends.ts";
import type { Schedules } from "./ports/wake-ups.ts";
import type { Send } from "./send.ts";
import { isWaiting } from "./transitions.ts";
import { forgetSchedule } from "./wake/forget-schedule.ts";

/** The ports of cancelling. */
export interface CancelPorts extends EndPorts {
  readonly sends: Pick<Sends, "find" | "cancel" | "endFollowUps">;
  readonly schedules: Pick<Schedules, "delete">;
}

/** How often a refused cancel is tried again: a worker may hold a send just for the moment in which it sees that the send cannot leave yet. */
export const TRIES = 5;

/**
 * Cancels a queued or scheduled send and the follow-ups that wait for it; from then on no SMTP connection is made for them (G9 in
 * shared/domain/README.md). Throws 404, and 409 in any other state.
 */
export const cancelSend = async (ports: CancelPorts, userId: string, id: string, again = TRIES): Promise<Send> => {
  const cancelled = await ports.sends.cancel(userId, id);
  if (!cancelled) {
    const send = await ports.sends.find(userId, id);
    if (!send) throw notFound("Send");
    if (isWaiting(send) && again > 0) return cancelSend(ports, userId, id, again - 1);
    throw conflict("The send cannot be cancelled", `the send is ${send.status}`);
  }
  await publishEvents(ports, "sends", [id]);
  await Promise.all([forgetSchedule(ports, cancelled), endFollowUps(ports, userId, [id])]).catch((error: unknown) =>
    ports.log.warn("after-work of a cancelled send failed", { sendId: id, error }),
  );
  return cancelled;
};
