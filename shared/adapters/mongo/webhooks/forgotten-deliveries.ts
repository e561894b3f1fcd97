import { ObjectId } from "mongodb";
import type { WebhookDeliveries } from "../../../domain/webhooks/ports.ts";
import type { Connect } from "../database.ts";
import { webhookDeliveriesOf, webhooksOf } from "./webhook-documents.ts";
import { workerNow } from "../../../domain/world.ts";

const FORGOTTEN_AT_MOST = 1000;
/** Below every id: a bound on the index's first field lets `distinct` skip from endpoint to endpoint (MongoDB, "DISTINCT_SCAN"). */
const FIRST_ID = new ObjectId("0".repeat(24));

/** True where the date has passed, or is absent. */
export const isPast = (date: `$${string}`) => ({ $lte: [{ $ifNull: [date, "$$NOW"] }, "$$NOW"] });

/** The endpoints in MongoDB with a delivery that has been due for long, for the sweeper, which reads no secrets. */
export const mongoForgottenDeliveries = (connect: Connect): Pick<WebhookDeliveries, "forgotten"> => ({
  forgotten: async (forMs) => {
    const database = await connect();
    const since = new Date(workerNow().getTime() - forMs);
    const overdue = { webhookId: { $gt: FIRST_ID }, dueAt: { $gte: new Date(0), $lt: since } };
    const _id = { $in: await webhookDeliveriesOf(database).distinct("webhookId", overdue) };
    const found = webhooksOf(database).find(
      { _id, status: "active", $expr: { $and: [isPast("$restUntil"), isPast("$lease.until")] } },
      { projection: { userId: 1 } },
    );
    return (await found.limit(FORGOTTEN_AT_MOST).toArray()).map((webhook) => ({ id: String(webhook._id), userId: String(webhook.userId) }));
  },
});
