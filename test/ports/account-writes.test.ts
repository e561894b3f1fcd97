import { asLines } from "#test/support/as-lines.ts";
import { ObjectId } from "mongodb";
import { beforeEach, expect, it } from "vitest";
import { mongoApiKeys } from "#shared/accounts/store/api-keys.ts";
import { mongoIdempotency, mongoRateLimits } from "#shared/accounts/store/requests.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { mongoUsers, mongoWallets, walletsOf } from "#shared/accounts/store/users.ts";
import { mongoFeeds } from "#shared/events/store/feeds.ts";
import { mongoEventOutbox } from "#shared/events/store/event-outbox.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import { mongoSuppressions } from "#shared/suppressions/store/suppressions.ts";
import { webhookDeliveriesOf, webhooksOf } from "#shared/webhooks/store/webhook-documents.ts";
import { mongoWebhookDeliveries } from "#shared/webhooks/store/webhook-deliveries.ts";
import { mongoSealedWebhooks } from "#shared/webhooks/store/webhooks.ts";
import type { WebhookLease, Webhook } from "#shared/webhooks/webhook.ts";
import { ids } from "#shared/platform/system.ts";
import { type Account, ring, twoAccounts } from "#test/support/account-world.ts";
import type { Names } from "#test/support/changes.ts";
import { interrupted } from "#test/support/interrupted.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { inMinutes } from "#test/support/sends-in-every-state.ts";

const MINUTE_MS = 60_000;

