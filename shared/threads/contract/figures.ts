import * as z from "zod/mini";
import { described, named, operation } from "#shared/api/operation.ts";
import { atMost, dateTime, dateTimeOut } from "#shared/api/fields.ts";
import { tenantFilter } from "#shared/api/tenant.ts";
import { exampleThread } from "#shared/inbox/contract/thread-record.ts";
import { knownZone } from "#shared/api/time-zone.ts";
import { weekdays, type Window } from "#shared/sending/departure/wall-time.ts";

const waiting = {
  open: described(z.int(), "How many of them are `open`."),
  waiting: described(z.int(), "How many are `waiting`."),
  needs_reply: described(z.int(), "In how many of both a person waits for an answer."),
};

/** The numbers of conversations. */
export const threadCounts = named(
  "ThreadCounts",
  z.object({
    states: described(
      named(
        "StateCounts",
        z.object({
          open: described(z.int(), "How many are `open`, with the snoozed ones."),
          waiting: described(z.int(), "How many are `waiting`."),
          done: described(z.int(), "How many are `done`."),
        }),
        "Conversations by state.",
      ),
      "By state.",
    ),
    open_now: described(z.int(), "How many are `open` and not snoozed."),
    snoozed: described(z.int(), "How many that are not done are snoozed."),
    needs_reply: described(z.int(), "In how many that are not done a person waits for an answer."),
    assignees: described(
      z.array(
        named(
          "AssigneeCounts",
          z.object({ assigned_to: described(z.string(), 'Your id of the person; "" for nobody.'), ...waiting }),
          "What one person has.",
        ),
      ),
      "What is not done, by the person who has it.",
    ),
    labels: described(
      z.array(named("LabelCounts", z.object({ label: described(z.string(), "The label."), ...waiting }), "What has one label.")),
      "What is not done, by label; one with several labels counts in each.",
    ),
    mailboxes: described(
      z.array(
        named(
          "MailboxCounts",
          z.object({ mailbox_id: described(z.string(), "The mailbox that is counted."), ...waiting }),
          "What is in one mailbox.",
        ),
      ),
      "What is not done, by mailbox.",
    ),
    complete: described(z.boolean(), "False when more than 10,000 are not done, or are: then the numbers are of 10,000 of them."),
  }),
  "How many conversations there are, and whose turn it is.",
);

/** GET /v1/inbox/counts. */
export const getCounts = operation({
  id: "inbox/get-counts",
  method: "GET",
  path: "/v1/inbox/counts",
  boundKeys: { rows: "within" },
  summary: "Count threads",
  description: "The numbers of conversations by state, and of those that are not done by assignee, label and mailbox",
  query: z.strictObject(tenantFilter),
  response: threadCounts,
  errors: [400],
  example: {
    response: {
      states: { open: 3, waiting: 1, done: 12 },
      open_now: 2,
      snoozed: 1,
      needs_reply: 2,
      assignees: [
        { assigned_to: "", open: 2, waiting: 0, needs_reply: 2 },
        { assigned_to: "anna", open: 1, waiting: 1, needs_reply: 0 },
      ],
      labels: [{ label: "billing", open: 1, waiting: 0, needs_reply: 0 }],
      mailboxes: [{ mailbox_id: exampleThread.mailbox_id, open: 3, waiting: 1, needs_reply: 2 }],
      complete: true,
    },
  },
});

