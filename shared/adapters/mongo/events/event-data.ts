import type { Document } from "mongodb";
import type { EventSource } from "../../../domain/events/event.ts";
import { cutToAnswer } from "../../../domain/mail/text-size.ts";
import { fromDocument, given } from "../documents.ts";

/** The most of a message's new text in an event, bytes as an answer counts them: a page of 200 events fits into one. */
const REPLY_TEXT_BYTES = 10_000;

/** The fields of each kind of record that its events carry: enough to act on, no secrets, and of bodies only what a message says anew. */
const FIELDS: Readonly<Record<EventSource, readonly string[]>> = {
  sends: [
    "id",
    "mailboxId",
    "fromEmail",
    "toEmail",
    "cc",
    "subject",
    "status",
    "messageId",
    "threadId",
    "kind",
    "metadata",
    "attempts",
    "lastError",
    "cancelReason",
    "scheduledAt",
    "sentAt",
    "repliedAt",
    "bouncedAt",
    "bounceReason",
    "bounces",
    "complainedAt",
    "refused",
    "deferred",
  ],
  messages: [
    "id",
    "mailboxId",
    "threadId",
    "emailJobId",
    "kind",
    "messageId",
    "from",
    "subject",
    "snippet",
    "replyText",
    "metadata",
    "receivedAt",
  ],
  mailboxes: ["id", "email", "type", "status", "statusSince", "smtpLastError", "inboxLastError"],
  wallets: ["balance"],
  webhooks: ["id", "url", "description", "status"],
  suppressions: ["id", "email", "reason", "sendId"],
};

/** The fields of a document that publishing its events reads. */
export const eventFields = (source: EventSource): Readonly<Record<string, 1>> =>
  Object.fromEntries(["userId", "news", ...FIELDS[source]].filter((field) => field !== "id").map((field) => [field, 1]));

/** An event's data: its record as it is now. */
export const eventData = (source: EventSource, document: Document): Readonly<Record<string, unknown>> => {
  const record: Record<string, unknown> = { ...fromDocument<{ id: string }>(document) };
  if (typeof record["replyText"] === "string")
    record["replyText"] = cutToAnswer(record["replyText"].slice(0, REPLY_TEXT_BYTES), REPLY_TEXT_BYTES);
  return given(Object.fromEntries(FIELDS[source].map((field) => [field, record[field]])));
};
