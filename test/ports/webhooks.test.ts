import { ObjectId } from "mongodb";
import { expect, it } from "vitest";
import { oid } from "#shared/adapters/mongo/documents.ts";
import { mongoFeeds } from "#shared/adapters/mongo/events/feeds.ts";
import { mongoNewsroom } from "#shared/adapters/mongo/events/newsroom.ts";
import { webhooksOf } from "#shared/adapters/mongo/webhooks/webhook-documents.ts";
import { mongoWebhookDeliveries } from "#shared/adapters/mongo/webhooks/webhook-deliveries.ts";
import { mongoWebhooks } from "#shared/adapters/mongo/webhooks/webhooks.ts";
import type { EventType } from "#shared/domain/events/event.ts";
import { deliverWebhook, type Lane } from "#shared/domain/webhooks/deliver-webhook.ts";
import { createWebhook, rotateSecret } from "#shared/domain/webhooks/manage-webhooks.ts";
import type { Endpoint, WebhookClient } from "#shared/domain/webhooks/ports.ts";
import { eventBody } from "#shared/mapping/events.ts";
import { clock, ids } from "#shared/runtime/system.ts";
import { interrupted } from "#test/support/interrupted.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { recordingLog } from "#test/support/sending-rig.ts";

const keyring = async () => ({ current: "k1", keys: { k1: Buffer.alloc(32).toString("base64") } });
const page = { limit: 50, offset: 0 };

