import { ObjectId } from "mongodb";
import type { Keyring } from "../../../domain/mailboxes/credentials/seal.ts";
import type { Webhooks } from "../../../domain/webhooks/ports.ts";
import type { Webhook, WebhookDelivery } from "../../../domain/webhooks/webhook.ts";
import type { Connect } from "../database.ts";
import { fromDocument, given, oid, toDocument } from "../documents.ts";
import { touchUser } from "../accounts/users.ts";
import { pageOf } from "../pages.ts";
import { eventsOf } from "../events/event-documents.ts";
import {
  deliveryOf,
  openSecrets,
  sealSecret,
  shown,
  toWebhook,
  webhookDeliveriesOf,
  type WebhookDocument,
  webhooksOf,
} from "./webhook-documents.ts";

/** What is forgotten of an endpoint that begins anew. */
const HEALED = { failures: "", failingSince: "", restUntil: "" };

/** An address that has not answered a test is asked for one. */
const asked = ({ verifiedAt }: Webhook) => (verifiedAt ? {} : { unverified: true });

/** Events that one replay queues at most. */
const REPLAY_MAX = 1000;

/** The endpoints in MongoDB; `keyring` is read anew each time, so that a rotation takes effect. */
export const mongoWebhooks = (connect: Connect, keyring: () => Promise<Keyring>): Webhooks => {
  const one = (userId: string, id: string) => ({ _id: oid(id), userId: oid(userId) });
  const orNothing = (found: WebhookDocument | null) => (found ? toWebhook(found) : undefined);
  return {
    insert: async (webhook, secret, most) => {
      const sealed = { secret: sealSecret(await keyring(), webhook.userId, webhook.id, "secret", secret) };
      const database = await connect();
      const userId = oid(webhook.userId);
      return database.transaction(async (session) => {
        await touchUser(database, userId, session);
        const own = webhooksOf(database).find({ userId }, { session, projection: { _id: 1 } });
        if ((await own.limit(most).toArray()).length === most) return false;
        await webhooksOf(database).insertOne({ ...toDocument(webhook, ["userId"]), ...asked(webhook), sealed }, { session });
        return true;
      });
    },
    find: async (userId, id) =>
      orNothing(await webhooksOf(await connect()).findOne<WebhookDocument>(one(userId, id), { projection: shown })),
    list: async (userId) => {
      const found = webhooksOf(await connect()).find<WebhookDocument>({ userId: oid(userId) }, { projection: shown });
      return (await found.sort({ createdAt: 1 }).toArray()).map(toWebhook);
    },
    update: async (userId, id, { types, ...changes }) => {
      const healed = changes.status === "active" ? HEALED : {};
      const all = types === undefined ? {} : { types };
      const unset = { ...healed, ...(types?.length === 0 && { types: "" }) };
      const set = { ...given(changes), ...(types?.length === 0 ? {} : all), updatedAt: new Date() };
      const update = { $set: set, ...(Object.keys(unset).length > 0 && { $unset: unset }) };
      const moved = { $set: { ...set, unverified: true }, $unset: { ...unset, ...HEALED, verifiedAt: "" } };
      const found = webhooksOf(await connect());
      const after = { returnDocument: "after" } as const;
      const elsewhere = changes.url === undefined ? null : { ...one(userId, id), url: { $ne: changes.url } };
      const webhook = elsewhere && (await found.findOneAndUpdate(elsewhere, moved as object, after));
      return orNothing(webhook ?? (await found.findOneAndUpdate(one(userId, id), update as object, after)));
    },
    delete: async (userId, id) => {
      const database = await connect();
      if ((await webhooksOf(database).deleteOne(one(userId, id))).deletedCount === 0) return false;
      await webhookDeliveriesOf(database).deleteMany({ webhookId: oid(id) });
      return true;
    },
    secrets: async (userId, id) => {
      const found = await webhooksOf(await connect()).findOne(one(userId, id));
      return found ? openSecrets(await keyring(), found) : [];
    },
    rotate: async (userId, id, secret, bothForMs) => {
      const database = await connect();
      const keys = await keyring();
      const found = await webhooksOf(database).findOne(one(userId, id));
      if (!found) return false;
      const [current = secret] = openSecrets(keys, found);
      const sealed = {
        secret: sealSecret(keys, userId, id, "secret", secret),
        previous: sealSecret(keys, userId, id, "previous", current),
      };
      const same = { ...one(userId, id), "sealed.secret": found.sealed.secret };
      const update = { $set: { sealed, previousUntil: new Date(Date.now() + bothForMs) } };
      return (await webhooksOf(database).updateOne(same, update)).matchedCount === 1;
    },
    deliveries: async (userId, id, page) => {
      const rows = pageOf(webhookDeliveriesOf(await connect()), { webhookId: oid(id), userId: oid(userId) }, "createdAt", page);
      return (await rows.project({ userId: 0, dueAt: 0 }).toArray()).map((row) => fromDocument<WebhookDelivery>(row));
    },
    replay: async ({ id, userId, types }, which, admit) => {
      const database = await connect();
      const user = oid(userId);
      const named = "since" in which ? { createdAt: { $gte: which.since } } : { _id: { $in: which.eventIds.map(oid) } };
      const events = await eventsOf(database)
        .find({ userId: user, ...named, ...(types && { type: { $in: [...types] } }) })
        .sort({ sequence: 1 })
        .limit(REPLAY_MAX)
        .toArray();
      if (events.length === 0) return 0;
      await admit(events.length);
      await database.transaction(async (session) => {
        const before = { webhookId: oid(id), eventId: { $in: events.map(({ _id }) => _id) } };
        const rows = events.map((event) => deliveryOf(new ObjectId(), oid(id), user, event._id, event));
        await webhookDeliveriesOf(database).deleteMany(before, { session });
        await webhookDeliveriesOf(database).insertMany(rows, { session });
      });
      return events.length;
    },
  };
};
