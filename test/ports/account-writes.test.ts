import { beforeEach, expect, it } from "vitest";
import { mongoApiKeys } from "#shared/adapters/mongo/accounts/api-keys.ts";
import { mongoIdempotency } from "#shared/adapters/mongo/accounts/idempotency.ts";
import { oid } from "#shared/adapters/mongo/documents.ts";
import { mongoRateLimits } from "#shared/adapters/mongo/accounts/rate-limits.ts";
import { mongoUsers } from "#shared/adapters/mongo/accounts/users.ts";
import { mongoWallets } from "#shared/adapters/mongo/accounts/wallets.ts";
import { mongoSuppressions } from "#shared/adapters/mongo/suppressions/suppressions.ts";
import { webhookDeliveriesOf, webhooksOf } from "#shared/adapters/mongo/webhooks/webhook-documents.ts";
import { mongoWebhookDeliveries } from "#shared/adapters/mongo/webhooks/webhook-deliveries.ts";
import { mongoWebhooks } from "#shared/adapters/mongo/webhooks/webhooks.ts";
import type { WebhookLease } from "#shared/domain/webhooks/ports.ts";
import type { Webhook } from "#shared/domain/webhooks/webhook.ts";
import { ids } from "#shared/runtime/system.ts";
import { type Account, anAccount, namesOf, ring } from "#test/support/account-world.ts";
import { type Names, sameWorld, told } from "#test/support/changes.ts";
import { interrupted } from "#test/support/interrupted.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { inMinutes } from "#test/support/sends-in-every-state.ts";

const MINUTE_MS = 60_000;

