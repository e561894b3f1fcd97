import type { Send } from "../send.ts";
import { durationMs } from "#shared/platform/duration.ts";
import { momentOf, type WallTime, type Zones, zones, nextInWindow, type Window } from "./wall-time.ts";

/** When an email is to leave: at most one of the first three fields; now when none is given. */
export interface Departure {
  readonly scheduledAt?: Date | undefined;
  /** A wall time, because the rules of its zone may change. */
  readonly sendAt?: WallTime | undefined;
  /** How long after its parent was sent, an ISO 8601 duration. */
  readonly scheduledAfter?: string | undefined;
  /** It may leave only within this window. */
  readonly window?: Window | undefined;
  /** How long it can be taken back: it leaves no earlier. */
  readonly undoFor?: string | undefined;
}

/**
 * When an email may leave by its client's request, including the window; undefined: at once. While its parent is not sent, the parent's expected time
 * counts.
 */
export const departureOf = (
  { scheduledAt, sendAt, scheduledAfter, window, undoFor = "" }: Departure,
  now: Date,
  parentSentAt?: Date,
  zonesNow: Zones = zones,
): Date | undefined => {
  const wished = () => {
    if (scheduledAfter !== undefined) return new Date((parentSentAt ?? now).getTime() + (durationMs(scheduledAfter) ?? 0));
    return sendAt ? momentOf(sendAt, zonesNow) : scheduledAt;
  };
  const at = new Date(Math.max(wished()?.getTime() ?? 0, now.getTime() + (durationMs(undoFor) ?? 0)));
  const open = window ? nextInWindow(window, at, zonesNow) : at;
  return open > now ? open : undefined;
};

/** The later time at which a due send must leave, because its parent left later or its zone's rules changed; undefined when it can leave now. */
export const postponedTo = (
  { undoFor: _taken, ...send }: Pick<Send, "createdAt" | keyof Departure>,
  parentSentAt?: Date,
  zonesNow: Zones = zones,
): Date | undefined => {
  if (send.sendAt === undefined && send.scheduledAfter === undefined) return undefined;
  const then = send.scheduledAt ?? send.createdAt;
  return departureOf(send, then, parentSentAt, zonesNow);
};
