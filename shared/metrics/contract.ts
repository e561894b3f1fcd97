import * as z from "zod/mini";
import { intervals, parts, spanIssues } from "./counts.ts";
import { described, named, operation } from "#shared/api/operation.ts";
import { dateTime, dateTimeOut, LIMIT_MAX, wholeNumber } from "#shared/api/fields.ts";
import { offsetOrCursor, pageQuery, shownPage } from "#shared/api/paging.ts";
import { tenantFilter } from "#shared/api/tenant.ts";
import { workerNow } from "#shared/platform/world.ts";
import type { readMetrics } from "./read-metrics.ts";
import type { Page } from "#shared/platform/ports.ts";
import { type From, toWire } from "#shared/api/wire.ts";

/** A week of hours in one answer. */
const LIMIT = "How many rows a page has, 1 to 200; 200 when absent.";

const count = z.int();
const share = z.optional(z.number());
const seconds = z.optional(z.number());

/** The counts of a period or of the whole span. */
const counts = {
  accepted: described(count, "Emails that were accepted and paid for."),
  sent: described(count, "Emails that a mail server accepted."),
  failed: described(count, "Emails that failed; one with an unknown outcome that turns out to have left counts as sent, too."),
  cancelled: described(count, "Emails that were cancelled before they left."),
  replied: described(count, "Emails that a person answered for the first time."),
  auto_replied: described(count, "Automatic answers to emails, such as absence notes."),
  bounced_hard: described(count, "Recipients whose copies bounced for good, such as unknown addresses."),
  bounced_soft: described(count, "Recipients whose copies bounced for a reason that may pass, such as a full mailbox."),
  complained: described(count, "Emails that a recipient marked as spam."),
  unsubscribed: described(count, "Recipients that unsubscribed by an email's link."),
  received: described(count, "Messages that arrived, of every kind, by the time at which they arrived at their server."),
  intent_known: described(
    count,
    "Answers of people whose `intent` is known, by rule or as you say; a correction counts again, in the period of the answer.",
  ),
  intent_unknown: described(count, "Answers of people whose `intent` is `unknown`."),
  interested: described(count, "Answers of people whose `intent` is `interested`."),
  positive_rate: described(
    share,
    "Of the answers with a known intent, the share that is `interested`, 0 to 1; absent when none is known: see `intent_unknown` beside it.",
  ),
  prevented_answered: described(
    count,
    "Emails that did not leave because somebody had answered (`cancel_reason` `replied`), without the follow-ups that ended with them.",
  ),
  prevented_bounced: described(count, "Emails that did not leave because an earlier one had bounced."),
  prevented_away: described(count, "Emails that did not leave because an automatic answer came: their recipient is away or has left."),
  prevented_suppressed: described(
    count,
    "Emails that did not leave because their recipient was suppressed meanwhile (`cancel_reason` `suppressed`): unsubscribed, complained or bounced.",
  ),
  prevented_asked: described(
    count,
    "Emails that did not leave because an answer of their recipient asked to stop (`cancel_reason` `asked`, by `cancel_on` or `suppress_asked`).",
  ),
  prevented_moved: described(
    count,
    "Emails that left later, because their recipient was away when it was their time (`on_away`), counted when they left.",
  ),
  prevented_contacted: described(
    count,
    "Emails that `max_contacts` refused because their recipient had been contacted recently, counted at each refusal; no event tells them.",
  ),
  reply_rate: described(
    share,
    "Of the emails sent in this period, the share that a person has answered since, 0 to 1; absent when none was sent.",
  ),
  time_to_send_p50: described(
    seconds,
    "Half of the emails sent left within this many seconds after they were accepted or, if scheduled, due; exact to 5 %, absent when none was sent.",
  ),
  time_to_send_p95: described(seconds, "The seconds within which 95 of 100 emails left."),
  eta_error_p50: described(
    seconds,
    "Half of the sent emails whose forecast (`eta`) was read left at most this many seconds before or after the first forecast; exact to 5 %, absent when there was none. Moving an email discards its forecast.",
  ),
  eta_error_p95: described(seconds, "The seconds by which the forecast was wrong at most for 95 of 100 emails."),
};

const interval = z._default(z.enum(intervals, `must be one of ${intervals.join(", ")}`), "day");
const by = z.optional(z.enum(parts, `must be one of ${parts.join(", ")}`));

