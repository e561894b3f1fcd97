import * as z from "zod/mini";
import { described, named, operation } from "#shared/api/operation.ts";
import { dateTimeOut, idParams } from "#shared/api/fields.ts";
import type { Capacity } from "../forecast/capacity.ts";
import { type From, toWire } from "#shared/api/wire.ts";
import { paceOut } from "#shared/mailboxes/contract/pace.ts";

const hour = described(dateTimeOut, "The hour's beginning, UTC.");

const hourCount = named(
  "HourCount",
  z.object({ hour, count: described(z.int(), "How many emails.") }),
  "The emails of one hour; an hour without any is left out.",
);

const refusedHour = named(
  "RefusedHour",
  z.object({
    hour,
    count: described(z.int(), "How often the server refused."),
    replies: described(z.array(z.string()), "The server's first five different replies of the hour, in its own words."),
  }),
  "The temporary refusals of the mailbox's server in one hour; the emails wait and are tried again.",
);

/** What a mailbox may send, has sent and has waiting (api/README.md, "Mailboxes"). */
export const capacity = named(
  "MailboxCapacity",
  z.object({
    mailbox_id: described(z.string(), "The mailbox."),
    max_daily_sends: described(z.int(), "Its daily limit: how many emails may leave in any 24 hours."),
    max_daily_now: described(z.int(), "How many of these its ramp allows at the moment; `max_daily_sends` without a ramp."),
    ...paceOut,
    max_per_minute: described(
      z.optional(z.int()),
      "Its provider's rate limit: how many emails may leave in any minute; absent without one.",
    ),
    sent_in_day: described(z.int(), "How many emails left in the last 24 hours, as the daily limit counts them."),
    sent_in_hour: described(z.int(), "How many emails left in the last 60 minutes."),
    sent_by_hour: described(z.array(hourCount), "The emails that left in the last 24 hours, by hour, oldest first."),
    waiting: described(z.int(), "How many emails wait, scheduled ones too."),
    leaves_by_hour: described(z.array(hourCount), "How many of them are expected to leave in the next 24 hours, by hour."),
    last_leaves_at: described(
      z.optional(dateTimeOut),
      "When the last of them is expected to leave; absent when none waits, while the mailbox is disconnected, and when `is_partial`.",
    ),
    is_partial: described(z.boolean(), "True when more than 20,000 emails wait or left: the numbers stop there and there is no forecast."),
    paused_for: described(
      z.enum(["", "daily_limit", "rate", "reconnect", "retry", "mailbox", "pace"]),
      'Why all of its emails wait, as in a send\'s `waiting_for`; "" when they do not.',
    ),
    paused_until: described(z.optional(dateTimeOut), "When they are next tried; absent when they do not wait for a time."),
    refused_by_hour: described(z.array(refusedHour), "The temporary refusals of its server in the last 24 hours, oldest first."),
  }),
  "What a mailbox may send, has sent and has waiting, with a forecast.",
);

/** GET /v1/mailboxes/{id}/capacity. */
export const getCapacity = operation({
  id: "mailboxes/get-capacity",
  method: "GET",
  path: "/v1/mailboxes/{id}/capacity",
  boundKeys: { id: "mailbox" },
  summary: "Get a mailbox's capacity",
  description: "What a mailbox may send, has sent and has waiting, when the last email leaves, and the temporary refusals of its server",
  params: idParams,
  response: capacity,
  errors: [400, 404],
  tools: [{ name: "get_capacity", description: "What a mailbox may still send, what waits, and when it leaves. Free.", effect: "reads" }],
  example: {
    response: {
      mailbox_id: "655f1c2e9b1e8a00123456aa",
      max_daily_sends: 500,
      max_daily_now: 500,
      sent_in_day: 500,
      sent_in_hour: 0,
      sent_by_hour: [{ hour: "2026-11-21T09:00:00.000Z", count: 500 }],
      waiting: 40,
      leaves_by_hour: [{ hour: "2026-11-22T09:00:00.000Z", count: 40 }],
      last_leaves_at: "2026-11-22T09:04:10.000Z",
      is_partial: false,
      paused_for: "daily_limit",
      paused_until: "2026-11-21T09:35:00.000Z",
      refused_by_hour: [{ hour: "2026-11-21T09:00:00.000Z", count: 3, replies: ["451 4.7.1 Greylisted, please try again in 300 seconds"] }],
    },
  },
});

/** A mailbox's capacity in the API. */
export const capacityOut: From<Capacity, typeof capacity> = toWire(capacity);
