import * as z from "zod/mini";
import { described, named, operation, type RequestOf } from "#shared/api/operation.ts";
import {
  acrossFields,
  atMost,
  dateTimeOut,
  idParams,
  isDay,
  LIMIT_DEFAULT,
  LIMIT_MAX,
  lineOfText,
  objectId,
  plainAddress,
  wholeNumber,
} from "#shared/api/fields.ts";
import { knownZone } from "#shared/api/time-zone.ts";
import { type From, toWire } from "#shared/api/wire.ts";
import { durationMs, isDuration } from "#shared/platform/duration.ts";
import { type Answer, type AnswerKind, answerKinds, type Outcome } from "../forecast/play-rehearsal.ts";
import type { RehearsalRequest } from "../forecast/rehearse.ts";
import type { Rehearsal } from "../ports/held-sends.ts";

const WEEKS_MS = 21 * 86_400_000;
const ANSWERS_MAX = 1_000;
const MAILBOXES_MAX = 50;
const OUTCOMES_MAX = 20_000;

const duration = (most: string, leastMs: number) => {
  const error = `must be an ISO 8601 duration such as P14D or PT4H, of at most ${most}`;
  return z.string().check(
    atMost(64, error),
    z.refine((text) => isDuration(text, WEEKS_MS, leastMs), error),
  );
};
const after = duration("21 days", 0);

const DAY = "must be a date such as 2026-12-01";
const day = z.string().check(atMost(10, DAY), z.refine(isDay, DAY));

const kind = z.enum(answerKinds);
const KIND =
  "`reply`: a person answers; `bounce`: it cannot be delivered; `away`: an automatic answer says that it is absent, `left`: that it has gone for good; `unsubscribe`: it clicks the link, or asks to stop (`asked`).";

const answer = named(
  "RehearsedAnswer",
  z
    .strictObject({
      from: described(plainAddress, "The recipient, by its address."),
      kind: described(kind, KIND),
      after: described(
        z._default(after, "PT1H"),
        "How long after the first email that reaches it in the rehearsal; an ISO 8601 duration of at most 21 days, an hour when absent.",
      ),
      returns_on: described(z.optional(day), "The day of its return, `YYYY-MM-DD`, which an `away` may name."),
    })
    .check(
      acrossFields(
        z.refine(({ kind: one, returns_on: back }) => back === undefined || one === "away", {
          path: ["returns_on"],
          error: "can only be given with kind away",
        }),
      ),
    ),
  "What one recipient does.",
);

const share = z.number().check(z.gte(0, "must be at least 0"), z.lte(1, "must be at most 1"));
const shareOf = (words: string) => described(z.optional(share), `Of how many emails ${words}, 0 to 1.`);
const rates = named(
  "AnswerRates",
  z
    .strictObject({
      reply: shareOf("the recipient answers"),
      bounce: shareOf("cannot be delivered"),
      away: shareOf("the recipient is absent"),
      left: shareOf("the recipient has left"),
      unsubscribe: shareOf("the recipient unsubscribes"),
    })
    .check(
      z.refine(
        (all) => Object.values(all).reduce((sum: number, one) => sum + (one ?? 0), 0) <= 1 + Number.EPSILON,
        "must not add up to more than 1",
      ),
    ),
  "How often each happens, for each email that leaves.",
);

const rehearsal = named(
  "Rehearsal",
  z.object({
    id: described(z.string(), "The rehearsal's id."),
    created_at: described(dateTimeOut, "When what waited was copied; nothing later is in it."),
    expires_at: described(dateTimeOut, "When the result is deleted."),
    until: described(dateTimeOut, "Its last moment."),
    timezone: described(z.string(), "The zone in which its days are counted."),
    emails: described(z.int(), "How many emails waited."),
    leaves: described(z.int(), "How many of them leave."),
    cancelled: described(z.record(z.string(), z.int()), "How many are cancelled, by `cancel_reason`."),
    fails: described(z.int(), "How many would be too late, or wait for one that is."),
    later: described(z.int(), "How many still wait at its end."),
    unknown: described(z.int(), "How many stand too far back in a queue to tell."),
    days: described(
      z.array(
        named(
          "RehearsedDay",
          z.object({
            day: described(z.string(), "The day, `YYYY-MM-DD`."),
            mailbox_id: described(z.string(), "The mailbox that sends."),
            leaves: described(z.int(), "How many emails leave."),
          }),
          "What one mailbox sends on one day.",
        ),
      ),
      "The calendar: how many emails leave, by day and mailbox; a day without any is left out.",
    ),
  }),
  "What would become of the emails that wait.",
);

const outcome = named(
  "RehearsedEmail",
  z.object({
    id: described(z.string(), "The email that would be sent."),
    mailbox_id: described(z.string(), "The mailbox that sends it."),
    to_email: described(z.string(), "Who gets it."),
    subject: described(z.string(), "The first 60 characters of its subject."),
    ends: described(
      z.enum(["leaves", "cancelled", "fails", "later", "unknown"]),
      "`leaves`; `cancelled`; `fails`: too late; `later`: it still waits at the end; `unknown`: too many wait before it.",
    ),
    at: described(z.optional(dateTimeOut), "When it leaves; absent when it does not."),
    reason: described(
      z.string(),
      'Why it does not leave: a `cancel_reason`, `too_late`, or `reconnect` where its mailbox is disconnected; "" for none.',
    ),
  }),
  "What would become of one email.",
);

