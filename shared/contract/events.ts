import * as z from "zod/mini";
import { EVENTS_KEPT_DAYS, type EventType, eventTypes } from "../domain/events/event.ts";
import { mailboxData, messageData, sendData, suppressionData, walletData, webhookData } from "./event-data.ts";
import { dateTimeOut } from "./fields.ts";
import { operation, type Schema } from "./operation.ts";
import { pageQuery } from "./paging.ts";

/** How a client goes on reading a feed: the number behind which it begins, as text. */
const cursor = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/, "must be a next_cursor that was given")),
  z.transform((text) => Number(text)),
);

/** What can happen. */
export const eventType = z.enum(eventTypes);

/** Events of some types, with what their records tell. */
const variant = <const T extends readonly EventType[], D extends Schema>(types: T, data: D) =>
  z.object({
    id: z.string(),
    type: z.literal(types as T & [EventType, ...EventType[]]),
    sequence: z.int(),
    /** When it happened. */
    created_at: dateTimeOut,
    data,
  });

/** The events by what they are about. */
export const eventVariants = {
  send: variant(["send.sent", "send.failed", "send.cancelled", "send.bounced", "send.complained", "send.replied"], sendData),
  message: variant(["message.received"], messageData),
  mailbox: variant(["mailbox.connected", "mailbox.error", "mailbox.disconnected", "mailbox.recovered"], mailboxData),
  wallet: variant(["wallet.low", "wallet.empty"], walletData),
  webhook: variant(["webhook.disabled"], webhookData),
  suppression: variant(["suppression.added"], suppressionData),
};
const { send, message, mailbox, wallet, webhook, suppression } = eventVariants;

/** An event, in the feed and in a webhook's body; `type` tells what it is about. */
export const event = z.discriminatedUnion("type", [send, message, mailbox, wallet, webhook, suppression]);

/** GET /v1/events (contract/README.md, "Events"). */
export const listEvents = operation({
  id: "events/list",
  method: "GET",
  path: "/v1/events",
  summary: `What happened, in an order that never changes and without a gap, for ${EVENTS_KEPT_DAYS} days; read on from next_cursor`,
  query: z.strictObject({ after: z.optional(cursor), type: z.optional(eventType), limit: pageQuery.limit }),
  response: z.object({ events: z.array(event), next_cursor: z.string(), has_more: z.boolean() }),
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
