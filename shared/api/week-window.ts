import * as z from "zod/mini";
import { weekdays } from "#shared/platform/duration.ts";
import { described, named } from "./operation.ts";
import { atMost } from "./fields.ts";
import { knownZone } from "./time-zone.ts";

/** Longer than any valid hour, characters. */
const WORDS_MAX = 64;
const HOUR = "must be a time such as 09:00";
/** Ends the checks of a field, so that checks of the whole object skip it. */
const final = (error: string) => ({ error, abort: true });
const hour = (pattern: RegExp) => z.string().check(atMost(WORDS_MAX, HOUR), z.regex(pattern, final(HOUR)));

/** The hours of the week outside which an email may not leave. */
export const sendingWindow = named(
  "SendingWindow",
  z
    .strictObject({
      days: described(
        z
          .array(z.enum(weekdays))
          .check(z.minLength(1, final("must have at least one day")), z.maxLength(7, "must have at most seven days")),
        "The days, such as `mon`.",
      ),
      from: described(hour(/^(?:[01]\d|2[0-3]):[0-5]\d$/), "When it opens, such as `09:00`."),
      to: described(
        hour(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/),
        "When it closes, later than from: such as `17:00`, or `24:00` for the end of the day.",
      ),
      timezone: described(knownZone, "The IANA time zone of these hours."),
    })
    .check(z.refine(({ from, to }) => to > from, { path: ["to"], ...final("must be later than from") })),
  "The hours of the week to which sending is limited.",
);
