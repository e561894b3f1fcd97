import { conflict, invalid, notFound } from "#shared/platform/errors.ts";
import type { Clock, Log } from "#shared/platform/ports.ts";
import { rescheduleFollowUps } from "./follow-ups.ts";
import { TRIES } from "./cancel.ts";
import { type Departure, departureOf } from "./departure/departure.ts";
import type { Window } from "./departure/wall-time.ts";
import type { NewTime, Sends } from "./ports/sends.ts";
import type { Schedules, WakeUps } from "./ports/wake-ups.ts";
import type { Send } from "./send.ts";
import { isWaiting } from "./transitions.ts";
import { forgetSchedule } from "./wake/plan-wakes.ts";

/** The ports of moving a send. */
export interface MovePorts {
  readonly sends: Pick<Sends, "find" | "move" | "followUps" | "rescheduleFollowUps">;
  readonly schedules: Pick<Schedules, "delete">;
  readonly wakeUps: WakeUps;
  readonly clock: Clock;
  readonly log: Log;
}

/** The new time of a send; an absent field keeps its value. */
export interface MoveRequest extends Pick<Departure, "scheduledAt" | "sendAt"> {
  /** null: no window, so that it may leave at any time. */
  readonly window?: Window | null | undefined;
  readonly sendBefore?: Date | undefined;
}

/**
 * Moves a waiting send, without a second charge, and with it the sends whose times depend on it. A new time replaces the old one in whatever form
 * that was given; a new window alone keeps the time. Throws 404; 400 when it would be too late for its own `send_before`; 409 in any other state.
 */
export const rescheduleSend = async (ports: MovePorts, userId: string, id: string, request: MoveRequest, again = TRIES): Promise<Send> => {
  const send = await ports.sends.find(userId, id);
  if (!send) throw notFound("Send");
  if (send.pausedAt && isWaiting(send)) throw conflict("The send cannot be changed", "its sequence is paused: let it go on first");
  const { sends, clock } = ports;
  const time = newTime(send, request, clock.now());
  const leavesAt = time ? time.at : send.scheduledAt;
  const sendBefore = request.sendBefore ?? send.sendBefore;
  if (sendBefore && leavesAt && sendBefore <= leavesAt) {
    throw invalid({ field: request.sendBefore ? "sendBefore" : "scheduledAt", message: "must leave time between the two" });
  }
  const { window } = request;
  const moved = await sends.move(userId, id, { ...(time && { time }), window, sendBefore: request.sendBefore });
  if (!moved) {
    const now = (await ports.sends.find(userId, id)) ?? send;
    if (isWaiting(now) && again > 0) return rescheduleSend(ports, userId, id, request, again - 1);
    throw conflict("The send cannot be changed", `the send is ${now.status}`);
  }
  if (time) {
    await forgetSchedule(ports, send);
    await ports.wakeUps.wake([moved]);
    await rescheduleFollowUps(ports, userId, await sends.followUps(userId, [id]), new Map([[id, time.at ?? clock.now()]]));
  }
  return moved;
};

/** The new time wish of a send and the moment that it means; undefined when the request has neither a time nor a window. */
const newTime = (send: Send, { scheduledAt, sendAt, window }: MoveRequest, now: Date): NewTime["time"] => {
  const isTimed = scheduledAt !== undefined || sendAt !== undefined;
  if (!isTimed && window === undefined) return undefined;
  const wish = isTimed ? { sendAt } : { sendAt: send.sendAt, scheduledAfter: send.scheduledAfter };
  const first = isTimed ? scheduledAt : send.scheduledAt;
  const at = departureOf(
    { scheduledAt: first, sendAt: wish.sendAt, window: window === undefined ? send.window : (window ?? undefined) },
    now,
  );
  return { at, ...wish };
};
