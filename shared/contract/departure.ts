import * as z from "zod/mini";
import { described, named } from "./described.ts";
import { departureOf } from "../domain/sending/departure/departure.ts";
import { durationMs } from "../domain/sending/departure/duration.ts";
import { momentOf, wallOf } from "../domain/sending/departure/wall-time.ts";
import { weekdays, type Window } from "../domain/sending/departure/window.ts";
import { atMost, dateTime } from "./fields.ts";

const PAST_GRACE_MS = 60_000;
const YEAR_MS = 365 * 86_400_000;

const inAYear = (): Date => {
  const now = new Date();
  return new Date(now.setUTCFullYear(now.getUTCFullYear() + 1));
};

const isTimely = (at: Date): boolean => at.getTime() >= Date.now() - PAST_GRACE_MS;
const TOO_EARLY = "must not lie in the past";
const TOO_FAR = "must be at most one year ahead";

/** Up to 60 s in the past means now; older, or over a year ahead, is refused. Checked here, so that one 400 lists every bad field. */
const scheduledAt = z.pipe(
  dateTime,
  z.custom<Date>().check(
    z.refine(isTimely, TOO_EARLY),
    z.refine((at) => at <= inAYear(), TOO_FAR),
  ),
);

/** What has not left by then fails with `too late`, and is never sent later. */
const sendBefore = z.pipe(dateTime, z.custom<Date>().check(z.refine((at) => at.getTime() > Date.now(), "must lie in the future")));

/** No check of the whole looks at a field that fails so. */
const final = (error: string) => ({ error, abort: true });

/** Longer than any zone, time or duration that means something. */
const WORDS_MAX = 64;
const ZONE = "must be an IANA time zone such as Europe/Berlin";

/** An IANA time zone (contract/README.md, "Replies, forwards, follow-ups"). */
export const knownZone = z.string().check(
  atMost(WORDS_MAX, ZONE),
  z.refine((zone) => {
    try {
      // Intl takes offsets such as +02:00 too, which name no zone.
      return /^[A-Za-z]/.test(zone) && Boolean(new Intl.DateTimeFormat("en-GB", { timeZone: zone }));
    } catch {
      return false;
    }
  }, final(ZONE)),
);

const LOCAL = "must be a local time such as 2026-12-01T09:00";
const localTime = z.string(LOCAL).check(
  atMost(WORDS_MAX, LOCAL),
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/, final(LOCAL)),
  z.refine((local) => !Number.isNaN(wallOf(local)), final(LOCAL)),
);

/** A time on the wall (contract/README.md, "When a send leaves"). */
const wallTime = named(
  "LocalTime",
  z.strictObject({
    local: described(
      localTime,
      "Date and time, such as `2026-12-01T09:00`. What the clocks show twice is the first, what they skip is as much later.",
    ),
    timezone: described(knownZone, "The IANA time zone of the place, such as `Europe/Berlin`."),
  }),
  "A time as the clocks of a place show it.",
);

const DURATION = "must be an ISO 8601 duration such as P3D or PT4H, of at most 365 days";

/** How long after its original an email leaves: an ISO 8601 duration of at most 365 days. */
export const scheduledAfter = z.string().check(
  atMost(WORDS_MAX, DURATION),
  z.refine((text) => (durationMs(text) ?? Infinity) <= YEAR_MS, final(DURATION)),
);

const HOUR = "must be a time such as 09:00";
const hour = (pattern: RegExp) => z.string().check(atMost(WORDS_MAX, HOUR), z.regex(pattern, final(HOUR)));

/** The hours of the week in which alone an email may leave. */
const sendingWindow = named(
  "SendingWindow",
  z
    .strictObject({
      days: described(
        z
          .array(z.enum(weekdays))
          .check(z.minLength(1, final("must hold at least one day")), z.maxLength(7, "must hold at most seven days")),
        "The days, such as `mon`.",
      ),
      from: described(hour(/^(?:[01]\d|2[0-3]):[0-5]\d$/), "When it opens, such as `09:00`."),
      to: described(
        hour(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/),
        "When it closes, later than from: such as `17:00`, or `24:00` for the end of the day.",
      ),
      timezone: described(knownZone, "The IANA time zone whose clocks count."),
    })
    .check(z.refine(({ from, to }) => to > from, { path: ["to"], ...final("must be later than from") })),
  "The hours of the week in which alone an email may leave.",
);

