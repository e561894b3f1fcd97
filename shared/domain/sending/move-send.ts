import { conflict, invalid, notFound } from "../errors.ts";
import type { Clock, Log } from "../ports.ts";
import { appointFollowUps } from "./appoint-follow-ups.ts";
import { TRIES } from "./cancel-send.ts";
import { departureOf } from "./departure/departure.ts";
import type { Schedules, Sends, WakeUps } from "./ports.ts";
import { isWaiting, type Send } from "./send.ts";
import { forgetSchedule } from "./wake/forget-schedule.ts";

/** What moving takes. */
export interface MovePorts {
  readonly sends: Pick<Sends, "find" | "move" | "followUps" | "appoint">;
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

/** Moves a send that waits, without a second charge, and what is timed by it; its own time on the wall or after its original counts no more. Throws 404, 400 when it would be too late at its own time, and 409 in any other state. */
export const moveSend = async (ports: MovePorts, userId: string, id: string, request: MoveRequest, again = TRIES): Promise<Send> => {
  const send = await ports.sends.find(userId, id);
  if (!send) throw notFound("Send");
  const { sends, clock } = ports;
  const at = request.scheduledAt && departureOf({ scheduledAt: request.scheduledAt, window: send.window }, clock.now());
  const leavesAt = request.scheduledAt ? (at ?? request.scheduledAt) : send.scheduledAt;
  const sendBefore = request.sendBefore ?? send.sendBefore;
  if (sendBefore && leavesAt && sendBefore <= leavesAt) {
    throw invalid({ field: request.sendBefore ? "sendBefore" : "scheduledAt", message: "must leave time between the two" });
  }
  const moved = await sends.move(userId, id, { ...(request.scheduledAt && { time: { at } }), sendBefore: request.sendBefore });
  if (!moved) {
    const now = (await ports.sends.find(userId, id)) ?? send;
    if (isWaiting(now) && again > 0) return moveSend(ports, userId, id, request, again - 1);
    throw conflict("The send cannot be changed", `the send is ${now.status}`);
  }
  if (request.scheduledAt) {
    await forgetSchedule(ports, send);
    await ports.wakeUps.wake([moved]);
    await appointFollowUps(ports, userId, await sends.followUps(userId, [id]), new Map([[id, at ?? clock.now()]]));
  }
  return moved;
};
