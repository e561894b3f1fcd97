import * as z from "zod/mini";
import { described, named, operation, type Schema } from "#shared/api/operation.ts";
import { EVENTS, EVENTS_KEPT_DAYS, type EventRecord, type EventType, eventsAbout, eventTypes } from "../event.ts";
import { eventData } from "./event-data.ts";
import { eventType } from "./event-type.ts";
import { atMost, dateTimeOut, flagQuery } from "#shared/api/fields.ts";
import { pageQuery } from "#shared/api/paging.ts";
import { tenantFilter } from "#shared/api/tenant.ts";

const CURSOR = "must be a next_cursor from an earlier answer";

/** The place in a feed at which a client continues: the number of the last event that it has read, or a position of 20 digits (`positionOut`). */
const cursor = z.string().check(atMost(20, CURSOR), z.regex(/^(?:\d{1,15}|\d{20})$/, CURSOR));

/** Events of some types, with the fields of their records. */
const variant = <const T extends readonly EventType[], D extends Schema>(types: T, data: D) =>
  z.object({
    id: described(z.string(), "The event's id, the same in the feed and at every delivery."),
    type: described(z.literal(types as T & [EventType, ...EventType[]]), "What happened."),
    sequence: described(
      z.union([z.int(), z.string()]),
      "The event's number in the account's feed, from 1 without gaps. For bound keys and tenants' webhooks: 20 digits as text, which sort in the feed's order and reveal no count.",
    ),
    created_at: described(dateTimeOut, "When it happened, RFC 3339 in UTC."),
    data: described(data, "The record that it concerns, at the time of publication."),
  });

/** The events, by the kind of record that they concern. */
const eventVariants = {
  send: named("SendEvent", variant(eventsAbout("send"), eventData.send), "A send left, ended, bounced or was answered."),
  message: named(
    "MessageEvent",
    variant(eventsAbout("message"), eventData.message),
    "A message was received, corrected, or has disappeared from its server; the stored copy stays.",
  ),
  thread: named(
    "ThreadEvent",
    variant(eventsAbout("thread"), eventData.thread),
    "The state, snooze, assignee or labels of a conversation changed.",
  ),
  mailbox: named(
    "MailboxEvent",
    variant(eventsAbout("mailbox"), eventData.mailbox),
    "A mailbox works, or does not; its audit found missing mail; or copies can no longer, or again, be filed in its Sent folder.",
  ),
  wallet: named("WalletEvent", variant(eventsAbout("wallet"), eventData.wallet), "The balance fell to `low_balance`, or to zero."),
  webhook: named(
    "WebhookEvent",
    variant(eventsAbout("webhook"), eventData.webhook),
    "A webhook failed for three days, or answered 410, and was switched off.",
  ),
  suppression: named(
    "SuppressionEvent",
    variant(eventsAbout("suppression"), eventData.suppression),
    "An address was suppressed by a bounce, a complaint or the recipient.",
  ),
  connect_link: named(
    "ConnectLinkEvent",
    variant(eventsAbout("connect_link"), eventData.connectLink),
    "A mailbox's owner connected it by a link, or tried and failed.",
  ),
};
const { send, message, thread, mailbox, wallet, webhook, suppression, connect_link: connectLink } = eventVariants;

/** An event, in the feed and in a webhook's body; `type` gives its kind. */
export const event = named(
  "Event",
  z.discriminatedUnion("type", [send, message, thread, mailbox, wallet, webhook, suppression, connectLink]),
  "Something that happened; `type` says what, and determines the fields of `data`.",
);

