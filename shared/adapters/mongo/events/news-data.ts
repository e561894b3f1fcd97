import type { Document } from "mongodb";
import type { NewsSource } from "../../../domain/events/event.ts";
import { fromDocument, given } from "../documents.ts";

/** The fields of each kind of record that its events carry: enough to act on, no bodies and no secrets. */
const FIELDS: Readonly<Record<NewsSource, readonly string[]>> = {
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
  ],
  messages: ["id", "mailboxId", "threadId", "emailJobId", "kind", "messageId", "from", "subject", "snippet", "receivedAt"],
  mailboxes: ["id", "email", "type", "status", "inboxLastError"],
  wallets: ["balance"],
  webhooks: ["id", "url", "description", "status"],
  suppressions: ["id", "email", "reason", "sendId"],
};

/** What of a document publishing its news reads. */
export const newsFields = (source: NewsSource): Readonly<Record<string, 1>> =>
  Object.fromEntries(["userId", "news", ...FIELDS[source]].filter((field) => field !== "id").map((field) => [field, 1]));

/** What an event tells of its record, as the record is now. */
export const newsData = (source: NewsSource, document: Document): Readonly<Record<string, unknown>> => {
  const record: Record<string, unknown> = { ...fromDocument<{ id: string }>(document) };
  return given(Object.fromEntries(FIELDS[source].map((field) => [field, record[field]])));
};
