import { sendingWindow, wallTime } from "../departure.ts";
import { type Described, object } from "./described.ts";

/** The words of when an email leaves. */
export const departureWords = {
  scheduled_at: "When it is to leave, up to a year ahead; now when absent.",
  send_at: "When it is to leave by the clocks of a place, in place of scheduled_at; kept as that, should the zone's rules change.",
  window: "The hours of the week in which alone it may leave; any time when absent.",
  send_before: "What has not left by then fails as too late, and is never sent later; no such limit when absent.",
};

/** The words of what follows another email. */
export const AFTER =
  "How long after its original was sent it leaves: an ISO 8601 duration such as `P3D` or `PT4H`, in place of scheduled_at.";

/** The objects of when an email leaves. */
export const departures: readonly Described[] = [
  object("LocalTime", wallTime, "A time as the clocks of a place show it.", {
    local: "Date and time, such as `2026-12-01T09:00`. What the clocks show twice is the first, what they skip is as much later.",
    timezone: "The IANA time zone of the place, such as `Europe/Berlin`.",
  }),
  object("SendingWindow", sendingWindow, "The hours of the week in which alone an email may leave.", {
    days: "The days, such as `mon`.",
    from: "When it opens, such as `09:00`.",
    to: "When it closes, later than from: such as `17:00`, or `24:00` for the end of the day.",
    timezone: "The IANA time zone whose clocks count.",
  }),
];
