import { expect, it } from "vitest";
import { mongoRateLimits } from "#shared/accounts/store/requests.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { webhookMigrations, webhooksOf } from "#shared/webhooks/store/webhook-documents.ts";
import { changeWebhook, replayEvents, tryWebhook } from "#shared/webhooks/manage-webhooks.ts";
import type { WebhookRef, WebhookChanges, WebhookClient, Webhook } from "#shared/webhooks/webhook.ts";
import { testEventBody } from "#shared/events/wire.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { runMigrations } from "#shared/platform/mongo/migrations.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { webhooksWorld } from "#test/support/webhooks-world.ts";

describeOnMongo("webhooks", (connect) => {
  const { webhooks, webhookDeliveries, asleep, begin, make, happen, worker, age } = webhooksWorld(connect);

  it("get only types again that they want, and 1,000 an hour an account: beyond that 429 and none", async () => {
    const userId = ids.objectId();
    await happen(userId, 600);
    await happen(userId, 3, "send.failed");
    const [sent, failed] = [(await make(userId, ["send.sent"])).webhook, (await make(userId, ["send.failed"])).webhook];
    const ports = { webhooks, webhookQueue: asleep, rateLimits: mongoRateLimits(connect) };
    const replay = ({ id }: Webhook) => replayEvents(ports, userId, id, { since: new Date(0) });

    expect(await replay(sent)).toBe(600);
    await expect(replay(sent)).rejects.toMatchObject({ reason: "tooManyRequests" });
    expect(await replay(failed)).toBe(3);

    const types = async ({ id }: Webhook) =>
      new Set((await webhooks.deliveries(userId, id, { limit: 200, offset: 0 })).map(({ type }) => type));
    expect([await types(sent), await types(failed)]).toEqual([new Set(["send.sent"]), new Set(["send.failed"])]);
  });

  it("get nothing but tests until they answer one; then what has waited goes", async () => {
    const userId = ids.objectId();
    const { webhook } = await begin(userId);
    const down = worker(() => false);
    const up = worker(() => true);
    const typesOf = (posted: readonly { readonly body: string }[]) => posted.map(({ body }) => (JSON.parse(body) as { type: string }).type);

    await down.run(webhook.id);
    await happen(userId, 1);
    await down.run(webhook.id);
    await age(webhook.id);
    await down.run(webhook.id);
    expect([typesOf(down.posted), down.woken.length]).toEqual([["webhook.test", "webhook.test"], 2]);
    expect((await webhooks.find(userId, webhook.id))?.verifiedAt).toBeUndefined();
    await age(webhook.id);
    await up.run(webhook.id);

    expect(typesOf(up.posted)).toEqual(["webhook.test", "send.sent"]);
    expect((await webhooks.find(userId, webhook.id))?.verifiedAt).toBeInstanceOf(Date);
    await happen(userId, 1);
    await up.run(webhook.id);
    expect(typesOf(up.posted)).toEqual(["webhook.test", "send.sent", "send.sent"]);
  });

  it("are found by the sweeper while they have answered no test, also without events, but not while they rest", async () => {
    const userId = ids.objectId();
    const [{ webhook: asked }, { webhook: made }] = [await begin(userId), await make(userId)];
    const found = async (forMs: number) =>
      (await webhookDeliveries.forgotten(forMs)).flatMap((one) => (one.userId === userId ? [one.id] : []));

    expect(await found(60_000)).toEqual([]);
    expect(await found(0)).toEqual([asked.id]);
    await worker(() => false).run(asked.id);
    expect(await found(0)).toEqual([]);
    await age(asked.id);
    expect(await found(0)).toEqual([asked.id]);
    await worker(() => true).run(asked.id);
    expect([await found(0), (await webhooks.find(userId, made.id))?.status]).toEqual([[], "active"]);
  });

  it("are asked for a test again by another address, and by no other change", async () => {
    const userId = ids.objectId();
    const { webhook } = await make(userId);
    const woken: string[] = [];
    const webhookQueue = { wake: async (endpoints: readonly WebhookRef[]) => void woken.push(...endpoints.map(({ id }) => id)) };
    const change = (changes: WebhookChanges) => changeWebhook({ webhooks, webhookQueue }, userId, webhook.id, changes);

    expect((await change({ description: "x", url: webhook.url })).verifiedAt).toEqual(webhook.verifiedAt);
    expect((await change({ url: "https://other.example.com/" })).verifiedAt).toBeUndefined();
    expect(woken).toEqual([webhook.id, webhook.id]);
    // A test of the address before, which comes late.
    await webhookDeliveries.verified(webhook);
    expect((await webhooks.find(userId, webhook.id))?.verifiedAt).toBeUndefined();
  });

  it("of versions that asked for no test count as verified since they were made", async () => {
    const userId = ids.objectId();
    const { webhook } = await begin(userId);
    await webhooksOf(await connect()).updateOne({ _id: oid(webhook.id) }, { $unset: { unverified: "" } });

    await runMigrations(await connect(), webhookMigrations, "before");

    expect((await webhooks.find(userId, webhook.id))?.verifiedAt).toEqual(webhook.createdAt);
  });

  it("are verified by a test that their owner asks for, and woken for what has waited", async () => {
    const userId = ids.objectId();
    const { webhook } = await begin(userId);
    let wakes = 0;
    const webhookQueue = { wake: async () => void (wakes += 1) };
    const webhookClient: WebhookClient = { post: async () => ({ ok: true, durationMs: 1, response: "" }) };
    const ports = { webhooks, webhookQueue, webhookClient, webhookDeliveries, clock, ids, testBodyOf: testEventBody };

    expect(await tryWebhook(ports, userId, webhook.id)).toMatchObject({ ok: true });
    await tryWebhook(ports, userId, webhook.id);

    expect((await webhooks.find(userId, webhook.id))?.verifiedAt).toBeInstanceOf(Date);
    expect(wakes).toBe(1);
  });
});