const HOURS = "must be days and hours such as mon,tue,wed,thu,fri 09:00-17:00";
const HOURS_FORM = /^([a-z]{3}(?:,[a-z]{3}){0,6}) ((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;

/** The working hours in a text; undefined for any other text. */
const hoursIn = (text: string): Omit<Window, "timezone"> | undefined => {
  const [, named = "", from = "", to = ""] = HOURS_FORM.exec(text) ?? [];
  const days = weekdays.filter((day) => named.split(",").includes(day));
  return days.length > 0 && days.length === named.split(",").length && to > from ? { days, from, to } : undefined;
};

const hours = z.pipe(
  z.string().check(
    atMost(60, HOURS),
    z.refine((text) => hoursIn(text) !== undefined, { error: HOURS, abort: true }),
  ),
  z.transform((text) => hoursIn(text)!),
);

const times = {
  answered: described(z.int(), "How many conversations got their first answer."),
  median_seconds: described(z.number(), "Half of them got it within this many seconds; 0 when there were none."),
  p90_seconds: described(z.number(), "Nine of ten got it within this many seconds."),
};

const ages = named(
  "ThreadAges",
  z.object({
    under_hour: described(z.int(), "Less than an hour old."),
    under_four_hours: described(z.int(), "An hour and older."),
    under_day: described(z.int(), "Four hours and older."),
    under_three_days: described(z.int(), "A day and older."),
    older: described(z.int(), "Three days and older."),
  }),
  "Conversations by age: since somebody waits for an answer, else since their latest email.",
);

/** How soon people are answered. */
export const responseTimes = named(
  "ResponseTimes",
  z.object({
    since: described(dateTimeOut, "From when on first answers are counted, RFC 3339 in UTC."),
    before: described(dateTimeOut, "Until when."),
    first_response: described(named("FirstResponse", z.object(times), "How long first answers took."), "Of all mailboxes."),
    mailboxes: described(
      z.array(
        named(
          "MailboxResponse",
          z.object({ mailbox_id: described(z.string(), "The mailbox that answered."), ...times }),
          "Of one mailbox.",
        ),
      ),
      "By mailbox.",
    ),
    assignees: described(
      z.array(
        named(
          "AssigneeResponse",
          z.object({ assigned_to: described(z.string(), 'Your id of the person who has them now; "" for nobody.'), ...times }),
          "Of one person.",
        ),
      ),
      "By the person who has the conversation now.",
    ),
    labels: described(
      z.array(named("LabelResponse", z.object({ label: described(z.string(), "The label."), ...times }), "Of one label.")),
      "By label; a conversation with several counts in each.",
    ),
    open: described(ages, "What is `open` now, by age."),
    waiting: described(ages, "What is `waiting` now, by age."),
    complete: described(z.boolean(), "False when more than 10,000 conversations were answered, or are not done: then it is of 10,000."),
  }),
  "How long people wait for a first answer.",
);

const example = { answered: 2, median_seconds: 540, p90_seconds: 3_600 };
const exampleAges = { under_hour: 1, under_four_hours: 0, under_day: 2, under_three_days: 0, older: 0 };

/** GET /v1/inbox/response-times (api/README.md, "Inbox"). */
export const getResponseTimes = operation({
  id: "inbox/get-response-times",
  method: "GET",
  path: "/v1/inbox/response-times",
  boundKeys: { rows: "within" },
  summary: "Get response times",
  description: "How long people wait for a first answer, by mailbox, assignee and label, and how old is what is not done",
  query: z
    .strictObject({
      since: described(z.optional(dateTime), "Only first answers from this time on; 30 days before `before` when absent, up to 366."),
      before: described(z.optional(dateTime), "Only first answers before this time; now when absent."),
      hours: described(
        z.optional(hours),
        "Counts working hours alone, such as `mon,tue,wed,thu,fri 09:00-17:00`, by the clocks of `timezone`; every hour when absent.",
      ),
      timezone: described(z.optional(knownZone), "The IANA time zone of `hours`, such as `Europe/Berlin`."),
      ...tenantFilter,
    })
    .check(
      z.refine(({ hours: given, timezone }) => (given === undefined) === (timezone === undefined), {
        path: ["timezone"],
        error: "hours and timezone are given together",
      }),
    ),
  response: responseTimes,
  errors: [400],
  example: {
    response: {
      since: "2026-10-22T00:00:00.000Z",
      before: "2026-11-21T00:00:00.000Z",
      first_response: example,
      mailboxes: [{ mailbox_id: exampleThread.mailbox_id, ...example }],
      assignees: [{ assigned_to: "anna", ...example }],
      labels: [{ label: "billing", ...example }],
      open: exampleAges,
      waiting: exampleAges,
      complete: true,
    },
  },
});
