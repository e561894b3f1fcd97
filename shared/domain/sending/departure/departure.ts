import type { Send } from "../send.ts";
import { durationMs } from "./duration.ts";
import { momentOf, type WallTime, type Zones, zones } from "./wall-time.ts";
import { nextInWindow, type Window } from "./window.ts";

/** When an email shall leave; of the first three one at most, now without any. */
export interface Departure {
  readonly scheduledAt?: Date | undefined;
  /** Kept as wall time, for the rules of its zone may change. */
  readonly sendAt?: WallTime | undefined;
  /** How long after its parent send was sent: an ISO 8601 duration. */
  readonly scheduledAfter?: string | undefined;
  /** In which alone it may leave. */
  readonly window?: Window | undefined;
}

/** When it may leave by its own wish, its window included; undefined: at once. A parent send that is not sent is given by when it is expected. */
export const departureOf = (
  { scheduledAt, sendAt, scheduledAfter, window }: Departure,
  now: Date,
  parentSentAt?: Date,
  zonesNow: Zones = zones,
): Date | undefined => {
  const wished = () => {
    if (scheduledAfter !== undefined) return new Date((parentSentAt ?? now).getTime() + (durationMs(scheduledAfter) ?? 0));
    return sendAt ? momentOf(sendAt, zonesNow) : scheduledAt;
  };
  const at = new Date(Math.max(wished()?.getTime() ?? 0, now.getTime()));
  const open = window ? nextInWindow(window, at, zonesNow) : at;
  return open > now ? open : undefined;
};

/** When a send that is due has to leave later than its record says, for its parent send left later or the rules of its zone have changed; undefined: not later. */
export const postponedTo = (send: Send, parentSentAt?: Date, zonesNow: Zones = zones): Date | undefined => {
  if (send.sendAt === undefined && send.scheduledAfter === undefined) return undefined;
  const then = send.scheduledAt ?? send.createdAt;
  return departureOf(send, then, parentSentAt, zonesNow);
};