describeOnMongo("of an account's records", (connect) => {
  const users = mongoUsers(connect);
  const apiKeys = mongoApiKeys(connect);
  const wallets = mongoWallets(connect);
  const idempotency = mongoIdempotency(connect);
  const suppressions = mongoSuppressions(connect);
  const webhooks = mongoSealedWebhooks(connect, ring);
  const webhookDeliveries = mongoWebhookDeliveries(connect, ring);
  const world = twoAccounts(connect);
  let account: Account;
  let others: Account;
  let names: Names;
  beforeEach(async () => {
    ({ mine: account, others, names } = await world.begin());
  });
  const claim = () => ({ userId: account.id, route: "POST /v1/send", key: "k", token: "mine" });
  const held = (webhook: Webhook): WebhookLease => ({ token: "mine", webhook, secrets: [] });
  const delivery = () => ({ id: account.due, attempts: 2, event: {} as never });
  const attempt = { durationMs: 5, response: "$x" };

  const owned = (webhook: Webhook): Webhook => ({ ...webhook, userId: account.id });
  const admit = async () => undefined;

  const writes: Readonly<Record<string, () => Promise<unknown>>> = {
    "users.setPasswordHash": () => users.setPasswordHash(account.id, "new"),
    "users.addLoginNetwork": () => users.addLoginNetwork(account.id, "n"),
    "users.setLocked": () => users.setLocked(account.id, inMinutes(0)),
    "users.changeSettings": () => users.changeSettings(account.id, { suppressBounced: true }),
    "apiKeys.delete": () => apiKeys.delete(account.id, account.key),
    "apiKeys.deleteAll": () => apiKeys.deleteAll(account.id),
    "apiKeys.touch": () => apiKeys.touch(account.key, inMinutes(-4)),
    "apiKeys.insert, too many": () =>
      apiKeys.insert({ id: ids.objectId(), userId: account.id, hash: "n", last4: "9", createdAt: inMinutes(0) }, 1),
    "wallets.topUp": () => wallets.topUp(account.id, 5, "second"),
    "wallets.topUp, again": () => wallets.topUp(account.id, 5, "first"),
    "wallets.setLowBalance": () => wallets.setLowBalance(account.id, 7),
    "wallets.setLowBalance, of a new wallet": () => wallets.setLowBalance(account.mailbox.id, 7),
    "wallets.setContactLimit": () => wallets.setContactLimit(account.id, { per: "domain", count: 2, within: "P14D" }),
    "wallets.setContactLimit, none, of a new wallet": () => wallets.setContactLimit(account.mailbox.id, undefined),
    "wallets.setHourlyLimit": () => wallets.setHourlyLimit(account.id, 70),
    "wallets.setHourlyLimit, none": async () => {
      await wallets.setHourlyLimit(account.id, 70);
      await wallets.setHourlyLimit(account.id, undefined);
    },
    "wallets.setHourlyLimit, of a new wallet": () => wallets.setHourlyLimit(account.mailbox.id, 70),
    "idempotency.save": () => idempotency.save(claim(), { ok: true }),
    "idempotency.release": () => idempotency.release(claim()),
    "suppressions.add": () =>
      suppressions.add(account.id, ["old@peer.test", "New@Peer.test", "new@peer.test"]).then((all) => all.map(({ email }) => email)),
    "suppressions.remove": () => suppressions.remove(account.id, "OLD@peer.test"),
    "suppressions.unsubscribe": async () => (await suppressions.unsubscribe(account.send.id)) !== undefined,
    "webhooks.update": () => webhooks.update(account.id, account.webhook.id, { url: "https://n.test/" }),
    "webhooks.update, with the address that it has": () => webhooks.update(account.id, account.webhook.id, { url: account.webhook.url }),
    "webhookDeliveries.verified": async () => {
      await webhooks.update(account.id, account.webhook.id, { url: "https://n.test/" });
      await webhookDeliveries.verified({ id: account.webhook.id, url: "https://n.test/" });
    },
    "webhookDeliveries.verified, of an address that has changed": async () => {
      await webhooks.update(account.id, account.webhook.id, { url: "https://n.test/" });
      await webhookDeliveries.verified(account.webhook);
    },
    "webhooks.update, its types": () => webhooks.update(account.id, account.webhook.id, { types: ["send.failed"] }),
    "webhooks.update, all types": () => webhooks.update(account.id, account.webhook.id, { types: [] }),
    "webhooks.update, switched on": () => webhooks.update(account.id, account.off.id, { status: "active" }),
    "webhooks.update, switched off": () => webhooks.update(account.id, account.webhook.id, { status: "disabled" }),
    "webhooks.delete": () => webhooks.delete(account.id, account.webhook.id),
    "webhooks.rotate, as another does": async () => {
      const rotates = () => webhooks.rotate(account.id, account.webhook.id, "whsec_c", 9 * MINUTE_MS);
      return mongoSealedWebhooks(interrupted(connect, "webhooks", "updateOne", rotates), ring).rotate(
        account.id,
        account.webhook.id,
        "whsec_b",
        5 * MINUTE_MS,
      );
    },
    "webhookDeliveries.release, as another takes over": async () => {
      const takes = () => webhookDeliveries.lease(account.webhook.id, 5 * MINUTE_MS);
      const slow = mongoWebhookDeliveries(interrupted(connect, "webhooks", "findOne", takes), ring);
      return slow.release(held(account.webhook), { round: "worked", isSlow: false });
    },
    "webhookDeliveries.release, after the first failure": async () => {
      await webhooksOf(await connect()).updateOne(
        { _id: oid(account.webhook.id) },
        { $unset: { failures: "", failingSince: "", restUntil: "" } },
      );
      await webhookDeliveries.release(held(account.webhook), { round: "failed", isSlow: false });
    },
    "webhookDeliveries.release, nothing left": async () => {
      await webhookDeliveriesOf(await connect()).deleteMany({ webhookId: oid(account.webhook.id) });
      return webhookDeliveries.release(held(account.webhook), { round: "worked", isSlow: false });
    },
    "webhookDeliveries.release, dead for three days": async () => {
      await webhooksOf(await connect()).updateOne({ _id: oid(account.webhook.id) }, { $set: { failingSince: inMinutes(-72 * 60) } });
      return webhookDeliveries.release(held(account.webhook), { round: "failed", isSlow: false });
    },
    "webhookDeliveries.release, not quite": async () => {
      await webhooksOf(await connect()).updateOne({ _id: oid(account.webhook.id) }, { $set: { failingSince: inMinutes(-72 * 60 + 2) } });
      return (await webhookDeliveries.release(held(account.webhook), { round: "failed", isSlow: false })) !== undefined;
    },
    "webhookDeliveries.lease, of one that rests": async () => {
      await webhooksOf(await connect()).updateOne({ _id: oid(account.webhook.id) }, { $set: { restUntil: inMinutes(5) } });
      return webhookDeliveries.lease(account.webhook.id, 5 * MINUTE_MS);
    },
    "webhookDeliveries.lease, taken": async () => {
      await webhookDeliveries.lease(account.webhook.id, 5 * MINUTE_MS);
      return webhookDeliveries.lease(account.webhook.id, 9 * MINUTE_MS);
    },
    "apiKeys.insert, a named one": () =>
      apiKeys.insert({ id: ids.objectId(), userId: account.id, hash: "n", last4: "9", name: "x", createdAt: inMinutes(0) }, 2),
    "apiKeys.insert, a named one too many": () =>
      apiKeys.insert({ id: ids.objectId(), userId: account.id, hash: "n", last4: "9", name: "x", createdAt: inMinutes(0) }, 1),
    "apiKeys.insert, to keep two": () =>
      apiKeys.insert({ id: ids.objectId(), userId: account.id, hash: "n", last4: "9", createdAt: inMinutes(0) }, 2),
    "users.setLocked, let in again": async () => {
      await users.setLocked(account.id, inMinutes(0));
      await users.setLocked(account.id, undefined);
    },
    "suppressions.unsubscribe, of one that was suppressed": async () => {
      await suppressions.add(account.id, ["jane@peer.test"]);
      return (await suppressions.unsubscribe(account.send.id)) !== undefined;
    },
    "suppressions.unsubscribe, again": async () => {
      await suppressions.unsubscribe(account.send.id);
      return (await suppressions.unsubscribe(account.send.id)) !== undefined;
    },
    "eventOutbox.publish, of a send": async () => {
      const news = {
        news: [
          { type: "send.sent" as const, at: inMinutes(-1) },
          { type: "send.replied" as const, at: inMinutes(0) },
        ],
        newsAt: inMinutes(-1),
      };
      await rawSends(await connect()).updateOne({ _id: oid(account.send.id) }, { $set: news });
      return mongoEventOutbox(connect)
        .publish("sends", [account.send.id])
        .then((woken) => woken.map(({ id }) => names.get(id)).join());
    },
    "eventOutbox.publish, of a message and the send that it answers": async () => {
      const at = inMinutes(0);
      const database = await connect();
      const message = { _id: new ObjectId(), userId: oid(account.id), kind: "bounce", emailJobId: oid(account.send.id) };
      await database.collection("messages").insertOne({ ...message, news: [{ type: "message.received", at }], newsAt: at });
      await rawSends(database).updateOne(
        { _id: oid(account.send.id) },
        { $set: { news: [{ type: "send.bounced" as const, at }], newsAt: at } },
      );
      const suppressed = { news: [{ type: "suppression.added" as const, at }], newsAt: at, sendId: oid(account.send.id) };
      await database.collection("suppressions").updateOne({ userId: oid(account.id), email: "old@peer.test" }, { $set: suppressed });
      await mongoEventOutbox(connect).publish("messages", [String(message._id)]);
      const { events } = await mongoFeeds(connect).read(account.id, { after: 1, limit: 9 });
      return events.map(({ type }) => type);
    },
    "eventOutbox.publish, of the wallet": async () => {
      const at = inMinutes(-1);
      await walletsOf(await connect()).updateOne({ _id: oid(account.id) }, { $set: { news: [{ type: "wallet.low", at }], newsAt: at } });
      return mongoEventOutbox(connect)
        .publish("wallets", [account.id])
        .then((woken) => woken.length);
    },
    "eventOutbox.publish, of nothing new": () =>
      mongoEventOutbox(connect)
        .publish("sends", [account.send.id])
        .then((woken) => woken.length),
    "webhooks.rotate": () => webhooks.rotate(account.id, account.webhook.id, "whsec_b", 5 * MINUTE_MS),
    "webhooks.replay": () => webhooks.replay(owned(account.webhook), { eventIds: [account.event] }, admit),
    "webhooks.replay, at one that is off": () => webhooks.replay(owned(account.off), { since: inMinutes(-601) }, admit),
    "webhooks.replay, of nothing": () => webhooks.replay(owned(account.off), { since: inMinutes(-599) }, admit),
    "webhookDeliveries.lease": async () => (await webhookDeliveries.lease(account.webhook.id, 5 * MINUTE_MS))?.webhook.id,
    "webhookDeliveries.lease, of one that is off": () => webhookDeliveries.lease(account.off.id, 5 * MINUTE_MS),
    "webhookDeliveries.due": async () => (await webhookDeliveries.due(held(account.webhook), 9)).map(({ id }) => id),
    "webhookDeliveries.record, taken": () => webhookDeliveries.record(delivery(), { ...attempt, ok: true, responseStatus: 200 }, undefined),
    "webhookDeliveries.record, again": () => webhookDeliveries.record(delivery(), { ...attempt, ok: false }, 7 * MINUTE_MS),
    "webhookDeliveries.record, given up": () =>
      webhookDeliveries.record(delivery(), { ...attempt, ok: false, responseStatus: 500 }, undefined),
    "webhookDeliveries.release, worked": () => webhookDeliveries.release(held(account.webhook), { round: "worked", isSlow: false }),
    "webhookDeliveries.release, failed": async () =>
      Math.ceil(((await webhookDeliveries.release(held(account.webhook), { round: "failed", isSlow: false })) ?? 0) / MINUTE_MS),
    "webhookDeliveries.release, cut": async () =>
      Math.ceil(((await webhookDeliveries.release(held(account.webhook), { round: "cut", isSlow: true })) ?? -1) / MINUTE_MS),
    "webhookDeliveries.release, another's": () =>
      webhookDeliveries.release({ ...held(account.webhook), token: "another" }, { round: "failed", isSlow: false }),
    "rateLimits.take": () => mongoRateLimits(connect).take("k", { burst: 10, perSecond: 1 / 60 }),
  };
  it.each(Object.entries(writes))("%s changes this and nothing else", async (_, write) => {
    const tells = (answer: unknown) => typeof answer !== "object" || Array.isArray(answer);
    expect(asLines(await world.did(names, write, tells))).toMatchSnapshot();
  });

  /** What needs no account, or begins something in it. */
  const free = /insert|publish|topUp|setLowBalance|setHourlyLimit|setContactLimit|add|rateLimits|touch|unsubscribe|Deliveries/;
  it("changes nothing of another account's", async () => {
    account = { ...account, id: others.id };
    const bound = Object.entries(writes).flatMap(([name, write]) => (free.test(name) ? [] : [write]));
    expect(await world.changedOfMine(names, bound)).toEqual([]);
  });
});
