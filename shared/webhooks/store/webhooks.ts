import type { Webhooks, SealedWebhooks, WebhookDelivery, Webhook } from "../webhook.ts";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { fromDocument, given, newId, oid, toDocument, pageOf } from "#shared/platform/mongo/documents.ts";
import { eventsOf } from "#shared/events/store/event-documents.ts";
import { deletePublished } from "#shared/events/store/event-outbox.ts";
import { ofTenant } from "#shared/events/store/feeds.ts";
import {
  deliveryOf,
  shown,
  toWebhook,
  webhookDeliveriesOf,
  type WebhookDocument,
  webhooksOf,
  openSecrets,
  sealSecret,
} from "./webhook-documents.ts";
import { workerNow } from "#shared/platform/world.ts";
import { openedBy, type ReadKeyring } from "#shared/platform/credentials.ts";
import { touchUser } from "#shared/accounts/store/users.ts";

/** The fields that are removed when a webhook starts afresh, or its owner switches it off. */
const HEALED = { failures: "", failingSince: "", restUntil: "", answered: "" };

/** The most events that one replay queues. */
const REPLAY_MAX = 1000;

const one = (userId: string, id: string) => ({ _id: oid(id), userId: oid(userId) });

/** The webhooks in MongoDB, without their secrets. */
export const mongoWebhooks = (connect: Connect): Webhooks => {
  const webhookIfFound = (found: WebhookDocument | null) => (found ? toWebhook(found) : undefined);
  return {
    find: async (userId, id) =>
      webhookIfFound(await webhooksOf(await connect()).findOne<WebhookDocument>(one(userId, id), { projection: shown })),
    list: async (userId) => {
      const found = webhooksOf(await connect()).find<WebhookDocument>({ userId: oid(userId) }, { projection: shown });
      return (await found.sort({ createdAt: 1 }).toArray()).map(toWebhook);
    },
    update: async (userId, id, { types, ...changes }) => {
      const healed = changes.status === undefined ? {} : HEALED;
      const all = types === undefined ? {} : { types };
      const unset = { ...healed, ...(types?.length === 0 && { types: "" }) };
      const set = { ...given(changes), ...(types?.length === 0 ? {} : all), updatedAt: workerNow() };
      const update = { $set: set, ...(Object.keys(unset).length > 0 && { $unset: unset }) };
      const moved = { $set: { ...set, unverified: true }, $unset: { ...unset, ...HEALED, verifiedAt: "" } };
      const found = webhooksOf(await connect());
      const after = { returnDocument: "after" } as const;
      const elsewhere = changes.url === undefined ? null : { ...one(userId, id), url: { $ne: changes.url } };
      const webhook = elsewhere && (await found.findOneAndUpdate(elsewhere, moved as object, after));
      return webhookIfFound(webhook ?? (await found.findOneAndUpdate(one(userId, id), update as object, after)));
    },
    delete: async (userId, id) => {
      const database = await connect();
      if ((await deletePublished(database, "webhooks", one(userId, id))) === 0) return false;
      await webhookDeliveriesOf(database).deleteMany({ webhookId: oid(id) });
      return true;
    },
    deliveries: async (userId, id, page) => {
      const rows = pageOf(webhookDeliveriesOf(await connect()), { webhookId: oid(id), userId: oid(userId) }, "createdAt", page);
      return (await rows.project({ userId: 0, dueAt: 0 }).toArray()).map((row) => fromDocument<WebhookDelivery>(row));
    },
    replay: async ({ id, userId, types, tenant }, which, admit) => {
      const database = await connect();
      const user = oid(userId);
      const named = "since" in which ? { createdAt: { $gte: which.since } } : { _id: { $in: which.eventIds.map(oid) } };
      const events = await eventsOf(database)
        .find({ userId: user, ...named, ...(types && { type: { $in: [...types] } }), ...(await ofTenant(database, user, tenant)) })
        .sort({ sequence: 1 })
        .limit(REPLAY_MAX)
        .toArray();
      await admit(events.map(({ _id }) => _id.toHexString()));
      if (events.length === 0) return 0;
      await database.transaction(async (session) => {
        const before = { userId: user, webhookId: oid(id), eventId: { $in: events.map(({ _id }) => _id) } };
        const rows = events.map((event) => deliveryOf(newId(), oid(id), user, event._id, event));
        await webhookDeliveriesOf(database).deleteMany(before, { session });
        await webhookDeliveriesOf(database).insertMany(rows, { session });
      });
      return events.length;
    },
  };
};

/** A webhook that has not answered a test yet is marked, so that it is sent one. */
const asked = ({ verifiedAt }: Webhook) => (verifiedAt ? {} : { unverified: true });

/** The webhooks in MongoDB with their secrets; `keyring` is called at each use, so that a rotation takes effect. */
export const mongoSealedWebhooks = (connect: Connect, keyring: ReadKeyring): SealedWebhooks => {
  const one = (userId: string, id: string) => ({ _id: oid(id), userId: oid(userId) });
  return {
    ...mongoWebhooks(connect),
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
    secrets: async (userId, id) => {
      const found = await webhooksOf(await connect()).findOne(one(userId, id));
      return found ? openedBy(keyring, (keys) => openSecrets(keys, found)) : [];
    },
    rotate: async (userId, id, secret, bothForMs) => {
      const database = await connect();
      const keys = await keyring();
      const found = await webhooksOf(database).findOne(one(userId, id));
      if (!found) return false;
      const [current = secret] = await openedBy(keyring, (known) => openSecrets(known, found));
      const sealed = {
        secret: sealSecret(keys, userId, id, "secret", secret),
        previous: sealSecret(keys, userId, id, "previous", current),
      };
      const same = { ...one(userId, id), "sealed.secret": found.sealed.secret };
      const update = { $set: { sealed, previousUntil: new Date(workerNow().getTime() + bothForMs) } };
      return (await webhooksOf(database).updateOne(same, update)).matchedCount === 1;
    },
  };
};
