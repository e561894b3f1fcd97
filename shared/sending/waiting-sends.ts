import { publishEvents } from "#shared/events/publish.ts";
import { endFollowUps, type EndPorts, rescheduleFollowUps } from "./follow-ups.ts";
import type { CancelFilter, Cancelling, Sends, Within, NewTime } from "./ports/sends.ts";
import { isHeld, type SendStatus, type Send } from "./send.ts";
import { conflict, insufficientScope, notFound, invalid } from "#shared/platform/errors.ts";
import type { Schedules, WakeUps } from "./ports/wake-ups.ts";
import { isWaiting } from "./transitions.ts";
import { forgetSchedule } from "./wake/plan-wakes.ts";
import type { Clock, Log } from "#shared/platform/ports.ts";
import { type Departure, departureOf } from "./departure/departure.ts";
import type { Window } from "./departure/wall-time.ts";

/** The dependencies of cancelling many sends. */
interface CancelManyPorts extends EndPorts {
  readonly sends: Pick<Sends, "cancelMany" | "countUnsent" | "endFollowUps">;
}

/** The remaining sends are counted up to this number. */
const REMAINING_MAX = 10_000;

/** The states of sends after one step of cancelling; undefined for a send that the account does not have. */
export interface CancelledMany {
  readonly results: readonly { readonly id: string; readonly status: SendStatus | undefined }[];
  readonly remaining: number;
}

/**
 * Cancels up to 1,000 waiting sends and their waiting follow-ups; repeating the request changes nothing more. Their schedules stay, because one that
 * fires for a cancelled send has no effect.
 */
export const cancelMany = async (ports: CancelManyPorts, userId: string, which: CancelFilter, within?: Within): Promise<CancelledMany> => {
  const states = await ports.sends.cancelMany(userId, which, within);
  const cancelled = [...states].flatMap(([id, status]) => (status === "cancelled" ? [id] : []));
  await publishEvents(ports, "sends", cancelled);
  // Follow-ups that a failed request left behind are ended by its repetition, or by the worker at their time.
  await endFollowUps(ports, userId, cancelled);
  const ids = "ids" in which ? which.ids : [...states.keys()];
  const remaining = "ids" in which ? 0 : await ports.sends.countUnsent(userId, which.metadata, REMAINING_MAX, within);
  return { results: ids.map((id) => ({ id, status: states.get(id) })), remaining };
};

/** The dependencies of cancelling. */
export interface CancelPorts extends EndPorts {
  readonly sends: Pick<Sends, "find" | "cancel" | "endFollowUps">;
  readonly schedules: Pick<Schedules, "delete">;
}

/** How many times a refused cancel is tried: a worker may hold the send only for the moment in which it finds that the send cannot leave yet. */
const TRIES = 5;

/**
 * Cancels a queued or scheduled send and the follow-ups that wait for it; from then on no SMTP connection is made for them (G9 in
 * shared/README.md). Throws 403 for what a key that may only draft does not hold itself, 404, and 409 in any other state.
 */
export const cancelSend = async (ports: CancelPorts, userId: string, id: string, how: Cancelling = {}, again = TRIES): Promise<Send> => {
  const cancelled = await ports.sends.cancel(userId, id, how);
  if (!cancelled) {
    const send = await ports.sends.find(userId, id);
    if (!send) throw notFound("Send");
    if (how.heldBy !== undefined && (send.heldBy !== how.heldBy || send.approvedAt)) throw insufficientScope("send");
    if (how.reason !== undefined && isWaiting(send) && !isHeld(send))
      throw conflict("The send cannot be rejected", "it does not wait for approval: cancel it without a reason");
    if (how.draft) throw conflict("The send is not deleted", `it is no draft: it is ${send.status}`);
    if (isWaiting(send) && again > 0) return cancelSend(ports, userId, id, how, again - 1);
    throw conflict("The send cannot be cancelled", `the send is ${send.status}`);
  }
  await publishEvents(ports, "sends", [id]);
  await Promise.all([forgetSchedule(ports, cancelled), endFollowUps(ports, userId, [id])]).catch((error: unknown) =>
    ports.log.warn("after-work of a cancelled send failed", { sendId: id, error }),
  );
  return cancelled;
};

/** The dependencies of moving a send. */
interface MovePorts {
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
