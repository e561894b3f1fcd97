import * as z from "zod/mini";
import { described, named } from "#shared/api/operation.ts";
import { departureFrom } from "../departure/departure.ts";
import { durationMs, isDuration } from "#shared/platform/duration.ts";
import { momentOf, wallOf, type Window } from "../departure/wall-time.ts";
import { acrossFields, atMost, dateTime } from "#shared/api/fields.ts";
import { knownZone } from "#shared/api/time-zone.ts";
import { sendingWindow } from "#shared/api/week-window.ts";
import { workerNow } from "#shared/platform/world.ts";

const PAST_GRACE_MS = 60_000;
const YEAR_MS = 365 * 86_400_000;

const inAYear = (): Date => {
  const at = workerNow();
  at.setUTCFullYear(at.getUTCFullYear() + 1);
  return at;
};

const isTimely = (at: Date): boolean => at.getTime() >= workerNow().getTime() - PAST_GRACE_MS;
const TOO_EARLY = "must not lie in the past";
const TOO_FAR = "must be at most one year ahead";

/**
 * Up to 60 s in the past means now; earlier times, and times over a year ahead, are refused. Checked in the schema, so that one 400 lists every bad
 * field.
 */
const scheduledAt = z.pipe(
  dateTime,
  z.custom<Date>().check(
    z.refine(isTimely, TOO_EARLY),
    z.refine((at) => at <= inAYear(), TOO_FAR),
  ),
);

/** An email that has not left by then fails with `too late`, and is never sent. */
const sendBefore = z.pipe(dateTime, z.custom<Date>().check(z.refine((at) => at > workerNow(), "must lie in the future")));

/** Ends the checks of a field, so that checks of the whole object skip it. */
const final = (error: string) => ({ error, abort: true });

/** Longer than any valid time or duration, characters. */
const WORDS_MAX = 64;
const LOCAL = "must be a local time such as 2026-12-01T09:00";
const localTime = z.string(LOCAL).check(
  atMost(WORDS_MAX, LOCAL),
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/, final(LOCAL)),
  z.refine((local) => !Number.isNaN(wallOf(local)), final(LOCAL)),
);

/** A wall time (api/README.md, "When a send leaves"). */
const wallTime = named(
  "LocalTime",
  z.strictObject({
    local: described(
      localTime,
      "Date and time, such as `2026-12-01T09:00`. A time that occurs twice means the first one; a skipped time is moved by the length of the gap.",
    ),
    timezone: described(knownZone, "The IANA time zone of the place, such as `Europe/Berlin`."),
  }),
  "A local time in a time zone.",
);

const DURATION = "must be an ISO 8601 duration such as P3D or PT4H, of at most 365 days";

/** How long after its parent an email leaves: an ISO 8601 duration of at most 365 days. */
export const scheduledAfter = z.string().check(
  atMost(WORDS_MAX, DURATION),
  z.refine((text) => isDuration(text, YEAR_MS), final(DURATION)),
);

/** How an email waits for the return of whoever is away. */
export const awayWait = named(
  "WaitForReturn",
  z.strictObject({
    wait: described(z.literal("until_return"), "It waits for the day of the return."),
    else: described(scheduledAfter, "How long after the note it leaves when that names no day: an ISO 8601 duration such as `P7D`."),
  }),
  "Waits while its recipient is away.",
);

/** What a follow-up does while its recipient is away. */
export const onAway = z.union([awayWait, z.literal("ignore")], 'must be "ignore" or { wait: "until_return", else: "P7D" }');

/** The fields for the time of any email. */
export const departureFields = {
  scheduled_at: described(z.optional(scheduledAt), "When it is to leave, up to a year ahead; now when absent."),
  send_at: described(
    z.optional(wallTime),
    "When it is to leave, as a local time, instead of scheduled_at; it stays that local time even if the zone's rules change.",
  ),
  window: described(z.optional(sendingWindow), "The hours of the week to which sending is limited; any time when absent."),
  send_before: described(
    z.optional(sendBefore),
    "If it has not left by then it fails as too late and is never sent; no limit when absent.",
  ),
};

const wishes = ["scheduled_at", "send_at", "scheduled_after"] as const;
type Times = { readonly [K in (typeof wishes)[number]]?: unknown } & {
  readonly window?: Window | null | undefined;
  readonly send_before?: Date | undefined;
  readonly undo_for?: string | undefined;
};

/** An email has at most one of these fields for its time; the error names both. */
const oneWish = acrossFields(
  z.superRefine<Times>((body, context) => {
    const given = wishes.filter((field) => body[field] !== undefined);
    if (given.length < 2) return;
    for (const field of given) {
      const others = given.filter((other) => other !== field).join(" and ");
      context.addIssue({ code: "custom", path: [field], message: `must not be given together with ${others}` });
    }
  }),
);

