import { eventData } from "./contract/event-data.ts";
import type { listEvents } from "./contract/events.ts";
import type { AnswerOf } from "#shared/api/operation.ts";
import { EVENTS, type FeedEvent, orderOf } from "./event.ts";
import type { FeedPage } from "./publish.ts";
import type { Webhook } from "#shared/webhooks/webhook.ts";
import type { BouncedRecipient } from "#shared/sending/recipients.ts";
import { shownBounce } from "#shared/sending/shown-bounce.ts";
import { dateOut, toWire } from "#shared/api/wire.ts";

/** How the record of an event is mapped, by the kind of record. */
const wireOf = {
  send: toWire(eventData.send),
  message: toWire(eventData.message),
  thread: toWire(eventData.thread),
  mailbox: toWire(eventData.mailbox),
  wallet: toWire(eventData.wallet),
  webhook: toWire(eventData.webhook),
  suppression: toWire(eventData.suppression),
  connect_link: toWire(eventData.connectLink),
};

/** An event's record by the wire's rule; the class of a bounce is computed now, as in the record. */
const dataOut = ({ type, data: { bounces, ...data } }: FeedEvent): unknown => {
  const toData = wireOf[EVENTS[type].record] as (record: object) => unknown;
  return toData(Array.isArray(bounces) ? { ...data, bounces: (bounces as BouncedRecipient[]).map(shownBounce) } : data);
};

/** A webhook's record in an event for a key without `admin`, and for any webhook's receiver: of its URL the origin, for the path may be a secret. */
const withoutPath = (event: FeedEvent): FeedEvent => {
  const { url } = event.data as { readonly url?: unknown };
  if (EVENTS[event.type].record !== "webhook" || typeof url !== "string") return event;
  return { ...event, data: { ...event.data, url: URL.parse(url)?.origin ?? "" } };
};

type EventOut = AnswerOf<typeof listEvents>["events"][number];

/** An event in the API; a tenant's, or a bound key's, tells no number. */
const eventOut = (event: FeedEvent, isBound: boolean): EventOut => {
  const { id, type, at } = event;
  const sequence = isBound ? orderOf(event) : event.sequence;
  return { id, type, sequence, created_at: dateOut(at), data: dataOut(event) } as unknown as EventOut;
};

/** An event as the body of a request to a webhook. */
export const eventBody = (event: FeedEvent, { tenant }: Pick<Webhook, "tenant">): string =>
  JSON.stringify(eventOut(withoutPath(event), tenant !== undefined));

/** The event that tests a webhook; it is in no feed. */
export const testEventBody = (id: string, at: Date): string =>
  JSON.stringify({ id, type: "webhook.test", sequence: 0, created_at: dateOut(at), data: {} });

/** A page of the feed in the API, for the key that reads it. An exception: a page with its cursor is no record. */
export const feedOut = (
  { events, through, more }: FeedPage<string>,
  { scopes, bounds }: { readonly scopes: readonly string[]; readonly bounds?: object | undefined },
): AnswerOf<typeof listEvents> => ({
  events: (scopes.includes("admin") ? events : events.map(withoutPath)).map((event) => eventOut(event, bounds !== undefined)),
  next_cursor: through,
  has_more: more,
});
