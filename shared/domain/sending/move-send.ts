import { conflict, invalid, notFound } from "../errors.ts";
import type { Clock, Log } from "../ports.ts";
import type { Schedules, Sends, WakeUps } from "./ports.ts";
import type { Send } from "./send.ts";
import { forgetSchedule } from "./wake/forget-schedule.ts";

/** What moving takes. */
export interface MovePorts {
  readonly sends: Pick<Sends, "find" | "move">;
  readonly schedules: Pick<Schedules, "delete">;
  readonly wakeUps: WakeUps;
  readonly clock: Clock;
  readonly log: Log;
}

/** When a send shall leave instead; what is absent stays. */
export interface MoveRequest {
  readonly scheduledAt?: Date | undefined;
  readonly sendBefore?: Date | undefined;
}

/** Moves a send that waits, without a second charge. Throws 404, 400 when it would be too late at its own time, and 409 in any other state. */
export const moveSend = async (ports: MovePorts, userId: string, id: string, request: MoveRequest): Promise<Send> => {
  const send = await ports.sends.find(userId, id);
  if (!send) throw notFound("Send");
  const { scheduledAt = send.scheduledAt, sendBefore = send.sendBefore } = request;
  if (sendBefore && scheduledAt && sendBefore <= scheduledAt) {
    throw invalid({ field: request.sendBefore ? "sendBefore" : "scheduledAt", message: "must leave time between the two" });
  }
  const at = request.scheduledAt && request.scheduledAt > ports.clock.now() ? request.scheduledAt : undefined;
  const moved = await ports.sends.move(userId, id, { ...(request.scheduledAt && { time: { at } }), sendBefore: request.sendBefore });
  if (!moved) {
    const { status } = (await ports.sends.find(userId, id)) ?? send;
    throw conflict("The send cannot be changed", `the send is ${status}`);
  }
  if (request.scheduledAt) {
    await forgetSchedule(ports, send);
    await ports.wakeUps.wake([moved]);
  }
  return moved;
};
