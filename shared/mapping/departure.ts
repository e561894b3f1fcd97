import type { Departure } from "../domain/sending/departure/departure.ts";
import type { WallTime } from "../domain/sending/departure/wall-time.ts";
import type { Window } from "../domain/sending/departure/window.ts";
import type { Send } from "../domain/sending/send.ts";

/** When an email shall leave, as the domain takes it. */
export const departureIn = (body: {
  readonly scheduled_at?: Date | undefined;
  readonly send_at?: WallTime | undefined;
  readonly scheduled_after?: string | undefined;
  readonly window?: Window | undefined;
  readonly send_before?: Date | undefined;
}): Departure & { readonly sendBefore: Date | undefined } => ({
  scheduledAt: body.scheduled_at,
  sendAt: body.send_at,
  scheduledAfter: body.scheduled_after,
  window: body.window,
  sendBefore: body.send_before,
});

/** What was asked of a send's time. */
export const departureOut = ({ sendAt, scheduledAfter, window }: Send) => ({
  send_at: sendAt && { ...sendAt },
  scheduled_after: scheduledAfter,
  window: window && { ...window, days: [...window.days] },
});
