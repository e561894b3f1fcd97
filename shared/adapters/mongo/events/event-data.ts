import type { Document } from "mongodb";
import type { EventSource } from "../../../domain/events/event.ts";
import { publishedFields } from "../../../domain/events/published-fields.ts";
import { cutToAnswer } from "../../../domain/mail/text-size.ts";
import { fromDocument, given } from "../documents.ts";

/** The most bytes of a message's new text in an event, as an answer counts them, so that a page of 200 events fits in one. */
const REPLY_TEXT_BYTES = 10_000;

/** The fields of a document that are read to publish its events. */
export const eventFields = (source: EventSource): Readonly<Record<string, 1>> =>
  Object.fromEntries(
    ["userId", "news", "firstEta", ...publishedFields[source]].filter((field) => field !== "id").map((field) => [field, 1]),
  );

/** An event's data: its record in the current state. */
export const eventData = (source: EventSource, document: Document): Readonly<Record<string, unknown>> => {
  const record: Record<string, unknown> = { ...fromDocument<{ id: string }>(document) };
  if (typeof record["replyText"] === "string")
    record["replyText"] = cutToAnswer(record["replyText"].slice(0, REPLY_TEXT_BYTES), REPLY_TEXT_BYTES);
  return given(Object.fromEntries(publishedFields[source].map((field) => [field, record[field]])));
};