/** What each write changes in the whole database, of two accounts that have the same; a time is told in minutes from now. */
const expected: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "users.setPasswordHash": { "users user": "passwordHash=new" },
  "users.setLocked": { "users user": "lockedAt=0min" },
  "users.setSuppressBounced": { "users user": "suppressBounced=true" },
  "apiKeys.delete": { "apiKeys key": "gone", answer: "true" },
  "apiKeys.deleteAll": { "apiKeys key": "gone", "apiKeys namedKey": "gone", "apiKeys olderKey": "gone", answer: "3" },
  "apiKeys.touch": { "apiKeys key": "lastUsedAt=-4min" },
  "apiKeys.insert, too many": {
    "apiKeys key": "gone",
    "apiKeys olderKey": "gone",
    "apiKeys unnamed": "new createdAt=0min hash=n last4=9 userId=user",
  },
  "wallets.topUp": {
    "ledger unnamed": "new amount=5 balanceAfter=15 createdAt=0min reference=second type=topup userId=user",
    "wallets user": "balance=15 updatedAt=0min",
    answer: "true",
  },
  "wallets.topUp, again": { answer: "false" },
  "wallets.setLowBalance": { "wallets user": "lowBalance=7" },
  "wallets.setLowBalance, of a new wallet": { "wallets mailbox": "new balance=0 lowBalance=7 updatedAt=0min" },
  "idempotency.save": { "idempotency unnamed": 'answer={"ok":true}', answer: "true" },
  "idempotency.release": { "idempotency unnamed": "gone" },
  "suppressions.add": { "suppressions unnamed": "new createdAt=0min email=new@peer.test reason=manual userId=user" },
  "suppressions.remove": { "suppressions unnamed": "gone", answer: "true" },
  "suppressions.unsubscribe": {
    "suppressions unnamed":
      "new createdAt=0min email=jane@peer.test news=[suppression.added] newsAt=0min reason=unsubscribed sendId=send userId=user",
    answer: "true",
  },
  "webhooks.update": { "webhooks webhook": "updatedAt=0min url=https://n.test/" },
  "webhooks.update, its types": { "webhooks webhook": "types=[send.failed] updatedAt=0min" },
  "webhooks.update, all types": { "webhooks webhook": "-types updatedAt=0min" },
  "webhooks.update, switched on": { "webhooks off": "-failingSince -failures nextAt=0min -restUntil status=active updatedAt=0min" },
  "webhooks.update, switched off": { "webhooks webhook": "status=disabled updatedAt=0min" },
  "webhooks.delete": {
    "webhookDeliveries due": "gone",
    "webhookDeliveries later": "gone",
    "webhookDeliveries orphan": "gone",
    "webhooks webhook": "gone",
    answer: "true",
  },
  "webhooks.rotate, as another does": { "webhooks webhook": "previousUntil=9min sealed={secret:sealed,previous:sealed}", answer: "false" },
  "webhookDeliveries.release, as another takes over": { "webhooks webhook": "lease={token:token,until:5min}" },
  "webhookDeliveries.release, after the first failure": {
    "webhooks webhook": "failingSince=0min failures=1 -lease nextAt=0min restUntil=0min",
  },
  "webhookDeliveries.release, nothing left": {
    "webhookDeliveries due": "gone",
    "webhookDeliveries later": "gone",
    "webhookDeliveries orphan": "gone",
    "webhooks webhook": "-failingSince -failures -lease -nextAt -restUntil",
  },
  "webhookDeliveries.release, dead for three days": {
    "webhooks webhook":
      "failingSince=-4320min failures=3 -lease news=[webhook.disabled] newsAt=0min nextAt=2min restUntil=2min status=disabled updatedAt=0min",
  },
  "webhookDeliveries.release, not quite": {
    "webhooks webhook": "failingSince=-4318min failures=3 -lease nextAt=2min restUntil=2min",
    answer: "true",
  },
  "webhookDeliveries.lease, nothing due": { "webhooks webhook": "nextAt=5min" },
  "webhookDeliveries.lease, taken": { "webhooks webhook": "lease={token:token,until:5min}" },
  "apiKeys.insert, a named one": { "apiKeys olderKey": "gone", "apiKeys unnamed": "new createdAt=0min hash=n last4=9 name=x userId=user" },
  "apiKeys.insert, to keep two": { "apiKeys olderKey": "gone", "apiKeys unnamed": "new createdAt=0min hash=n last4=9 userId=user" },
  "users.setLocked, let in again": {},
  "suppressions.unsubscribe, of one that was suppressed": {
    "suppressions unnamed":
      "new createdAt=0min email=jane@peer.test news=[suppression.added] newsAt=0min reason=unsubscribed sendId=send userId=user",
    answer: "true",
  },
  "suppressions.unsubscribe, again": {
    "suppressions unnamed":
      "new createdAt=0min email=jane@peer.test news=[suppression.added] newsAt=0min reason=unsubscribed sendId=send userId=user",
    answer: "true",
  },
  "webhooks.rotate": { "webhooks webhook": "previousUntil=5min sealed={secret:sealed,previous:sealed}", answer: "true" },
  "webhooks.replay": {
    "webhookDeliveries due": "gone",
    "webhookDeliveries unnamed":
      "new attempts=0 createdAt=0min dueAt=0min eventId=event sequence=1 status=pending type=send.sent userId=user webhookId=webhook",
    answer: "1",
  },
  "webhooks.replay, at one that is off": {
    "webhookDeliveries unnamed":
      "new attempts=0 createdAt=0min dueAt=0min eventId=event sequence=1 status=pending type=send.sent userId=user webhookId=off",
    answer: "1",
  },
  "webhooks.replay, of nothing": { answer: "0" },
  "webhookDeliveries.lease": { "webhooks webhook": "lease={token:token,until:5min}", answer: "webhook" },
  "webhookDeliveries.lease, of one that is off": {},
  "webhookDeliveries.due": { "webhookDeliveries orphan": "gone" },
  "webhookDeliveries.record, taken": {
    "webhookDeliveries due": "attempts=3 -dueAt durationMs=5 lastAttemptAt=0min response=$x responseStatus=200 status=delivered",
  },
  "webhookDeliveries.record, again": { "webhookDeliveries due": "attempts=3 dueAt=7min durationMs=5 lastAttemptAt=0min response=$x" },
  "webhookDeliveries.record, given up": {
    "webhookDeliveries due": "attempts=3 -dueAt durationMs=5 lastAttemptAt=0min response=$x responseStatus=500 status=failed",
  },
  "webhookDeliveries.release, worked": { "webhooks webhook": "-failingSince -failures -lease nextAt=-3min -restUntil", answer: "0" },
  "webhookDeliveries.release, failed": { "webhooks webhook": "failures=3 -lease nextAt=2min restUntil=2min", answer: "2" },
  "webhookDeliveries.release, another's": {},
  "rateLimits.take": { "rateLimits unnamed": "new at=0min expiresAt=10min granted=true tokens=9" },
};

