import * as z from "zod/mini";
import { described, named } from "#shared/api/operation.ts";
import { atMost, dateTimeOut } from "#shared/api/fields.ts";
import { sendingWindow } from "#shared/api/week-window.ts";
import { durationMs, isDuration } from "#shared/platform/duration.ts";

const DURATION_MAX = 64;
const SECOND_MS = 1_000;
const DAY_MS = 24 * 3_600_000;
const GAP = "must be an ISO 8601 duration of 1 second to 1 day such as PT90S";

const gapLength = z.string(GAP).check(
  atMost(DURATION_MAX, GAP),
  z.refine((text) => isDuration(text, DAY_MS, SECOND_MS), GAP),
);

const gapRange = named(
  "GapRange",
  z
    .strictObject({
      from: described(gapLength, "The shortest gap, such as `PT60S`."),
      to: described(gapLength, "The longest gap, such as `PT3M`."),
    })
    .check(
      z.refine(({ from, to }) => (durationMs(from) ?? 0) <= (durationMs(to) ?? Infinity), {
        path: ["to"],
        error: "must not be shorter than from",
      }),
    ),
  "Two durations, between which a gap is drawn for each email.",
);

const minGap = z.union([gapLength, gapRange], `${GAP}, or { from: "PT60S", to: "PT3M" }`);

const COUNT = "must be a whole number of 1 to 1,000,000";
const count = z.int(COUNT).check(z.gte(1, COUNT), z.lte(1_000_000, COUNT));

const rampFields = {
  from: described(count, "How many emails may leave in 24 hours at first."),
  by: described(count, "How many more on each later day."),
  to: described(count, "The most: from then on it is the limit."),
};

const ramp = named(
  "Ramp",
  z.strictObject(rampFields).check(z.refine(({ from, to }) => to >= from, { path: ["to"], error: "must not be less than from" })),
  "A daily limit that grows from day to day.",
);

const rampOut = named(
  "RampSince",
  z.object({ ...rampFields, since: described(dateTimeOut, "When it began; its days are 24 hours from there.") }),
  "A daily limit that grows from day to day, and since when.",
);

const MIN_GAP_SAID =
  "The least time between two emails: a duration of `PT1S` to `P1D` such as `PT90S`, or `{from, to}`, between which one is drawn for each email.";
const HOURLY_SAID = "How many emails may leave in any 60 minutes.";
const RAMP_SAID =
  "A daily limit that grows, for a new mailbox: `from` emails in 24 hours on the first day, `by` more on each later one, up to `to`. The smaller of it and `max_daily_sends` holds.";
const WORKDAY_SAID = "The hours of the week in which it sends anything; an email's own `window` limits it further.";

/** The pace in a request; null removes a limit. */
export const paceSettings = {
  min_gap: described(z.optional(z.nullable(minGap)), `${MIN_GAP_SAID} Null for none.`),
  max_hourly_sends: described(z.optional(z.nullable(count)), `${HOURLY_SAID} Null for no such limit.`),
  ramp: described(z.optional(z.nullable(ramp)), `${RAMP_SAID} It begins when it is set; the same again goes on. Null for none.`),
  workday: described(z.optional(z.nullable(sendingWindow)), `${WORKDAY_SAID} Null for any time.`),
};

/** The pace in a mailbox's record. */
export const paceOut = {
  min_gap: described(z.optional(minGap), `${MIN_GAP_SAID} Absent for none.`),
  max_hourly_sends: described(z.optional(z.int()), `${HOURLY_SAID} Absent without such a limit.`),
  ramp: described(z.optional(rampOut), `${RAMP_SAID} Absent for none.`),
  workday: described(z.optional(sendingWindow), `${WORKDAY_SAID} Absent for any time.`),
};