/** The email's own time must be before its `send_before`. */
const leavesInTime = z.refine<Times>(
  ({ send_before, scheduled_at, send_at, scheduled_after, window, undo_for: undoFor }) => {
    const wished = {
      scheduledAt: scheduled_at as Date,
      sendAt: send_at as z.output<typeof wallTime>,
      scheduledAfter: scheduled_after as string,
    };
    const leaves = send_before && departureFrom({ ...wished, undoFor, window: window ?? undefined }, workerNow());
    return !leaves || send_before > leaves;
  },
  { path: ["send_before"], error: "must be later than the earliest time at which it may leave" },
);

/** A wall time has the bounds of `scheduled_at`. */
const wallFits = z.superRefine<Times>(({ send_at }, context) => {
  if (send_at === undefined) return;
  const at = momentOf(send_at as z.output<typeof wallTime>);
  const message = isTimely(at) ? TOO_FAR : TOO_EARLY;
  if (!isTimely(at) || at > inAYear()) context.addIssue({ code: "custom", path: ["send_at", "local"], message });
});

/** Until when an email is held at most. */
const holdUntil = z.pipe(
  dateTime,
  z.custom<Date>().check(
    z.refine((at) => at > workerNow(), "must lie in the future"),
    z.refine((at) => at <= inAYear(), TOO_FAR),
  ),
);

/** The fields by which an email waits for approval. */
export const holdFields = {
  hold: described(
    z.optional(z.boolean()),
    "True to have it wait until a person approves it (`POST /v1/send/{id}/approve`): it costs nothing until then, and never leaves without it. A key with the scope `draft` can only hold.",
  ),
  hold_until: described(
    z.optional(holdUntil),
    "Until when it waits for approval, up to a year ahead; then it is cancelled as `not_approved`. 30 days when absent. An email with it is held.",
  ),
};

const UNDO_MAX_MS = 3_600_000;
const UNDO = "must be an ISO 8601 duration such as PT30S, of at most an hour";

/** The field by which an email can be taken back for a while. */
export const undoFields = {
  undo_for: described(
    z.optional(
      z.string().check(
        atMost(WORDS_MAX, UNDO),
        z.refine((text) => isDuration(text, UNDO_MAX_MS), final(UNDO)),
      ),
    ),
    "How long it can be taken back, an ISO 8601 duration of at most an hour such as `PT30S`: it leaves no earlier after its acceptance or its approval, and a cancel until then stops it. A cancel refunds nothing.",
  ),
};

/** A follow-up's time after its original is no shorter than the time to take it back. */
const undoFits = z.refine<Times>(
  ({ undo_for, scheduled_after }) =>
    undo_for === undefined || scheduled_after === undefined || (durationMs(undo_for) ?? 0) <= (durationMs(scheduled_after as string) ?? 0),
  { path: ["undo_for"], error: "must not be longer than scheduled_after" },
);

const holdFits = z.refine<Times & { readonly hold?: boolean | undefined; readonly hold_until?: Date | undefined }>(
  ({ hold, hold_until }) => hold !== false || hold_until === undefined,
  { path: ["hold_until"], error: "must not be given together with hold: false" },
);

/** The checks of an email's time fields against each other. */
export const timesFit = [oneWish, wallFits, leavesInTime, holdFits, undoFits] as const;

/** A waiting send's new time and window; a null window removes the old one. */
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
        "The hours of the week to which sending is limited; null for any time. Without a new time it leaves at its present time, or when the window next opens after that.",
      ),
    })
    .check(
      ...timesFit,
      z.refine((body) => Object.values(body).some((value) => value !== undefined), {
        path: ["scheduled_at"],
        error: "scheduled_at, send_at, window or send_before is required",
      }),
    ),
  "The new time of a waiting send; at least one field.",
);

/** The requested times in a send's record. */
export const departureOut = {
  send_at: described(
    z.optional(wallTime),
    "The local time that was requested; scheduled_at is the resulting moment. Absent when none was requested.",
  ),
  scheduled_after: described(
    z.optional(z.string()),
    "How long after its original it leaves; scheduled_at is an estimate until the original is sent. Absent when not requested.",
  ),
  window: described(z.optional(sendingWindow), "The hours of the week to which sending is limited; absent without a limit."),
  on_away: described(
    z.optional(awayWait),
    "What it does while its recipient is away; absent when it ignores that, or once a person has moved it.",
  ),
};