/** Example data for an event of each kind, with typical values. */
const exampleData = {
  send: {
    id: "655f1c2e9b1e8a0012345679",
    mailbox_id: "655f1c2e9b1e8a00123456aa",
    to_email: "jane@example.com",
    subject: "An offer",
    status: "sent",
    metadata: { campaign: "spring" },
    sent_at: "2026-11-21T09:30:02.000Z",
  },
  message: {
    id: "655f1c2e9b1e8a0012345685",
    mailbox_id: "655f1c2e9b1e8a00123456aa",
    thread_id: "655f1c2e9b1e8a0012345686",
    email_job_id: "655f1c2e9b1e8a0012345679",
    kind: "reply",
    from: { name: "Jane Doe", email: "jane@example.com" },
    subject: "Re: An offer",
    reply_text: "Tuesday at ten is fine.",
    metadata: { campaign: "spring" },
    received_at: "2026-11-21T10:05:00.000Z",
  },
  thread: {
    id: "655f1c2e9b1e8a0012345686",
    mailbox_id: "655f1c2e9b1e8a00123456aa",
    subject: "An offer",
    state: "open",
    assigned_to: "anna",
    labels: ["billing"],
    needs_reply: true,
    waiting_since: "2026-11-21T10:05:00.000Z",
    revision: 3,
    last_message_at: "2026-11-21T10:05:00.000Z",
    changed: ["state"],
    by: "mail" as const,
  },
  mailbox: {
    id: "655f1c2e9b1e8a00123456aa",
    email: "sales@example.com",
    type: "smtp",
    status: "error",
    status_since: "2026-11-21T09:30:00.000Z",
    smtp_last_error: "SMTP: the server refuses connections at this port; check host and port",
    inbox_last_error: "",
  },
  wallet: { balance: 0 },
  webhook: { id: "655f1c2e9b1e8a0012345690", url: "https://hooks.example.com/mail", description: "CRM", status: "disabled" },
  suppression: { id: "655f1c2e9b1e8a0012345692", email: "joe@example.com", reason: "bounced" },
  connect_link: {
    id: "655f1c2e9b1e8a00123456b0",
    mailbox_id: "655f1c2e9b1e8a00123456aa",
    email: "jane@example.com",
    state: "customer-4711",
    completed_at: "2026-11-21T09:30:02.000Z",
  },
} satisfies Record<EventRecord, object>;

/** Each event with its schema, when it happens, and an example. */
export const eventKinds = eventTypes.map((type) => {
  const { record, sentence } = EVENTS[type];
  return {
    type,
    record,
    sentence,
    schema: eventVariants[record],
    example: { id: "655f1c2e9b1e8a0012345681", type, sequence: 1, created_at: "2026-11-21T09:30:02.000Z", data: exampleData[record] },
  };
});

/** The event that tests a webhook; it is in no feed. */
export const testEvent = named(
  "WebhookTestEvent",
  z.object({
    id: described(z.string(), "The test's id."),
    type: described(z.literal("webhook.test"), "Always `webhook.test`."),
    sequence: described(z.literal(0), "Always 0; numbers in the feed start at 1."),
    created_at: described(dateTimeOut, "When the test was made, RFC 3339 in UTC."),
    data: described(named("NoData", z.object({}), "Nothing."), "Empty: nothing happened."),
  }),
  "A signed test of a webhook.",
);

/** GET /v1/events (api/README.md, "Events"). */
export const listEvents = operation({
  id: "events/list",
  method: "GET",
  path: "/v1/events",
  boundKeys: { rows: "within" },
  summary: "List events",
  description: `List the events of the last ${EVENTS_KEPT_DAYS} days, in a fixed order without gaps; continue from next_cursor`,
  query: z
    .strictObject({
      after: described(z.optional(cursor), "The `next_cursor` of the previous page; the start of the feed when absent."),
      latest: described(
        z._default(flagQuery, false),
        "True reads the feed's end, the newest `limit` events; not together with after. False when absent.",
      ),
      type: described(z.optional(eventType), "Only events of this type; `next_cursor` passes the others, too."),
      ...tenantFilter,
      limit: described(pageQuery.limit, "How many events a page has, 1 to 200; 50 when absent."),
    })
    .check(z.refine(({ after, latest }) => !latest || after === undefined, { path: ["latest"], error: "cannot be given with after" })),
  response: named(
    "EventList",
    z.object({
      events: described(z.array(event), "What happened, oldest first."),
      next_cursor: described(z.string(), "Where the next page starts: pass it as `after`, now or later."),
      has_more: described(z.boolean(), "Whether there are more events now."),
    }),
    "A page of the feed.",
  ),
  errors: [400, 410],
  example: {
    response: {
      events: [
        {
          id: "655f1c2e9b1e8a0012345681",
          type: "send.sent",
          sequence: 1,
          created_at: "2026-11-21T09:30:02.000Z",
          data: { id: "655f1c2e9b1e8a0012345679", to_email: "jane@example.com", status: "sent", sent_at: "2026-11-21T09:30:02.000Z" },
        },
      ],
      next_cursor: "1",
      has_more: false,
    },
  },
});
