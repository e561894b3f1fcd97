import type { listEvents } from "../contract/events.ts";
import type { AnswerOf } from "../contract/operation.ts";
import type { FeedEvent } from "../domain/events/event.ts";
import type { FeedPage } from "../domain/events/ports.ts";
import type { BouncedRecipient } from "../domain/sending/recipients.ts";
import { dateOut } from "./dates.ts";
import { snakeCase } from "./names.ts";
import { bouncedOut } from "./recipients.ts";

const valueOut = (value: unknown): unknown => {
  if (value instanceof Date) return dateOut(value);
  if (Array.isArray(value)) return value.map(valueOut);
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, valueOut(inner)]))
    : value;
};

const bouncesOut = (value: unknown): unknown => (Array.isArray(value) ? (value as BouncedRecipient[]).map(bouncedOut) : value);

/** The fields of an event's record by the wire's names: one rule serves them all; what clients named stays as they named it. */
const dataOut = (data: FeedEvent["data"]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [snakeCase(name), name === "bounces" ? bouncesOut(value) : valueOut(value)]),
  );

type EventOut = AnswerOf<typeof listEvents>["events"][number];

/** An event on the wire. */
const eventOut = ({ id, type, sequence, at, data }: FeedEvent): EventOut =>
  ({ id, type, sequence, created_at: dateOut(at), data: dataOut(data) }) as unknown as EventOut;

/** An event as a webhook's body. */
export const eventBody = (event: FeedEvent): string => JSON.stringify(eventOut(event));

/** The event that tries a webhook: it stands in no feed. */
export const testEventBody = (id: string, at: Date): string =>
  JSON.stringify({ id, type: "webhook.test", sequence: 0, created_at: dateOut(at), data: {} });

/** A part of a feed on the wire. */
export const feedOut = ({ events, through }: FeedPage, limit: number): AnswerOf<typeof listEvents> => ({
  events: events.map(eventOut),
  next_cursor: String(through),
  has_more: events.length === limit,
});