/** When any email may leave. */
export const departureFields = {
  scheduled_at: described(z.optional(scheduledAt), "When it is to leave, up to a year ahead; now when absent."),
  send_at: described(
    z.optional(wallTime),
    "When it is to leave by the clocks of a place, in place of scheduled_at; kept as that, should the zone's rules change.",
  ),
  window: described(z.optional(sendingWindow), "The hours of the week in which alone it may leave; any time when absent."),
  send_before: described(
    z.optional(sendBefore),
    "What has not left by then fails as too late, and is never sent later; no such limit when absent.",
  ),
};

const wishes = ["scheduled_at", "send_at", "scheduled_after"] as const;
type Times = { readonly [K in (typeof wishes)[number]]?: unknown } & {
  readonly window?: Window | null | undefined;
  readonly send_before?: Date | undefined;
};

/** One wish at most for when an email leaves; both fields are named. */
const oneWish = z.superRefine<Times>(
  (body, context) => {
    const given = wishes.filter((field) => body[field] !== undefined);
    if (given.length < 2) return;
    for (const field of given) {
      const others = given.filter((other) => other !== field).join(" and ");
      context.addIssue({ code: "custom", path: [field], message: `must not be given together with ${others}` });
    }
  },
  { when: ({ value }) => typeof value === "object" && value !== null },
);

/** An email may still leave at its own time. */
const leavesInTime = z.refine<Times>(
  ({ send_before, scheduled_at, send_at, scheduled_after, window }) => {
    const wished = {
      scheduledAt: scheduled_at as Date,
      sendAt: send_at as z.output<typeof wallTime>,
      scheduledAfter: scheduled_after as string,
    };
    const leaves = send_before && departureOf({ ...wished, window: window ?? undefined }, new Date());
    return !leaves || send_before > leaves;
  },
  { path: ["send_before"], error: "must be later than when it may leave first" },
);

/** A time on the wall has the bounds of `scheduled_at`. */
const wallFits = z.superRefine<Times>(({ send_at }, context) => {
  if (send_at === undefined) return;
  const at = momentOf(send_at as z.output<typeof wallTime>);
  const message = isTimely(at) ? TOO_FAR : TOO_EARLY;
  if (!isTimely(at) || at > inAYear()) context.addIssue({ code: "custom", path: ["send_at", "local"], message });
});

/** The times of an email go together. */
export const timesFit = [oneWish, wallFits, leavesInTime] as const;

/** When a send that waits shall leave instead, and in which hours; null takes its window away. */
export const newTimes = named(
  "SendTimes",
  z
    .strictObject({
      ...departureFields,
      scheduled_at: described(
        departureFields.scheduled_at,
        "When it is to leave, up to a year ahead; a time within the last minute means now.",
      ),
      window: described(
        z.optional(z.nullable(sendingWindow)),
        "The hours of the week in which alone it may leave; null: any time. Without a new time it leaves at the first such hour that is not earlier than its present time.",
      ),
    })
    .check(
      ...timesFit,
      z.refine((body) => Object.values(body).some((value) => value !== undefined), {
        path: ["scheduled_at"],
        error: "scheduled_at, send_at, window or send_before is required",
      }),
    ),
  "When a send that waits shall leave instead; at least one of them.",
);

/** What was asked of a send's time, as its record shows it. */
export const departureOut = {
  send_at: described(
    z.optional(wallTime),
    "The time on the wall that it was given; scheduled_at is what that came to. Absent when it was given none.",
  ),
  scheduled_after: described(
    z.optional(z.string()),
    "How long after its original it leaves; until that is sent, scheduled_at is an estimate. Absent when it was not asked for.",
  ),
  window: described(z.optional(sendingWindow), "The hours in which alone it may leave; absent without such a limit."),
};