/** The query of the metrics. */
const metricsQuery = z
  .strictObject({
    from: described(
      z.optional(dateTime),
      "The start of the span, RFC 3339; when absent 24 hours before `to` for `hour`, and 30 days for `day`.",
    ),
    to: described(
      z.optional(dateTime),
      "The end of the span, exclusive, RFC 3339; now when absent. A period (UTC) that is only partly in the span is counted whole.",
    ),
    interval: described(interval, "How long a period is: `hour`, kept for 90 days, or `day`, kept for 3 years; `day` when absent."),
    by: described(
      by,
      "Divides each period: by `mailbox` (its id), `domain` of the mailbox's own address, `tag` of the email, or `kind`; whole periods when absent. For a tenant only `mailbox`.",
    ),
    ...tenantFilter,
    ...pageQuery,
    limit: described(wholeNumber(1, LIMIT_MAX, LIMIT_MAX), LIMIT),
  })
  .check(
    offsetOrCursor,
    z.superRefine((asked, context) => {
      for (const { field, message } of spanIssues(asked, workerNow())) context.addIssue({ code: "custom", path: [field], message });
    }),
  );

/** The metrics of a period, or of a part of it. */
const metricsRow = named(
  "MetricsRow",
  z.object({
    id: described(z.string(), "The row's id."),
    at: described(dateTimeOut, "When its period begins, RFC 3339 in UTC."),
    key: described(
      z.string(),
      'What the row is about: a mailbox\'s id, a domain, a tag, or a kind: `first`, `reply` or `forward` of an email, the `kind` of a received message; "" for the whole period.',
    ),
    ...counts,
  }),
  "What happened in a period. A period in which nothing happened has no row.",
);

/** The metrics of the whole span. */
const metricsTotals = named("MetricsTotals", z.object(counts), "What happened in the whole span, of the whole account or tenant.");

/** The answer of GET /v1/metrics. */
export const metricsList = named(
  "MetricsList",
  z.object({
    metrics: described(z.array(metricsRow), "What happened by period, newest first."),
    totals: described(metricsTotals, "The sums of the whole span, whatever page and `by` are requested."),
    from: described(dateTimeOut, "When the first period begins."),
    to: described(dateTimeOut, "When the last period ends."),
    interval: described(z.enum(intervals), "How long a period is."),
    caught_up: described(
      z.boolean(),
      "Whether everything that happened is counted; false when there was too much for one answer, and in maintenance: ask again.",
    ),
    ...shownPage,
    limit: described(z.int(), LIMIT),
  }),
  "A page of the account's metrics, and their totals.",
);

const example = {
  accepted: 120,
  sent: 118,
  failed: 1,
  cancelled: 1,
  replied: 9,
  auto_replied: 4,
  bounced_hard: 2,
  bounced_soft: 1,
  complained: 0,
  unsubscribed: 1,
  received: 31,
  intent_known: 6,
  intent_unknown: 3,
  interested: 2,
  positive_rate: 0.3333,
  prevented_answered: 4,
  prevented_bounced: 1,
  prevented_away: 0,
  prevented_suppressed: 1,
  prevented_asked: 1,
  prevented_moved: 2,
  prevented_contacted: 3,
  reply_rate: 0.0932,
  time_to_send_p50: 1.427,
  time_to_send_p95: 64.3,
};

/** GET /v1/metrics (api/README.md, "Metrics"). */
export const getMetrics = operation({
  id: "metrics/get",
  method: "GET",
  path: "/v1/metrics",
  boundKeys: { rows: "within" },
  summary: "Get metrics",
  description:
    "What happened by the hour or the day, counted from the events: emails sent, answered and bounced, mail received, and how long sending took",
  pagedBy: "at",
  query: metricsQuery,
  response: metricsList,
  errors: [400],
  tools: [
    {
      name: "get_metrics",
      description: "Count emails sent, answered, bounced and received by day or hour. Free.",
      inputs: ["from", "to", "interval", "by", "limit", "cursor"],
      effect: "reads",
    },
  ],
  example: {
    response: {
      metrics: [{ id: "655f1c2e9b1e8a0012345694", at: "2026-11-21T00:00:00.000Z", key: "", ...example }],
      totals: example,
      from: "2026-11-21T00:00:00.000Z",
      to: "2026-11-22T00:00:00.000Z",
      interval: "day",
      caught_up: true,
      limit: 200,
      offset: 0,
    },
  },
});

type Answer = Awaited<ReturnType<typeof readMetrics>> & Pick<Page, "limit" | "offset"> & { readonly nextCursor?: undefined };

/** Metrics in the API. */
export const metricsOut: From<Answer, typeof metricsList> = toWire(metricsList);
