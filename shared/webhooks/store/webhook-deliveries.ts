import { type Filter, ObjectId } from "mongodb";
import { type WebhookDeliveries, type RunEnd, DISABLED_AFTER_MS, backoffMs, FORGOTTEN_AFTER_MS } from "../webhook.ts";
import type { Connect, Database } from "#shared/platform/mongo/database.ts";
import { type DueRecords, whatIsDue, whatWaits } from "#shared/platform/mongo/due-records.ts";
import {
  type DeliveryDocument,
  webhookDeliveriesOf,
  webhooksOf,
  openSecrets,
  toWebhook,
  type WebhookDocument,
} from "./webhook-documents.ts";
import { workerNow } from "#shared/platform/world.ts";
import { openedBy, type ReadKeyring } from "#shared/platform/credentials.ts";
import { given, newToken, oid } from "#shared/platform/mongo/documents.ts";
import { eventsOf, toEvent, recordEvent } from "#shared/events/store/event-documents.ts";

const FORGOTTEN_AT_MOST = 1000;
/** Less than every id: a bound on the index's first field lets `distinct` skip from webhook to webhook (MongoDB, "DISTINCT_SCAN"). */
const FIRST_ID = new ObjectId("0".repeat(24));

/** Events that wait to be posted to a webhook. */
export const dueDeliveries: DueRecords = {
  collection: "webhookDeliveries",
  at: "dueAt",
  leftMs: FORGOTTEN_AFTER_MS,
  inWorld: "line",
};
/** Webhooks whose URL has not answered a test; they are due when they may be posted to. */
export const untestedWebhooks: DueRecords = {
  collection: "webhooks",
  where: { unverified: true, status: "active" } satisfies Filter<WebhookDocument>,
  leftMs: 0,
  inWorld: "line",
};

/** True where the date has passed, or is absent. */
const isPast = (date: `$${string}`) => ({ $lte: [{ $ifNull: [date, "$$NOW"] }, "$$NOW"] });

/** Finds in MongoDB webhooks whose deliveries have been due for long; for the sweeper, which may read no secrets. */
export const mongoForgottenDeliveries = (connect: Connect): Pick<WebhookDeliveries, "forgotten"> => ({
  forgotten: async (forMs) => {
    const database = await connect();
    const now = workerNow();
    const overdue = { webhookId: { $gt: FIRST_ID }, ...whatIsDue<DeliveryDocument>(dueDeliveries, now, forMs) };
    const _id = { $in: await webhookDeliveriesOf(database).distinct("webhookId", overdue) };
    const untested = { ...whatWaits<WebhookDocument>(untestedWebhooks), createdAt: { $lte: new Date(now.getTime() - forMs) } };
    const found = webhooksOf(database).find(
      { status: "active", $or: [{ _id }, untested], $expr: { $and: [isPast("$restUntil"), isPast("$lease.until")] } },
      { projection: { userId: 1 } },
    );
    return (await found.limit(FORGOTTEN_AT_MOST).toArray()).map((webhook) => ({ id: String(webhook._id), userId: String(webhook.userId) }));
  },
});

/** A webhook's fields after a run in which every post failed, or after a 410. */
const afterFailure = (
  { failures: before = 0, failingSince: since }: WebhookDocument,
  { answered, isGone, askedWaitMs = 0 }: Pick<RunEnd, "answered" | "isGone" | "askedWaitMs">,
  now: number,
) => {
  const failures = before + 1;
  const failingSince = since ?? new Date(now);
  const restUntil = new Date(now + Math.max(backoffMs(failures), askedWaitMs));
  const isOver = isGone === true || now - failingSince.getTime() >= DISABLED_AFTER_MS;
  const disabled = { status: "disabled" as const, updatedAt: "$$NOW", ...recordEvent("webhook.disabled") };
  const words = answered !== undefined && { answered: { $literal: answered } };
  return { set: { failures, failingSince, restUntil, ...words, ...(isOver && disabled) }, restUntil, isOver };
};

const firstDue = async (database: Database, webhookId: ObjectId): Promise<Date | undefined> => {
  const due = { webhookId, dueAt: { $exists: true } };
  const [first] = await webhookDeliveriesOf(database)
    .find(due, { projection: { dueAt: 1 } })
    .sort({ dueAt: 1 })
    .limit(1)
    .toArray();
  return first?.dueAt;
};

