import { ObjectId } from "mongodb";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { mongoEventOutbox } from "#shared/events/store/event-outbox.ts";
import { webhooksOf } from "#shared/webhooks/store/webhook-documents.ts";
import { mongoWebhookDeliveries } from "#shared/webhooks/store/webhook-deliveries.ts";
import { mongoSealedWebhooks } from "#shared/webhooks/store/webhooks.ts";
import type { EventType } from "#shared/events/event.ts";
import { deliverWebhook, type Speed } from "#shared/webhooks/deliver-webhook.ts";
import { createWebhook } from "#shared/webhooks/manage-webhooks.ts";
import type { Attempt, WebhookRef, WebhookClient } from "#shared/webhooks/webhook.ts";
import { eventBody, testEventBody } from "#shared/events/wire.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { recordingLog } from "./sending-rig.ts";

const keyring = async () => ({ current: "k1", keys: { k1: Buffer.alloc(32).toString("base64") } });

/** Webhooks on a database, with events that happen and workers that post nowhere. */
export const webhooksWorld = (connect: Connect) => {
  const webhooks = mongoSealedWebhooks(connect, keyring);
  const webhookDeliveries = mongoWebhookDeliveries(connect, keyring);
  const eventOutbox = mongoEventOutbox(connect);

  const asleep = { wake: async () => undefined };
  const begin = async (userId: string, types?: readonly EventType[], tenant?: string) =>
    createWebhook({ webhooks, webhookQueue: asleep, clock, ids }, userId, {
      url: "https://hooks.example.com/",
      description: "",
      ...(types && { types }),
      ...(tenant !== undefined && { tenant }),
    });
  /** An endpoint that has answered its test. */
  const make = async (userId: string, types?: readonly EventType[], tenant?: string) => {
    const { webhook, secret } = await begin(userId, types, tenant);
    await webhookDeliveries.verified(webhook);
    return { webhook: (await webhooks.find(userId, webhook.id))!, secret };
  };
  const admit = async () => undefined;
  /** So many events of an account; answers the webhooks to be woken. */
  const happen = async (userId: string, count: number, type: EventType = "send.sent", mailboxId?: string) => {
    const rows = Array.from({ length: count }, () => ({
      _id: new ObjectId(),
      userId: oid(userId),
      messageId: new ObjectId().toHexString(),
      ...(mailboxId !== undefined && { mailboxId: oid(mailboxId) }),
      news: [{ type, at: new Date() }],
      newsAt: new Date(),
    }));
    await (await connect()).collection("sends").insertMany(rows);
    const woken = await eventOutbox.publish(
      "sends",
      rows.map(({ _id }) => _id.toHexString()),
    );
    return woken.map(({ id }) => id);
  };
  /** A worker whose requests end as told; it may see the database through a connection of its own. */
  const worker = (ok: (body: string) => boolean, itsConnect = connect, durationMs = 3, refusal: Partial<Attempt> = {}) => {
    const posted: { headers: Readonly<Record<string, string>>; body: string }[] = [];
    const woken: (number | undefined)[] = [];
    const handedOn: string[] = [];
    const webhookClient: WebhookClient = {
      post: async ({ headers, body }) => {
        posted.push({ headers, body });
        return { ok: ok(body), responseStatus: ok(body) ? 200 : 500, durationMs, response: "$answer", ...(!ok(body) && refusal) };
      },
    };
    const webhookQueues = {
      quick: { wake: async (_: readonly WebhookRef[], afterMs?: number) => void woken.push(afterMs) },
      slow: { wake: async (endpoints: readonly WebhookRef[]) => void handedOn.push(...endpoints.map(({ id }) => id)) },
    };
    const ports = {
      webhookDeliveries: mongoWebhookDeliveries(itsConnect, keyring),
      webhookClient,
      webhookQueues,
      eventOutbox,
      clock,
      ids,
      log: recordingLog(),
      bodyOf: eventBody,
      testBodyOf: testEventBody,
    };
    const sequences = () => posted.map(({ body }) => (JSON.parse(body) as { sequence: number }).sequence);
    const endpointOf = (id: string) => ({ id, userId: ids.objectId() });
    const run = (id: string, speed: Speed = "quick") => deliverWebhook(ports, endpointOf(id), speed);
    return { posted, woken, handedOn, sequences, run };
  };
  /** Lets rests and delays of an endpoint run out. */
  const age = async (id: string, failingSince?: Date) => {
    const database = await connect();
    const past = new Date(0);
    await webhooksOf(database).updateOne({ _id: oid(id) }, { $set: { restUntil: past, ...(failingSince && { failingSince }) } });
    await database.collection("webhookDeliveries").updateMany({ webhookId: oid(id), dueAt: { $exists: true } }, { $set: { dueAt: past } });
  };
  return { webhooks, webhookDeliveries, asleep, admit, begin, make, happen, worker, age };
};
