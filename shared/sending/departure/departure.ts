import type { OnAway, Send } from "../send.ts";
import { durationMs } from "#shared/platform/duration.ts";
import { momentOf, type WallTime, type Zones, zones, nextInWindow, weekdays, type Window } from "./wall-time.ts";

/** When an email is to leave: at most one of the first three fields; now when none is given. */
export interface Departure {
  readonly scheduledAt?: Date | undefined;
  /** A wall time, because the rules of its zone may change. */
  readonly sendAt?: WallTime | undefined;
  /** How long after its parent was sent, an ISO 8601 duration. */
  readonly scheduledAfter?: string | undefined;
  /** It may leave only within this window. */
  readonly window?: Window | undefined;
}

/**
 * When an email may leave by its client's request, including the window; undefined: at once. While its parent is not sent, the parent's expected time
 * counts.
 */
export const departureOf = (
  { scheduledAt, sendAt, scheduledAfter, window }: Departure,
  now: Date,
  parentSentAt?: Date,
  zonesNow: Zones = zones,
  earliest = now,
): Date | undefined => {
  const wished = () => {
    if (scheduledAfter !== undefined) return new Date((parentSentAt ?? now).getTime() + (durationMs(scheduledAfter) ?? 0));
    return sendAt ? momentOf(sendAt, zonesNow) : scheduledAt;
  };
  const at = new Date(Math.max(wished()?.getTime() ?? 0, earliest.getTime()));
  const open = window ? nextInWindow(window, at, zonesNow) : at;
  return open > now ? open : undefined;
};

/** The same for an email that is accepted or approved now: as long as it can be taken back (an ISO 8601 duration) it does not leave. */
export const departureFrom = (
  { undoFor = "", ...email }: Departure & { readonly undoFor?: string | undefined },
  now: Date,
  parentSentAt?: Date,
): Date | undefined => departureOf(email, now, parentSentAt, zones, new Date(now.getTime() + (durationMs(undoFor) ?? 0)));

/** The later time at which a due send must leave, because its parent left later or its zone's rules changed; undefined when it can leave now. */
export const postponedTo = (
  send: Pick<Send, "createdAt" | keyof Departure>,
  parentSentAt?: Date,
  zonesNow: Zones = zones,
): Date | undefined => {
  if (send.sendAt === undefined && send.scheduledAfter === undefined) return undefined;
  const then = send.scheduledAt ?? send.createdAt;
  return departureOf(send, then, parentSentAt, zonesNow);
};

/** A recipient's absence note: when it came, and the day of the return, `YYYY-MM-DD`, if it is known. */
export interface AwayNote {
  readonly receivedAt: Date;
  readonly returnsOn?: string | undefined;
}

/** An email waits for a return at most this long after it was to leave, ms. */
const AWAY_MAX_MS = 366 * 86_400_000;
const DAY_MS = 86_400_000;

/** Days on which people work: those of the window without Saturday and Sunday, unless it has no others. */
const worksOn = (window: Window | undefined, day: (typeof weekdays)[number]): boolean => {
  const isWeekend = (one: string) => one === "sat" || one === "sun";
  const working = (window?.days ?? weekdays).filter((one) => !isWeekend(one));
  return working.length > 0 ? working.some((one) => one === day) : (window?.days.some((one) => one === day) ?? false);
};

/**
 * When an email leaves whose recipient is away: within its window on the first working day after the return, and without a window at the hour of its
 * plan; where no return is known, `else` after the note. Never earlier than planned, and at most a year later.
 */
export const afterAbsence = (
  {
    onAway,
    scheduledAt,
    createdAt,
    sendAt,
    window,
  }: Pick<Send, "createdAt" | "scheduledAt" | "sendAt" | "window"> & { readonly onAway: OnAway },
  { receivedAt, returnsOn }: AwayNote,
  zonesNow: Zones = zones,
): Date => {
  const planned = (scheduledAt ?? createdAt).getTime();
  const timezone = window?.timezone ?? sendAt?.timezone ?? "UTC";
  const hour = (at: number) => new Date(at + zonesNow(timezone)(at)).toISOString().slice(11, 16);
  const wished = (): number => {
    if (returnsOn === undefined) return receivedAt.getTime() + (durationMs(onAway.else) ?? 0);
    let day = Date.parse(returnsOn) + DAY_MS;
    while (!worksOn(window, weekdays[new Date(day).getUTCDay()]!)) day += DAY_MS;
    return momentOf(
      { local: `${new Date(day).toISOString().slice(0, 10)}T${window?.from ?? hour(planned)}`, timezone },
      zonesNow,
    ).getTime();
  };
  const at = new Date(Math.min(Math.max(wished(), planned), planned + AWAY_MAX_MS));
  return window ? nextInWindow(window, at, zonesNow) : at;
};