const newRehearsal = named(
  "NewRehearsal",
  z.strictObject({
    for: described(
      z._default(duration("21 days", 60_000), "P14D"),
      "How far to play: an ISO 8601 duration of at most 21 days; two weeks when absent.",
    ),
    mailbox_ids: described(
      z.optional(
        z
          .array(objectId)
          .check(z.minLength(1, "must name at least one mailbox"), z.maxLength(MAILBOXES_MAX, `must be at most ${MAILBOXES_MAX}`)),
      ),
      "Only these mailboxes, up to 50; all when absent.",
    ),
    timezone: described(z._default(knownZone, "UTC"), "The IANA zone in which days are counted; UTC when absent."),
    answers: described(
      z._default(z.array(answer).check(z.maxLength(ANSWERS_MAX, `must be at most ${ANSWERS_MAX}`)), []),
      "What these recipients do, up to 1,000; each once.",
    ),
    rates: described(z._default(rates, {}), "How often all others answer, drawn for each email that leaves; never when absent."),
    after: described(z._default(after, "PT4H"), "How long after its email a drawn answer comes; four hours when absent."),
    seed: described(z._default(lineOfText(64), "1"), "The same seed and the same emails draw the same answers."),
  }),
  "What is to be rehearsed.",
);

const exampleId = "655f1c2e9b1e8a00123456f1";
const exampleMailbox = "655f1c2e9b1e8a00123456aa";
const example = {
  id: exampleId,
  created_at: "2026-11-27T09:30:00.000Z",
  expires_at: "2026-11-28T09:30:00.000Z",
  until: "2026-12-11T09:30:00.000Z",
  timezone: "Europe/Berlin",
  emails: 900,
  leaves: 846,
  cancelled: { replied: 42, bounced: 9 },
  fails: 0,
  later: 3,
  unknown: 0,
  days: [{ day: "2026-11-30", mailbox_id: exampleMailbox, leaves: 80 }],
};

/** POST /v1/rehearsals. */
export const createRehearsal = operation({
  id: "rehearsals/create",
  mode: "live",
  method: "POST",
  path: "/v1/rehearsals",
  boundKeys: "none",
  scope: "admin",
  shows: "always",
  summary: "Rehearse what waits",
  description:
    "Copy the emails that wait, with their limits and windows, and play up to three weeks of them with answers: who would get what, when and from whom. Nothing is sent, changed or posted",
  body: newRehearsal,
  response: rehearsal,
  status: 201,
  errors: [400, 403],
  example: {
    body: {
      for: "P14D",
      timezone: "Europe/Berlin",
      rates: { reply: 0.05, bounce: 0.01 },
      answers: [{ from: "jane@example.com", kind: "away", returns_on: "2026-12-07" }],
    },
    response: example,
  },
});

/** GET /v1/rehearsals/{id}. */
export const getRehearsal = operation({
  id: "rehearsals/get",
  mode: "live",
  method: "GET",
  path: "/v1/rehearsals/{id}",
  boundKeys: "none",
  scope: "admin",
  shows: "always",
  summary: "Get a rehearsal",
  description: "Show the result of a rehearsal, for 24 hours after it; the account's latest 20 are kept",
  params: idParams,
  response: rehearsal,
  errors: [400, 403, 404],
  example: { response: example },
});

/** GET /v1/rehearsals/{id}/emails. */
export const listRehearsedEmails = operation({
  id: "rehearsals/list-emails",
  mode: "live",
  method: "GET",
  path: "/v1/rehearsals/{id}/emails",
  boundKeys: "none",
  scope: "admin",
  shows: "always",
  summary: "List rehearsed emails",
  description: "List what becomes of each email in a rehearsal: those that leave by their time, then the others",
  params: idParams,
  query: z.strictObject({
    limit: described(wholeNumber(1, LIMIT_MAX, LIMIT_DEFAULT), "How many emails a page has, 1 to 200; 50 when absent."),
    start: described(wholeNumber(0, OUTCOMES_MAX, 0), "The number of its first email; 0 when absent."),
  }),
  response: named(
    "RehearsedEmailPage",
    z.object({
      emails: described(z.array(outcome), "The emails."),
      next_start: described(z.optional(z.int()), "Where the next page starts: pass it as `start`; absent on the last page."),
    }),
    "A page of what becomes of each email.",
  ),
  errors: [400, 403, 404],
  example: {
    response: {
      emails: [
        {
          id: "655f1c2e9b1e8a00123456cc",
          mailbox_id: exampleMailbox,
          to_email: "jane@example.com",
          subject: "A question about your warehouse",
          ends: "leaves",
          at: "2026-11-30T08:00:00.000Z",
          reason: "",
        },
      ],
      next_start: 50,
    },
  },
});

/** A rehearsal in the API. */
export const rehearsalOut: From<Rehearsal, typeof rehearsal> = toWire(rehearsal);
const outcomeOut: From<Outcome, typeof outcome> = toWire(outcome);

/** A page of outcomes in the API. */
export const outcomesOut = ({ emails, next }: { readonly emails: readonly Outcome[]; readonly next: number | undefined }) => ({
  emails: emails.map(outcomeOut),
  ...(next !== undefined && { next_start: next }),
});

const msOf = (text: string): number => durationMs(text) ?? 0;
const answerIn = ({ from, kind: one, after: wait, returns_on: returnsOn }: z.output<typeof answer>): Answer => ({
  from,
  kind: one,
  afterMs: msOf(wait),
  returnsOn,
});

/** What is to be rehearsed, in the domain's form. */
export const rehearsalIn = (body: RequestOf<typeof createRehearsal>["body"]): RehearsalRequest => ({
  mailboxIds: body.mailbox_ids,
  forMs: msOf(body.for),
  timezone: body.timezone,
  answers: body.answers.map(answerIn),
  rates: body.rates as Partial<Record<AnswerKind, number>>,
  afterMs: msOf(body.after),
  seed: body.seed,
});
