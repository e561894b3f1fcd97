import { expect, it } from "vitest";
import { mongoAttention } from "#shared/attention/store.ts";
import { addSuppressions } from "#shared/suppressions/store/suppressions.ts";
import { mongoConnectLinks, mongoOpenLinks } from "#shared/connect/store.ts";
import { oid, toDocument } from "#shared/platform/mongo/documents.ts";
import { eventAtInsert } from "#shared/events/store/event-documents.ts";
import { mongoEventOutbox } from "#shared/events/store/event-outbox.ts";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import { orderOf } from "#shared/events/event.ts";
import { mongoFeeds } from "#shared/events/store/feeds.ts";
import { webhooksOf } from "#shared/webhooks/store/webhook-documents.ts";
import { rotateSecret } from "#shared/webhooks/manage-webhooks.ts";
import { ids } from "#shared/platform/system.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { webhooksWorld } from "#test/support/webhooks-world.ts";

const page = { limit: 50, offset: 0 };

describeOnMongo("webhooks", (connect) => {
  const { webhooks, webhookDeliveries, admit, make, happen, worker, age } = webhooksWorld(connect);

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

  it("that answer 410 are disabled at once, with an event, and get everything when they are switched on", async () => {
    const userId = ids.objectId();
    const { webhook } = await make(userId);
    await happen(userId, 7);
    const gone = worker((body) => body.includes('"sequence":2'), connect, 3, { responseStatus: 410 });

    await gone.run(webhook.id);

    expect([gone.posted.length, gone.woken]).toEqual([5, []]);
    expect(await webhooks.find(userId, webhook.id)).toMatchObject({ status: "disabled", lastError: "HTTP 410: $answer" });
    const { events } = await mongoFeeds(connect).read(userId, { limit: 10 });
    expect(events.at(-1)).toMatchObject({ type: "webhook.disabled", data: { id: webhook.id } });
    await webhooks.update(userId, webhook.id, { status: "active" });
    await age(webhook.id);
    const up = worker(() => true);
    await up.run(webhook.id);
    expect(up.posted).toHaveLength(6);
  });

  it("whose address changed while the old one answered 410 stay active", async () => {
    const userId = ids.objectId();
    const { webhook } = await make(userId);
    await happen(userId, 1);
    const lease = (await webhookDeliveries.lease(webhook.id, 60_000))!;
    await webhooks.update(userId, webhook.id, { url: "https://new.example.com/" });
    await webhookDeliveries.release(lease, { round: "failed", isSlow: false, answered: "HTTP 410: ", isGone: true });

    expect((await webhooks.find(userId, webhook.id))?.status).toBe("active");
  });

  it.each([
    ["all", () => false, 1],
    ["some", (body: string) => body.includes('"sequence":1,') || body.includes('"sequence":4,'), 5],
  ] as const)("that ask for time are left alone for it, when %s posts of a round were refused", async (_, ok, times) => {
    const userId = ids.objectId();
    const { webhook } = await make(userId);
    await happen(userId, times === 1 ? 1 : 7);
    const busy = worker(ok, connect, 3, { responseStatus: 429, waitMs: 20_000 });

    await busy.run(webhook.id);
    await busy.run(webhook.id);

    expect(busy.posted).toHaveLength(times);
    expect(busy.woken).toEqual([expect.closeTo(20_000, -3)]);
    const waiting = await webhooksOf(await connect()).findOne({ _id: oid(webhook.id) });
    expect(waiting!.restUntil!.getTime() - Date.now()).toBeGreaterThan(15_000);
    await age(webhook.id);
    const up = worker(() => true);
    await up.run(webhook.id);
    expect(new Set(up.sequences()).size).toBe(times === 1 ? 1 : 5);
  });

  it("that fail need a person, with what they answered, until a post succeeds or their owner switches them off", async () => {
    const userId = ids.objectId();
    const { webhook } = await make(userId);
    const failing = () => mongoAttention(connect).failingWebhooks(userId);
    await happen(userId, 1);
    const down = worker(() => false);
    await down.run(webhook.id);

    expect(await failing()).toEqual([
      { id: webhook.id, url: webhook.url, status: "active", failures: 1, failingSince: expect.any(Date), answered: "HTTP 500: $answer" },
    ]);

    const said = async () => (await webhooks.list(userId)).map((one) => [one.failingSince, one.lastError]);
    expect(await said()).toEqual([[expect.any(Date), "HTTP 500: $answer"]]);

    await age(webhook.id);
    await worker(() => true).run(webhook.id);
    expect(await failing()).toEqual([]);
    expect(await said()).toEqual([[undefined, undefined]]);

    await happen(userId, 1);
    await down.run(webhook.id);
    expect(await failing()).toHaveLength(1);
    await webhooks.update(userId, webhook.id, { status: "disabled" });
    expect(await failing()).toEqual([]);
  });

  it("keep an answer as it came, also one that reads like a field's name", async () => {
    const userId = ids.objectId();
    const { webhook } = await make(userId);
    const lease = await webhookDeliveries.lease(webhook.id, 60_000);

    await webhookDeliveries.release(lease!, { round: "failed", isSlow: false, answered: "$url" });

    expect(await mongoAttention(connect).failingWebhooks(userId)).toMatchObject([{ answered: "$url" }]);
  });

  it("that are switched off while a worker posts to them do not begin to fail", async () => {
    const userId = ids.objectId();
    const { webhook } = await make(userId);
    await happen(userId, 1);
    const lease = await webhookDeliveries.lease(webhook.id, 60_000);
    await webhooks.update(userId, webhook.id, { status: "disabled" });

    await webhookDeliveries.release(lease!, { round: "failed", isSlow: false, answered: "HTTP 500: no" });

    expect(await mongoAttention(connect).failingWebhooks(userId)).toEqual([]);
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

    expect(await webhooks.replay(webhook, { eventIds: [events[1]!.id, ids.objectId()] }, admit)).toBe(1);
    await run(webhook.id);
    expect(await webhooks.replay(webhook, { since: new Date(0) }, admit)).toBe(3);
    await run(webhook.id);

    expect(sequences()[0]).toBe(2);
    expect(
      sequences()
        .slice(1)
        .toSorted((a, b) => a - b),
    ).toEqual([1, 2, 3]);
    expect(await webhooks.replay(webhook, { eventIds: [ids.objectId()] }, admit)).toBe(0);
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

  it("of a tenant get the events of its mailboxes and links alone, as they are when it happens, and so do replays", async () => {
    const userId = ids.objectId();
    const [mine, theirs] = [aMailbox({ userId, tenant: "a" }), aMailbox({ userId, tenant: "b" })];
    const database = await connect();
    for (const one of [mine, theirs]) await mailboxesOf(database).insertOne(toDocument(one, ["userId"]) as never);
    const [hook, all] = [(await make(userId, undefined, "a")).webhook, (await make(userId)).webhook];
    const link = { id: ids.objectId(), userId, status: "open" as const, redirectUri: "https://a.example/", state: "", failures: 0 };
    const made = { ...link, tenant: "a", createdAt: new Date(), expiresAt: new Date(Date.now() + 60_000) };
    await mongoConnectLinks(connect).insert(made, ids.random(32));
    await mongoOpenLinks(connect).fail(made, "refused");

    expect(await happen(userId, 1, "send.sent", theirs.id)).toEqual([all.id]);
    expect((await happen(userId, 1, "send.sent", mine.id)).toSorted()).toEqual([hook.id, all.id].toSorted());
    expect(await happen(userId, 1)).toEqual([all.id]);
    // An address that a tenant's own mail suppressed.
    for (const [mailbox, told] of [
      [theirs, [all.id]],
      [mine, [hook.id, all.id]],
    ] as const) {
      const row = { email: `${mailbox.id}@x.test`, reason: "bounced" as const, sendId: ids.objectId(), mailboxId: mailbox.id };
      const [{ _id } = { _id: "" }] = await database.transaction((session) => addSuppressions({ database, session }, oid(userId), [row]));
      const endpoints = await mongoEventOutbox(connect).publish("suppressions", [String(_id)]);
      expect(endpoints).toHaveLength(told.length);
      expect(new Set(endpoints.map(({ id }) => id))).toEqual(new Set(told));
    }
    const outbox = mongoEventOutbox(connect);
    expect(await outbox.publish("connectLinks", [made.id])).toHaveLength(2);
    await mailboxesOf(database).updateOne({ _id: oid(mine.id) }, { $set: { ...eventAtInsert("mailbox.error") } });
    expect(await outbox.publish("mailboxes", [mine.id])).toHaveLength(2);

    const { run, sequences } = worker(() => true);
    await run(hook.id);
    const { events } = await mongoFeeds(connect).read(userId, { limit: 50 });
    // A tenant's webhook learns an order, and no number.
    const told = [2, 5, 6, 7].map((sequence) => orderOf(events[sequence - 1]!));
    expect(told.every((text) => /^\d{20}$/.test(text))).toBe(true);
    expect((sequences() as unknown as string[]).toSorted()).toEqual(told);
    const ofAll = worker(() => true);
    await ofAll.run(all.id);
    expect(ofAll.sequences().toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await webhooks.replay(hook, { since: new Date(0) }, admit)).toBe(4);
    await run(hook.id);
    expect(new Set(sequences() as unknown as string[])).toEqual(new Set(told));
    expect(await webhooks.replay(hook, { eventIds: events.map(({ id }) => id) }, admit)).toBe(4);
    // The mailbox is another customer's by now, with all its mail: what happened before is posted to it no more.
    await mailboxesOf(database).updateOne({ _id: oid(mine.id) }, { $set: { tenant: "b" } }, TEST_ONLY);
    expect(await webhooks.replay(hook, { since: new Date(0) }, admit)).toBe(1);
    expect(await happen(userId, 1, "send.sent", mine.id)).toEqual([all.id]);
    const feed = await mongoFeeds(connect).read(userId, { mailboxIds: [], tenants: ["a"], limit: 50 });
    expect(feed.events.map(({ type }) => type)).toEqual(["connect_link.failed"]);
  });
});