describeOnMongo("of an account's records", (connect) => {
  const users = mongoUsers(connect);
  const apiKeys = mongoApiKeys(connect);
  const wallets = mongoWallets(connect);
  const idempotency = mongoIdempotency(connect);
  const suppressions = mongoSuppressions(connect);
  const webhooks = mongoWebhooks(connect, ring);
  const webhookDeliveries = mongoWebhookDeliveries(connect, ring);
  const world = sameWorld(connect, async () => ({ mine: await anAccount(connect), others: await anAccount(connect) }));
  let account: Account;
  let others: Account;
  let names: Names;
  beforeEach(async () => {
    const { mine, others: strangers } = await world.begin();
    [account, others] = [mine, strangers];
    names = new Map([...namesOf(mine), ...namesOf(others, "other's ")]);
  });
  const claim = () => ({ userId: account.id, route: "POST /v1/send", key: "k", token: "mine" });
  const held = (webhook: Webhook): WebhookLease => ({ token: "mine", webhook, secrets: [] });
  const delivery = () => ({ id: account.due, attempts: 2, event: {} as never });
  const attempt = { durationMs: 5, response: "$x" };

  const writes: Readonly<Record<string, () => Promise<unknown>>> = {
    "users.setPasswordHash": () => users.setPasswordHash(account.id, "new"),
    "users.setLocked": () => users.setLocked(account.id, inMinutes(0)),
    "users.setSuppressBounced": () => users.setSuppressBounced(account.id, true),
    "apiKeys.delete": () => apiKeys.delete(account.id, account.key),
    "apiKeys.deleteAll": () => apiKeys.deleteAll(account.id),
    "apiKeys.touch": () => apiKeys.touch(account.key, inMinutes(-4)),
    "apiKeys.insert, too many": () =>
      apiKeys.insert({ id: ids.objectId(), userId: account.id, hash: "n", last4: "9", createdAt: inMinutes(0) }, 1),
    "wallets.topUp": () => wallets.topUp(account.id, 5, "second"),
    "wallets.topUp, again": () => wallets.topUp(account.id, 5, "first"),
    "wallets.setLowBalance": () => wallets.setLowBalance(account.id, 7),
    "wallets.setLowBalance, of a new wallet": () => wallets.setLowBalance(account.mailbox.id, 7),
    "idempotency.save": () => idempotency.save(claim(), { ok: true }),
    "idempotency.release": () => idempotency.release(claim()),
    "suppressions.add": () =>
      suppressions.add(account.id, ["old@peer.test", "New@Peer.test", "new@peer.test"]).then((all) => all.map(({ email }) => email)),
    "suppressions.remove": () => suppressions.remove(account.id, "OLD@peer.test"),
    "suppressions.unsubscribe": async () => (await suppressions.unsubscribe(account.send.id)) !== undefined,
    "webhooks.update": () => webhooks.update(account.id, account.webhook.id, { url: "https://n.test/" }),
    "webhooks.update, its types": () => webhooks.update(account.id, account.webhook.id, { types: ["send.failed"] }),
    "webhooks.update, all types": () => webhooks.update(account.id, account.webhook.id, { types: [] }),
    "webhooks.update, switched on": () => webhooks.update(account.id, account.off.id, { status: "active" }),
    "webhooks.update, switched off": () => webhooks.update(account.id, account.webhook.id, { status: "disabled" }),
    "webhooks.delete": () => webhooks.delete(account.id, account.webhook.id),
    "webhooks.rotate, as another does": async () => {
      const rotates = () => webhooks.rotate(account.id, account.webhook.id, "whsec_c", 9 * MINUTE_MS);
      return mongoWebhooks(interrupted(connect, "webhooks", "updateOne", rotates), ring).rotate(
        account.id,
        account.webhook.id,
        "whsec_b",
        5 * MINUTE_MS,
      );
    },
    "webhookDeliveries.release, as another takes over": async () => {
      const takes = () => webhookDeliveries.lease(account.webhook.id, 5 * MINUTE_MS);
      const slow = mongoWebhookDeliveries(interrupted(connect, "webhooks", "findOne", takes), ring);
      return slow.release(held(account.webhook), "worked");
    },
    "webhookDeliveries.release, after the first failure": async () => {
      await webhooksOf(await connect()).updateOne(
        { _id: oid(account.webhook.id) },
        { $unset: { failures: "", failingSince: "", restUntil: "" } },
      );
      await webhookDeliveries.release(held(account.webhook), "failed");
    },
    "webhookDeliveries.release, nothing left": async () => {
      await webhookDeliveriesOf(await connect()).deleteMany({ webhookId: oid(account.webhook.id) });
      return webhookDeliveries.release(held(account.webhook), "worked");
    },
    "webhookDeliveries.release, dead for three days": async () => {
      await webhooksOf(await connect()).updateOne({ _id: oid(account.webhook.id) }, { $set: { failingSince: inMinutes(-72 * 60) } });
      return webhookDeliveries.release(held(account.webhook), "failed");
    },
    "webhookDeliveries.release, not quite": async () => {
      await webhooksOf(await connect()).updateOne({ _id: oid(account.webhook.id) }, { $set: { failingSince: inMinutes(-72 * 60 + 2) } });
      return (await webhookDeliveries.release(held(account.webhook), "failed")) !== undefined;
    },
    "webhookDeliveries.lease, nothing due": async () => {
      await webhooksOf(await connect()).updateOne({ _id: oid(account.webhook.id) }, { $set: { nextAt: inMinutes(5) } });
      return webhookDeliveries.lease(account.webhook.id, 5 * MINUTE_MS);
    },
    "webhookDeliveries.lease, taken": async () => {
      await webhookDeliveries.lease(account.webhook.id, 5 * MINUTE_MS);
      return webhookDeliveries.lease(account.webhook.id, 9 * MINUTE_MS);
    },
    "apiKeys.insert, a named one": () =>
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
    "webhooks.rotate": () => webhooks.rotate(account.id, account.webhook.id, "whsec_b", 5 * MINUTE_MS),
    "webhooks.replay": () => webhooks.replay(account.id, account.webhook.id, { eventIds: [account.event] }),
    "webhooks.replay, at one that is off": () => webhooks.replay(account.id, account.off.id, { since: inMinutes(-601) }),
    "webhooks.replay, of nothing": () => webhooks.replay(account.id, account.off.id, { since: inMinutes(-599) }),
    "webhookDeliveries.lease": async () => (await webhookDeliveries.lease(account.webhook.id, 5 * MINUTE_MS))?.webhook.id,
    "webhookDeliveries.lease, of one that is off": () => webhookDeliveries.lease(account.off.id, 5 * MINUTE_MS),
    "webhookDeliveries.due": async () => (await webhookDeliveries.due(held(account.webhook), 9)).map(({ id }) => id),
    "webhookDeliveries.record, taken": () => webhookDeliveries.record(delivery(), { ...attempt, ok: true, responseStatus: 200 }, undefined),
    "webhookDeliveries.record, again": () => webhookDeliveries.record(delivery(), { ...attempt, ok: false }, 7 * MINUTE_MS),
    "webhookDeliveries.record, given up": () =>
      webhookDeliveries.record(delivery(), { ...attempt, ok: false, responseStatus: 500 }, undefined),
    "webhookDeliveries.release, worked": () => webhookDeliveries.release(held(account.webhook), "worked"),
    "webhookDeliveries.release, failed": async () =>
      Math.ceil(((await webhookDeliveries.release(held(account.webhook), "failed")) ?? 0) / MINUTE_MS),
    "webhookDeliveries.release, another's": () => webhookDeliveries.release({ ...held(account.webhook), token: "another" }, "failed"),
    "rateLimits.take": () => mongoRateLimits(connect).take("k", { burst: 10, perSecond: 1 / 60 }),
  };
  it.each(Object.entries(writes))("%s changes this and nothing else", async (name, write) => {
    let answer: unknown;
    const changes = await world.changesBy(names, async () => {
      answer = await write();
    });
    const did = { ...changes, ...(typeof answer !== "object" && answer !== undefined && { answer: told(answer, names) }) };
    expect(did).toEqual(expected[name]);
  });

  /** What needs no account, or begins something in it. */
  const free = /insert|topUp|setLowBalance|add|rateLimits|touch|unsubscribe|Deliveries/;
  it("changes nothing of another account's", async () => {
    account = { ...account, id: others.id };
    const changes = await world.changesBy(names, async () => {
      // Some refuse, others answer that there is nothing.
      for (const [name, write] of Object.entries(writes)) if (!free.test(name)) await write().catch(() => undefined);
    });
    expect(Object.keys(changes).filter((key) => !/other's|unnamed/.test(key))).toEqual([]);
  });
});
