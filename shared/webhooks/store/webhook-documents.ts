import type { ObjectId } from "mongodb";
import { EVENTS_KEPT_DAYS, type FeedEvent } from "#shared/events/event.ts";
import { type Keyring, seal, unseal } from "#shared/platform/credentials.ts";
import type { Secrets, Webhook, WebhookDelivery } from "../webhook.ts";
import type { Database, IndexSpec } from "#shared/platform/mongo/database.ts";
import type { Migration } from "#shared/platform/mongo/migrations.ts";
import { fromDocument, given, type Stored } from "#shared/platform/mongo/documents.ts";
import type { HasPendingEvents } from "#shared/events/store/event-documents.ts";
import { workerNow } from "#shared/platform/world.ts";

/** A webhook as stored, with its secrets sealed. */
export type WebhookDocument = Stored<Omit<Webhook, "lastError">, "userId"> &
  HasPendingEvents & {
    sealed: { secret: string; previous?: string };
    /** Until when the previous secret is valid. */
    previousUntil?: Date;
    /** True until its URL has answered a test. */
    unverified?: boolean;
    /** True when it was slow to answer. */
    isSlow?: boolean;
    lease?: { token: string; until: Date };
    /** How many rounds in a row failed; `restUntil`: until when the webhook is paused. */
    failures?: number;
    restUntil?: Date;
    /** The webhook's `lastError`. */
    answered?: string;
  };

/** A delivery as stored; it has `dueAt` while it is pending. */
export interface DeliveryDocument extends Omit<WebhookDelivery, "id" | "webhookId" | "eventId"> {
  readonly _id: ObjectId;
  readonly userId: ObjectId;
  readonly webhookId: ObjectId;
  readonly eventId: ObjectId;
  readonly dueAt?: Date;
}

/** The webhooks' collection. */
export const webhooksOf = (database: Database) => database.collection<WebhookDocument>("webhooks");
/** The collection of deliveries. */
export const webhookDeliveriesOf = (database: Database) => database.collection<DeliveryDocument>("webhookDeliveries");

const SECONDS_A_DAY = 86_400;

/** Indexes: an account's webhooks; those whose URL has answered no test; each event once for a webhook; due deliveries; the list; expiry. */
export const webhookIndexes: readonly IndexSpec[] = [
  { collection: "webhooks", keys: { userId: 1, createdAt: 1 } },
  {
    collection: "webhooks",
    keys: { unverified: 1, createdAt: 1 },
    options: { partialFilterExpression: { unverified: { $exists: true } } },
  },
  {
    collection: "webhookDeliveries",
    keys: { userId: 1, webhookId: 1, eventId: 1 },
    options: { unique: true },
    replaces: { webhookId: 1, eventId: 1 },
  },
  { collection: "webhookDeliveries", keys: { webhookId: 1, dueAt: 1 }, options: { partialFilterExpression: { dueAt: { $exists: true } } } },
  { collection: "webhookDeliveries", keys: { webhookId: 1, createdAt: -1, _id: -1 } },
  { collection: "webhookDeliveries", keys: { createdAt: 1 }, options: { expireAfterSeconds: EVENTS_KEPT_DAYS * SECONDS_A_DAY } },
];

/** A webhook of a version without tests counts as verified since it was made. */
export const webhookMigrations: readonly Migration[] = [
  {
    id: "verified",
    collection: "webhooks",
    rows: { unverified: { $ne: true }, verifiedAt: { $exists: false } },
    change: [{ $set: { verifiedAt: "$createdAt" } }],
  },
];

/** A projection of the fields that a Webhook shows. */
export const shown = {
  userId: 1,
  url: 1,
  types: 1,
  description: 1,
  tenant: 1,
  status: 1,
  verifiedAt: 1,
  unverified: 1,
  failingSince: 1,
  answered: 1,
  createdAt: 1,
  updatedAt: 1,
} as const;

/** Converts a document to a webhook. */
export const toWebhook = (document: WebhookDocument): Webhook => {
  const { _id, userId, url, types, description, tenant, status, unverified, verifiedAt, createdAt, updatedAt } = document;
  const optional = given({
    types,
    tenant,
    verifiedAt: unverified ? undefined : verifiedAt,
    failingSince: document.failingSince,
    lastError: document.answered,
  });
  return fromDocument<Webhook>({ _id, userId, url, ...optional, description, status, createdAt, updatedAt });
};

const bindingOf = (userId: string, recordId: string, field: string) => ({ userId, recordId, field });

/** Seals a signing secret for its webhook. */
export const sealSecret = (keyring: Keyring, userId: string, id: string, field: "secret" | "previous", secret: string): string =>
  seal(keyring, bindingOf(userId, id, field), secret);

/** The currently valid secrets, in clear text. */
export const openSecrets = (keyring: Keyring, { _id, userId, sealed, previousUntil }: WebhookDocument): Secrets => {
  const open = (field: "secret" | "previous", value: string) => unseal(keyring, bindingOf(String(userId), String(_id), field), value);
  const isValid = previousUntil !== undefined && previousUntil > workerNow();
  return [open("secret", sealed.secret), ...(sealed.previous !== undefined && isValid ? [open("previous", sealed.previous)] : [])];
};

/** An event as a delivery to a webhook. */
export const deliveryOf = (
  _id: ObjectId,
  webhookId: ObjectId,
  userId: ObjectId,
  eventId: ObjectId,
  { type, sequence }: Pick<FeedEvent, "type" | "sequence">,
): DeliveryDocument => {
  const now = workerNow();
  return { _id, webhookId, userId, eventId, type, sequence, status: "pending", attempts: 0, createdAt: now, dueAt: now };
};