describeOnMongo("webhooks", (connect) => {
  const webhooks = mongoWebhooks(connect, keyring);
  const webhookDeliveries = mongoWebhookDeliveries(connect, keyring);
  const newsroom = mongoNewsroom(connect);

  const make = async (userId: string, types?: readonly EventType[]) =>
    createWebhook({ webhooks, clock, ids }, userId, { url: "https://hooks.example.com/", description: "", ...(types && { types }) });
  /** So many events of an account; answers the webhooks to be woken. */
  const happen = async (userId: string, count: number, type: EventType = "send.sent") => {
    const rows = Array.from({ length: count }, () => ({
      _id: new ObjectId(),
      userId: oid(userId),
      messageId: new ObjectId().toHexString(),
      news: [{ type, at: new Date() }],
      newsAt: new Date(),
    }));
    await (await connect()).collection("sends").insertMany(rows);
    const woken = await newsroom.publish(
      "sends",
      rows.map(({ _id }) => _id.toHexString()),
    );
    return woken.map(({ id }) => id);
  };
  /** A worker whose requests end as told; it may see the database through a connection of its own. */
  const worker = (ok: (body: string) => boolean, itsConnect = connect, durationMs = 3) => {
    const posted: { headers: Readonly<Record<string, string>>; body: string }[] = [];
    const woken: (number | undefined)[] = [];
    const handedOn: string[] = [];
    const webhookClient: WebhookClient = {
      post: async ({ headers, body }) => {
        posted.push({ headers, body });
        return { ok: ok(body), responseStatus: ok(body) ? 200 : 500, durationMs, response: "$answer" };
      },
    };
    const webhookQueues = {
      quick: { wake: async (_: readonly Endpoint[], afterMs?: number) => void woken.push(afterMs) },
      slow: { wake: async (endpoints: readonly Endpoint[]) => void handedOn.push(...endpoints.map(({ id }) => id)) },
    };
    const ports = {
      webhookDeliveries: mongoWebhookDeliveries(itsConnect, keyring),
      webhookClient,
      webhookQueues,
      newsroom,
      clock,
      log: recordingLog(),
      bodyOf: eventBody,
    };
    const sequences = () => posted.map(({ body }) => (JSON.parse(body) as { sequence: number }).sequence);
    const endpointOf = (id: string) => ({ id, userId: ids.objectId() });
    const run = (id: string, lane: Lane = "quick") => deliverWebhook(ports, endpointOf(id), lane);
    return { posted, woken, handedOn, sequences, run };
  };
  /** Lets rests and delays of an endpoint run out. */
  const age = async (id: string, failingSince?: Date) => {
    const database = await connect();
    const past = new Date(0);
    await webhooksOf(database).updateOne({ _id: oid(id) }, { $set: { restUntil: past, ...(failingSince && { failingSince }) } });
    await database.collection("webhookDeliveries").updateMany({ webhookId: oid(id), dueAt: { $exists: true } }, { $set: { dueAt: past } });
  };

  it("get each event that they want, once, signed, under the event's id", async () => {
    const userId = ids.objectId();
    const { webhook } = await make(userId, ["send.sent"]);
    const all = await make(userId);
    expect((await happen(userId, 7)).toSorted()).toEqual([webhook.id, all.webhook.id].toSorted());
    expect(await happen(userId, 2, "send.failed")).toEqual([all.webhook.id]);
    const { run, posted, sequences, woken } = worker(() => true);

    await Promise.all([run(webhook.id), run(webhook.id)]);
    await run(webhook.id);

    expect(sequences().toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(posted.every(({ headers, body }) => headers["webhook-id"] === (JSON.parse(body) as { id: string }).id)).toBe(true);
    expect(woken).toEqual([]);
    const told = await webhooks.deliveries(userId, webhook.id, page);
    expect(told).toHaveLength(7);
    expect(told[0]).toMatchObject({ status: "delivered", attempts: 1, responseStatus: 200, durationMs: 3, response: "$answer" });
    expect(await webhooks.deliveries(ids.objectId(), webhook.id, page)).toEqual([]);
  });

  it("that fail rest, get their events later, and delay no other", async () => {
    const userId = ids.objectId();
    const [dead, live] = [await make(userId), await make(userId)];
    await happen(userId, 12);
    const down = worker(() => false);
    const up = worker(() => true);

    await down.run(dead.webhook.id);
    await happen(userId, 1);
    await down.run(dead.webhook.id);
    await up.run(live.webhook.id);

    expect(down.posted).toHaveLength(5);
    expect(down.woken).toHaveLength(1);
    expect(up.posted).toHaveLength(13);
    await age(dead.webhook.id);
    await up.run(dead.webhook.id);
    expect(
      up
        .sequences()
        .slice(13)
        .toSorted((a, b) => a - b),
    ).toEqual(Array.from({ length: 13 }, (_, i) => i + 1));
  });

  it("go on with the others when one event is refused, and give it up after the last attempt", async () => {
    const userId = ids.objectId();
    const { webhook } = await make(userId);
    await happen(userId, 3);
    const picky = worker((body) => (JSON.parse(body) as { sequence: number }).sequence !== 2);

    await picky.run(webhook.id);
    for (let attempt = 2; attempt <= 13; attempt += 1) {
      await age(webhook.id);
      await picky.run(webhook.id);
    }
    await age(webhook.id);
    await picky.run(webhook.id);

    expect(picky.sequences().filter((sequence) => sequence === 2)).toHaveLength(13);
    expect((await webhooks.deliveries(userId, webhook.id, page)).map(({ status }) => status).toSorted()).toEqual([
      "delivered",
      "delivered",
      "failed",
    ]);
  });

  it("that answer late change to the slow lane, where the event is posted again at once, and back when they are quick", async () => {
    const userId = ids.objectId();
    const { webhook } = await make(userId);
    await happen(userId, 2);
    const hanging = worker(() => false, connect, 1_500);
    const quick = worker(() => true);

    await hanging.run(webhook.id);
    expect([hanging.woken, hanging.handedOn]).toEqual([[], [webhook.id]]);
    await quick.run(webhook.id);
    expect([quick.posted.length, quick.handedOn]).toEqual([0, [webhook.id]]);
    await quick.run(webhook.id, "slow");
    expect(quick.posted).toHaveLength(2);
    await happen(userId, 1);
    await quick.run(webhook.id);

    expect(quick.posted).toHaveLength(3);
    expect((await webhooks.deliveries(userId, webhook.id, page)).map(({ attempts }) => attempts)).toEqual([1, 2, 2]);
  });

  it("that hang in the slow lane rest like others that fail", async () => {
    const userId = ids.objectId();
    const { webhook } = await make(userId);
    await happen(userId, 12);
    const hanging = worker(() => false, connect, 10_000);

    await hanging.run(webhook.id, "slow");
    await hanging.run(webhook.id, "slow");

    expect(hanging.posted).toHaveLength(5);
    expect(hanging.handedOn).toEqual([webhook.id]);
  });

  it("that failed for three days are disabled with an event, and get everything when they are switched on", async () => {
    const userId = ids.objectId();
    const { webhook } = await make(userId);
    await happen(userId, 2);
    const down = worker(() => false);
    await down.run(webhook.id);
    await age(webhook.id, new Date(Date.now() - 73 * 3_600_000));

    await down.run(webhook.id);

    expect((await webhooks.find(userId, webhook.id))?.status).toBe("disabled");
    const { events } = await mongoFeeds(connect).read(userId, { limit: 10 });
    expect(events.map(({ type }) => type)).toEqual(["send.sent", "send.sent", "webhook.disabled"]);
    expect(events[2]?.data).toMatchObject({ id: webhook.id, status: "disabled" });
    await age(webhook.id);
    const up = worker(() => true);
    await up.run(webhook.id);
    expect(up.posted).toEqual([]);
    await webhooks.update(userId, webhook.id, { status: "active" });
    await up.run(webhook.id);
    expect(up.posted).toHaveLength(2);
  });

  it("sign with both secrets for a day after a rotation, and keep them sealed", async () => {
    const userId = ids.objectId();
    const { webhook, secret } = await make(userId);

    const fresh = await rotateSecret({ webhooks }, userId, webhook.id);

    expect(await webhooks.secrets(userId, webhook.id)).toEqual([fresh, secret]);
    const stored = await webhooksOf(await connect()).findOne({ _id: oid(webhook.id) });
    for (const clear of [fresh, secret]) expect(JSON.stringify(stored)).not.toContain(clear.slice(6));
    await webhooksOf(await connect()).updateOne({ _id: oid(webhook.id) }, { $set: { previousUntil: new Date(0) } });
    expect(await webhooks.secrets(userId, webhook.id)).toEqual([fresh]);
    await expect(rotateSecret({ webhooks }, ids.objectId(), webhook.id)).rejects.toMatchObject({ reason: "notFound" });
  });

  it("get events again that their owner names, or all since a time, and no others", async () => {
    const userId = ids.objectId();
    await happen(userId, 3);
    const { webhook } = await make(userId);
    const { events } = await mongoFeeds(connect).read(userId, { limit: 10 });
    const { run, sequences } = worker(() => true);

    expect(await webhooks.replay(userId, webhook.id, { eventIds: [events[1]!.id, ids.objectId()] })).toBe(1);
    await run(webhook.id);
    expect(await webhooks.replay(userId, webhook.id, { since: new Date(0) })).toBe(3);
    await run(webhook.id);

    expect(sequences()[0]).toBe(2);
    expect(
      sequences()
        .slice(1)
        .toSorted((a, b) => a - b),
    ).toEqual([1, 2, 3]);
    expect(await webhooks.replay(userId, webhook.id, { eventIds: [ids.objectId()] })).toBe(0);
  });

  /** Just after its worker's first transaction, which is that of a release. */
  const afterTransaction = (happens: () => Promise<unknown>): typeof connect => {
    let pending = true;
    return async () => {
      const database = await connect();
      const transaction: typeof database.transaction = async (work) => {
        const result = await database.transaction(work);
        if (pending) {
          pending = false;
          await happens();
        }
        return result;
      };
      return { ...database, transaction };
    };
  };
  const moments = {
    "before a worker lets go": (happens: () => Promise<unknown>) => interrupted(connect, "webhooks", "findOne", happens),
    "while a worker lets go": (happens: () => Promise<unknown>) => interrupted(connect, "webhooks", "updateOne", happens),
    "just after a worker let go": afterTransaction,
  };
  const writers = {
    replay: (userId: string, id: string) => webhooks.replay(userId, id, { since: new Date(0) }),
    publication: (userId: string) => happen(userId, 1),
  };
  const races = Object.entries(moments).flatMap(([when, moment]) =>
    Object.entries(writers).map(([who, write]) => ({ when, moment, who, write })),
  );
  it.each(races)("get what a $who queues $when, at the next wake-up", async ({ moment, write }) => {
    const userId = ids.objectId();
    await happen(userId, 3);
    const { webhook } = await make(userId);
    await writers.replay(userId, webhook.id);
    const late = worker(() => true);
    const race = async () => {
      await write(userId, webhook.id);
      await late.run(webhook.id);
    };
    const early = worker(() => true, moment(race));

    await early.run(webhook.id);
    for (let wakes = early.woken.length; wakes > 0; wakes -= 1) await late.run(webhook.id);

    expect(early.posted).toHaveLength(3);
    expect((await webhooks.deliveries(userId, webhook.id, page)).filter(({ status }) => status !== "delivered")).toEqual([]);
  });

  it("whose wake was lost are found by the sweeper", async () => {
    const userId = ids.objectId();
    const { webhook } = await make(userId);
    await happen(userId, 1);

    expect(await webhookDeliveries.forgotten(60_000)).not.toContainEqual({ id: webhook.id, userId });
    expect(await webhookDeliveries.forgotten(-60_000)).toContainEqual({ id: webhook.id, userId });
    await worker(() => true).run(webhook.id);
    expect(await webhookDeliveries.forgotten(-60_000)).not.toContainEqual({ id: webhook.id, userId });
  });

  it.each(["rests", "is off", "has a worker"])("are left alone by the sweeper while one %s, whatever is due", async (why) => {
    const userId = ids.objectId();
    const { webhook } = await make(userId);
    await happen(userId, 1);
    if (why === "rests")
      await webhooksOf(await connect()).updateOne({ _id: oid(webhook.id) }, { $set: { restUntil: new Date(Date.now() + 60_000) } });
    if (why === "is off") await webhooks.update(userId, webhook.id, { status: "disabled" });
    if (why === "has a worker") await webhookDeliveries.lease(webhook.id, 60_000);

    expect(await webhookDeliveries.forgotten(-60_000)).not.toContainEqual({ id: webhook.id, userId });
  });

  it("that are deleted get nothing more, and belong to their account alone", async () => {
    const [userId, stranger] = [ids.objectId(), ids.objectId()];
    const { webhook } = await make(userId);
    await happen(userId, 1);

    expect(await webhooks.find(stranger, webhook.id)).toBeUndefined();
    expect(await webhooks.update(stranger, webhook.id, { status: "disabled" })).toBeUndefined();
    expect(await webhooks.delete(stranger, webhook.id)).toBe(false);
    expect(await webhooks.delete(userId, webhook.id)).toBe(true);
    const { run, posted } = worker(() => true);
    await run(webhook.id);
    expect(posted).toEqual([]);
    expect(await webhooks.list(userId)).toEqual([]);
  });
});
