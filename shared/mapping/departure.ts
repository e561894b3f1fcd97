import type { Send } from "../domain/sending/send.ts";

/** What was asked of a send's time. */
export const departureOut = ({ sendAt, scheduledAfter, window }: Send) => ({
  send_at: sendAt && { ...sendAt },
  scheduled_after: scheduledAfter,
  window: window && { ...window, days: [...window.days] },
});
