import { createHash } from "node:crypto";
import { gapBounds, nextStepOf, type Pace, rampAt } from "#shared/mailboxes/pace.ts";
import type { Send } from "../send.ts";
import { nextInWindow } from "../departure/wall-time.ts";

/** The window of the hourly limit, ms. */
export const HOUR_MS = 3_600_000;

/** When emails left, as the store has it. */
interface Departures {
  /** When the latest left, or its server answered; undefined for none in a day. */
  readonly lastAt?: Date | undefined;
}

/**
 * The gap before an email, ms, in whole seconds: the same at every look, because a hash of the email's id draws it, evenly between the two bounds. So
 * a forecast knows it, and another pace draws anew.
 */
export const gapBefore = ({ minGap }: Pace, { id }: Pick<Send, "id">): number => {
  const [from, to] = gapBounds(minGap);
  if (from === to) return from;
  const share = createHash("sha256").update(id).digest().readUInt32BE() / 2 ** 32;
  return from + Math.floor(share * ((to - from) / 1000 + 1)) * 1000;
};

/** The daily limit at a moment: the smaller one of the mailbox's own and its ramp's. */
export const dailyAt = (maxDaily: number, { ramp }: Pace, at: Date): number => (ramp ? Math.min(maxDaily, rampAt(ramp, at)) : maxDaily);

/** The first moment from `at` on at which gap and workday let an email leave. */
export const paceOpens = (pace: Pace, send: Pick<Send, "id">, { lastAt }: Departures, at: Date): Date => {
  const afterGap = lastAt ? Math.max(at.getTime(), lastAt.getTime() + gapBefore(pace, send)) : at.getTime();
  const then = new Date(afterGap);
  return pace.workday ? nextInWindow(pace.workday, then) : then;
};

/** When a ramp's limit leaves room again: when the oldest email is a day old, or at the ramp's next step. */
export const rampOpens = ({ ramp }: Pace, oldestLeaves: number, at: Date): number =>
  Math.min(oldestLeaves, (ramp && nextStepOf(ramp, at)?.getTime()) ?? Infinity);
