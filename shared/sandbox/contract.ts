import * as z from "zod/mini";
import { durationMs, isDuration } from "#shared/platform/duration.ts";
import { workerNow } from "#shared/platform/world.ts";
import { base64 } from "#shared/sending/contract/attachments.ts";
import { described, named, operation, type AnswerOf, type RequestOf } from "#shared/api/operation.ts";
import { eventType } from "#shared/events/contract/event-type.ts";
import { atMost, dateTime, dateTimeOut, objectId } from "#shared/api/fields.ts";
import type { ClockMove, Moved } from "./clock.ts";
import type { OwnMail } from "./put-mail.ts";
import { dateOut } from "#shared/api/wire.ts";

/** How far a clock may be moved at once, and ahead of real time altogether, ms. */
const YEAR_MS = 366 * 86_400_000;
const DURATION = "must be an ISO 8601 duration such as P3D or PT4H, of at most 366 days";
const duration = z.string(DURATION).check(
  atMost(64, DURATION),
  z.refine((text) => isDuration(text, YEAR_MS), DURATION),
);
const TOO_FAR = "must be at most 366 days ahead";

const now = described(dateTimeOut, "The world's time.");
const nextAt = described(z.optional(dateTimeOut), "When something is due next, by the world's time; absent when nothing is planned.");

/** GET /v1/sandbox/clock. */
export const getClock = operation({
  id: "sandbox/get-clock",
  mode: "test",
  method: "GET",
  path: "/v1/sandbox/clock",
  boundKeys: "none",
  summary: "Get the clock",
  description: "The time of the account's test world",
  response: named("SandboxClock", z.object({ now, next_at: nextAt }), "The clock of a test world."),
  errors: [403],
  example: { response: { now: "2026-11-24T09:30:00.000Z", next_at: "2026-11-27T09:30:00.000Z" } },
});

/** POST /v1/sandbox/clock. */
export const moveClock = operation({
  id: "sandbox/move-clock",
  mode: "test",
  outside: "always",
  method: "POST",
  path: "/v1/sandbox/clock",
  boundKeys: "none",
  summary: "Move the clock",
  description: "Move the time of the account's test world; what becomes due meanwhile happens in order, each at its time",
  scope: "send",
  body: named(
    "MoveClock",
    z
      .strictObject({
        advance: described(
          z.optional(duration),
          "How far to move it, an ISO 8601 duration: `P3D`, `PT4H`; `PT0S` only does what is due now.",
        ),
        to: described(
          z.optional(z.pipe(dateTime, z.custom<Date>().check(z.refine((at) => at.getTime() <= workerNow().getTime() + YEAR_MS, TOO_FAR)))),
          "To which time to move it; one that has passed only does what is due now.",
        ),
      })
      .check(
        z.superRefine(({ advance, to }, context) => {
          const isOne = (advance === undefined) !== (to === undefined);
          if (!isOne)
            context.addIssue({ code: "custom", path: [advance === undefined ? "advance" : "to"], message: "give either advance or to" });
        }),
      ),
    "How far, or to which time.",
  ),
  response: named(
    "MovedClock",
    z.object({
      from: described(dateTimeOut, "Its time before."),
      now,
      settled: described(
        z.boolean(),
        "Whether everything up to the time that was asked for is done; false when the call ended before, at `now`: repeat it with `to`.",
      ),
      next_at: nextAt,
      happened: described(
        z.array(
          named(
            "Happened",
            z.object({ type: described(eventType, "The type of the events."), count: described(z.int(), "How many there were.") }),
            "How many events of a type there were.",
          ),
        ),
        "What happened, by type; the first 10,000 events are counted.",
      ),
      events_after: described(z.string(), "The cursor to pass as `after` to `GET /v1/events`, which then returns these events."),
    }),
    "What moving the clock has done.",
  ),
  errors: [400, 403, 409],
  tools: [
    {
      name: "move_test_clock",
      description: "In the test world: move its time, so that what is due happens. Free; time does not go back.",
      effect: "changes",
    },
  ],
  example: {
    body: { advance: "P3D" },
    response: {
      from: "2026-11-24T09:30:00.000Z",
      now: "2026-11-27T09:30:00.000Z",
      settled: true,
      happened: [
        { type: "send.sent", count: 2 },
        { type: "message.received", count: 1 },
      ],
      events_after: "4",
    },
  },
});

