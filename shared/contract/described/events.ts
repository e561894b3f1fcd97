import { listEvents } from "../events.ts";
import { type Described, named, object, query } from "./described.ts";

const event = listEvents.response.shape.events.def.element;

/** The words of events. */
export const events: readonly Described[] = [
  query(listEvents.query, {
    after: "The `next_cursor` of the page before; the feed's beginning when absent.",
    type: "Only events of this type; the cursor counts all of them.",
    limit: "How many events a page holds, 1 to 200; 50 when absent.",
  }),
  object("EventList", listEvents.response, "A page of the feed.", {
    events: "What happened, oldest first.",
    next_cursor: "Where the next page begins: ask with `after` set to it, now or later.",
    has_more: "Whether more is there already.",
  }),
  object("Event", event, "Something that happened to a send, a message, a mailbox or the wallet.", {
    id: "The event's id, the same whenever it is told.",
    type: "What happened.",
    sequence: "Counts the account's events from 1, without a gap.",
    created_at: "When it happened, RFC 3339 in UTC.",
    data: "What it happened to, with the fields of its record.",
  }),
  named("EventType", event.shape.type, "What can happen."),
];