/** The queue of deliveries in MongoDB; the keyring opens the signing secrets. */
export const mongoWebhookDeliveries = (connect: Connect, keyring: ReadKeyring): WebhookDeliveries => ({
  ...mongoForgottenDeliveries(connect),
  isSlow: async (webhookId) => (await webhooksOf(await connect()).countDocuments({ _id: oid(webhookId), isSlow: true })) > 0,
  lease: async (webhookId, forMs) => {
    const token = newToken();
    const taken = await webhooksOf(await connect()).findOneAndUpdate(
      { _id: oid(webhookId), status: "active", $expr: { $and: [isPast("$restUntil"), isPast("$lease.until")] } },
      [{ $set: { lease: { token, until: { $add: ["$$NOW", forMs] } } } }],
    );
    return taken ? { token, webhook: toWebhook(taken), secrets: await openedBy(keyring, (keys) => openSecrets(keys, taken)) } : undefined;
  },
  verified: async ({ id, url }) => {
    const gone = ["unverified", "failures", "failingSince", "restUntil", "answered"];
    const update = [{ $set: { verifiedAt: "$$NOW" } }, { $unset: gone }];
    await webhooksOf(await connect()).updateOne({ _id: oid(id), url, unverified: true }, update);
  },
  due: async ({ webhook }, limit) => {
    const database = await connect();
    const due = { webhookId: oid(webhook.id), dueAt: { $gte: new Date(0) }, $expr: { $lte: ["$dueAt", "$$NOW"] } };
    const rows = await webhookDeliveriesOf(database).find(due).sort({ dueAt: 1 }).limit(limit).toArray();
    if (rows.length === 0) return [];
    const found = await eventsOf(database)
      .find({ _id: { $in: rows.map(({ eventId }) => eventId) } })
      .toArray();
    const gone = rows.filter(({ eventId }) => !found.some(({ _id }) => _id.equals(eventId))).map(({ _id }) => _id);
    if (gone.length > 0) await webhookDeliveriesOf(database).deleteMany({ _id: { $in: gone } });
    const events = new Map(found.map((event) => [String(event._id), toEvent(event)]));
    return rows.flatMap(({ _id, attempts, eventId }) => {
      const event = events.get(String(eventId));
      return event ? [{ id: String(_id), attempts, event }] : [];
    });
  },
  record: async ({ id }, { ok, responseStatus, durationMs, response }, againInMs) => {
    const status = ok ? "delivered" : againInMs === undefined ? "failed" : "pending";
    const answer = { ...given({ responseStatus }), durationMs, response: { $literal: response }, lastAttemptAt: "$$NOW" };
    const set = { status, attempts: { $add: ["$attempts", 1] }, ...answer };
    const update =
      status === "pending" ? [{ $set: { ...set, dueAt: { $add: ["$$NOW", againInMs] } } }] : [{ $set: set }, { $unset: ["dueAt"] }];
    await webhookDeliveriesOf(await connect()).updateOne({ _id: oid(id) }, update);
  },
  release: async ({ token, webhook }, { round, isSlow, answered, isGone = false, askedWaitMs = 0 }) => {
    const database = await connect();
    const _id = oid(webhook.id);
    const now = workerNow().getTime();
    const released = await database.transaction(async (session) => {
      const held = await webhooksOf(database).findOne({ _id, "lease.token": token }, { session });
      if (!held) return undefined;
      // A webhook that its owner has switched off meanwhile is not marked as failing.
      const isOn = held.status === "active";
      // A 410 concerns only the URL that answered it, which may have been replaced meanwhile.
      const gone = isGone && held.url === webhook.url;
      const rest = new Date(askedWaitMs > 0 ? now + askedWaitMs : 0);
      const rests = { set: isOn && askedWaitMs > 0 ? { restUntil: rest } : {}, restUntil: rest, isOver: false };
      const after = isOn && (gone || round === "failed") ? afterFailure(held, { answered, isGone: gone, askedWaitMs }, now) : rests;
      const healed = round === "worked" && !gone ? ["failures", "failingSince", "answered", ...(askedWaitMs > 0 ? [] : ["restUntil"])] : [];
      const update = [{ $set: { ...after.set, isSlow } }, { $unset: ["lease", ...healed, ...(isSlow ? [] : ["isSlow"])] }];
      await webhooksOf(database).updateOne({ _id, "lease.token": token }, update, { session });
      return { ...after, asks: held.unverified === true && round !== "worked" };
    });
    if (!released || released.isOver) return undefined;
    // Only after the lease has ended: a delivery queued before could not take the lease, and is found here; a later one takes it itself.
    const first = (await firstDue(database, _id)) ?? (released.asks ? new Date(0) : undefined);
    return first && Math.max(0, first.getTime() - now, released.restUntil.getTime() - now);
  },
});
