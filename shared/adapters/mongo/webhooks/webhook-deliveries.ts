import type { Keyring } from "../../../domain/mailboxes/credentials/seal.ts";
import type { WebhookDeliveries } from "../../../domain/webhooks/ports.ts";
import { DISABLED_AFTER_MS, restAfter } from "../../../domain/webhooks/webhook.ts";
import type { Connect } from "../database.ts";
import { given, newToken, oid } from "../documents.ts";
import { eventsOf, toEvent, withNews } from "../events/event-documents.ts";
import { openSecrets, toWebhook, webhookDeliveriesOf, webhooksOf } from "./webhook-documents.ts";

const FORGOTTEN_AT_MOST = 1000;

/** The queue of deliveries in MongoDB. */
export const mongoWebhookDeliveries = (connect: Connect, keyring: () => Promise<Keyring>): WebhookDeliveries => ({
  lease: async (webhookId, forMs) => {
    const token = newToken();
    const free = { $lte: [{ $ifNull: ["$lease.until", "$nextAt"] }, "$$NOW"] };
    const taken = await webhooksOf(await connect()).findOneAndUpdate(
      { _id: oid(webhookId), status: "active", nextAt: { $exists: true }, $expr: { $and: [{ $lte: ["$nextAt", "$$NOW"] }, free] } },
      [{ $set: { lease: { token, until: { $add: ["$$NOW", forMs] } } } }],
    );
    return taken ? { token, webhook: toWebhook(taken), secrets: openSecrets(await keyring(), taken) } : undefined;
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
  release: async ({ token, webhook }, round) => {
    const database = await connect();
    const _id = oid(webhook.id);
    return database.transaction(async (session) => {
      const held = await webhooksOf(database).findOne({ _id, "lease.token": token }, { session });
      if (!held) return undefined;
      const [first] = await webhookDeliveriesOf(database)
        .find({ webhookId: _id, dueAt: { $exists: true } }, { session, projection: { dueAt: 1 } })
        .sort({ dueAt: 1 })
        .limit(1)
        .toArray();
      const now = Date.now();
      const failures = (held.failures ?? 0) + 1;
      const since = held.failingSince ?? new Date(now);
      const failed = round === "failed";
      const isOver = failed && now - since.getTime() >= DISABLED_AFTER_MS;
      const restUntil = new Date(now + restAfter(failures));
      const nextAt = first?.dueAt && new Date(Math.max(first.dueAt.getTime(), failed ? restUntil.getTime() : 0));
      const set = {
        ...(nextAt && { nextAt }),
        ...(failed && { failures, failingSince: since, restUntil }),
        ...(isOver && { status: "disabled" as const, updatedAt: "$$NOW", ...withNews("webhook.disabled") }),
      };
      const gone = ["lease", ...(nextAt ? [] : ["nextAt"]), ...(failed ? [] : ["failures", "failingSince", "restUntil"])];
      const update = [...(Object.keys(set).length > 0 ? [{ $set: set }] : []), { $unset: gone }];
      await webhooksOf(database).updateOne({ _id, "lease.token": token }, update, { session });
      return nextAt && !isOver ? Math.max(0, nextAt.getTime() - now) : undefined;
    });
  },
  forgotten: async (forMs) => {
    const since = new Date(Date.now() - forMs);
    const found = webhooksOf(await connect()).find({ nextAt: { $lt: since }, status: "active" }, { projection: { _id: 1 } });
    return (await found.limit(FORGOTTEN_AT_MOST).toArray()).map(({ _id }) => String(_id));
  },
});