const MIME_MAX = 1_000_000;

/** POST /v1/sandbox/mails. */
export const putMail = operation({
  id: "sandbox/put-mail",
  fills: true,
  mode: "test",
  method: "POST",
  path: "/v1/sandbox/mails",
  boundKeys: "none",
  summary: "Put mail in",
  description: "Let a mail of your own arrive at a sandbox mailbox",
  scope: "send",
  body: named(
    "SandboxMail",
    z
      .strictObject({
        mailbox_id: described(objectId, "The sandbox mailbox at which it arrives."),
        mime: described(
          z.optional(z.string().check(atMost(MIME_MAX), z.minLength(1, "must not be empty"))),
          "The whole mail with its headers, up to a million characters (RFC 5322); lines may end with a line feed alone.",
        ),
        mime_base64: described(z.optional(base64), "The same in base64, for a mail whose bytes are not UTF-8; either this or `mime`."),
        after: described(z.optional(duration), "How long until it arrives, by the world's time; now when absent."),
      })
      .check(
        z.superRefine(({ mime, mime_base64: bytes }, context) => {
          if ((mime === undefined) !== (bytes === undefined)) return;
          const path = [mime === undefined ? "mime" : "mime_base64"];
          context.addIssue({ code: "custom", path, message: "give either mime or mime_base64" });
        }),
      ),
    "A mail to arrive.",
  ),
  response: named(
    "SandboxMailAccepted",
    z.object({
      id: described(z.string(), "The mail's id in the sandbox."),
      arrives_at: described(dateTimeOut, "When it arrives, by the world's time."),
    }),
    "A mail on its way.",
  ),
  status: 201,
  errors: [400, 403, 404],
  example: {
    body: {
      mailbox_id: "655f1c2e9b1e8a00123456aa",
      mime: "From: jane@example.com\nTo: sales@sandbox.test\nSubject: A question\nMessage-ID: <1@example.com>\n\nWhat does it cost?\n",
      after: "PT2H",
    },
    response: { id: "655f1c2e9b1e8a00123456ab", arrives_at: "2026-11-24T11:30:00.000Z" },
  },
});

/** POST /v1/sandbox/reset. */
export const resetWorld = operation({
  id: "sandbox/reset",
  mode: "test",
  method: "POST",
  path: "/v1/sandbox/reset",
  boundKeys: "none",
  summary: "Empty the test world",
  description: "Empty the account's test world: mailboxes, mail, sends, events and webhooks are gone, and its clock shows real time again",
  status: 204,
  errors: [403, 409],
});

// Exceptions: a clock is no record, and durations are numbers in the domain.
const msIn = (duration: string | undefined) => (duration === undefined ? undefined : durationMs(duration));

/** By how much the clock is to be moved, in the domain's form. */
export const clockMoveIn = ({ advance, to }: RequestOf<typeof moveClock>["body"]): ClockMove => ({ advanceMs: msIn(advance), to });

/** A clock in the API. */
export const clockOut = ({ now, next }: { readonly now: Date; readonly next: Date | undefined }): AnswerOf<typeof getClock> => ({
  now: dateOut(now),
  ...(next && { next_at: dateOut(next) }),
});

/** A moved clock in the API. */
export const movedOut = ({ from, isSettled, happened, eventsAfter, ...clock }: Moved): AnswerOf<typeof moveClock> => ({
  from: dateOut(from),
  ...clockOut(clock),
  settled: isSettled,
  happened: [...happened],
  events_after: String(eventsAfter),
});

/** A client's own mail, in the domain's form. */
export const ownMailIn = ({ mailbox_id: mailboxId, mime = "", mime_base64: bytes, after }: RequestOf<typeof putMail>["body"]): OwnMail => ({
  mailboxId,
  raw: bytes ?? Buffer.from(mime),
  field: bytes ? "mimeBase64" : "mime",
  afterMs: msIn(after),
});

/** A mail on its way in the API. */
export const putMailOut = ({ id, arrivesAt }: { readonly id: string; readonly arrivesAt: Date }): AnswerOf<typeof putMail> => ({
  id,
  arrives_at: dateOut(arrivesAt),
});
