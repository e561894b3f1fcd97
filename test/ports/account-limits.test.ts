import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { mongoApiKeys } from "#shared/accounts/store/api-keys.ts";
import { mongoUsers } from "#shared/accounts/store/users.ts";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { mongoSealedWebhooks } from "#shared/webhooks/store/webhooks.ts";
import { hashPassword } from "#shared/accounts/auth/passwords.ts";
import { logIn } from "#shared/accounts/auth/log-in.ts";
import type { ApiKey } from "#shared/accounts/auth/ports.ts";
import { createWebhook } from "#shared/webhooks/manage-webhooks.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { interrupted } from "#test/support/interrupted.ts";
import { memoryRateLimits } from "#test/support/memory/auth.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { recordingLog } from "#test/support/sending-rig.ts";

const AT_ONCE = 12;
const MOST = 5;
const ring = async () => ({ current: "k1", keys: { k1: Buffer.alloc(32).toString("base64") } });

describeOnMongo("S7, S8: what an account may have", (connect) => {
  const users = mongoUsers(connect);
  const apiKeys = mongoApiKeys(connect);
  const password = "correct horse";
  const passwordHash = hashPassword(password);
  const anAccount = async () => {
    const id = ids.objectId();
    await users.insert({ id, email: `${id}@a.test`, name: "", passwordHash: await passwordHash, createdAt: clock.now() });
    return id;
  };
  const aKey = (userId: string, facts: Partial<ApiKey> = {}): ApiKey => {
    return { id: ids.objectId(), userId, hash: ids.random(32), last4: "0000", createdAt: clock.now(), ...facts };
  };
  const logInThrough = (through: Connect, id: string) =>
    logIn(
      { users: mongoUsers(through), apiKeys: mongoApiKeys(through), rateLimits: memoryRateLimits(), clock, ids, log: recordingLog() },
      { email: `${id}@a.test`, password, sourceIp: "192.0.2.1" },
    ).then(
      () => "in",
      (error: { readonly reason: string }) => error.reason,
    );
  /** What `user lock` and `user password` do. */
  const changes = {
    "is locked": (id: string) => users.setLocked(id, clock.now()),
    "gets a new password": (id: string) => users.setPasswordHash(id, "another"),
  };

  it.each(Object.entries(changes))("a login yields no key when the account %s before it stores one", async (_, change) => {
    const id = await anAccount();
    const slow = interrupted(connect, "users", "updateOne", async () => {
      await change(id);
      await apiKeys.deleteAll(id);
    });

    expect(await logInThrough(slow, id)).toBe("unauthorized");
    expect(await apiKeys.list(id)).toEqual([]);
  });

  it.each(Object.entries(changes))("no key of a login is left when the account %s while it is stored", async (_, change) => {
    const id = await anAccount();
    let operator: Promise<unknown> = Promise.resolve();
    const slow = interrupted(connect, "apiKeys", "insertOne", async () => {
      operator = change(id).then(() => apiKeys.deleteAll(id));
      await pause(20);
    });

    await logInThrough(slow, id);
    await operator;

    expect(await apiKeys.list(id)).toEqual([]);
  });

  it("a rehash does not take back a password that was set meanwhile", async () => {
    const id = await anAccount();
    const before = await passwordHash;
    await users.setPasswordHash(id, "the operator's");

    await users.setPasswordHash(id, "the rehash", before);

    expect((await users.find(id))?.passwordHash).toBe("the operator's");
  });

  it("no key makes another once it is revoked, or its account locked", async () => {
    const id = await anAccount();
    const maker = aKey(id);
    await apiKeys.insert(maker, MOST);
    const make = () => apiKeys.insert(aKey(id, { name: "x" }), MOST, { madeBy: maker.id });

    expect(await make()).toBe("stored");
    await users.setLocked(id, clock.now());
    expect(await make()).toBe("revoked");
    await users.setLocked(id, undefined);
    expect(await make()).toBe("stored");
    await apiKeys.delete(id, maker.id);
    expect(await make()).toBe("revoked");
  });

  it("no key is left that another was making when all were revoked", async () => {
    const id = await anAccount();
    const maker = aKey(id);
    await apiKeys.insert(maker, MOST);
    let operator: Promise<unknown> = Promise.resolve();
    const slow = interrupted(connect, "apiKeys", "insertOne", async () => {
      operator = apiKeys.deleteAll(id);
      await pause(20);
    });

    await mongoApiKeys(slow).insert(aKey(id, { name: "x" }), MOST, { madeBy: maker.id });
    await operator;

    expect(await apiKeys.list(id)).toEqual([]);
  });

  it("named keys are counted exactly, however many are made at once", async () => {
    const id = await anAccount();

    const made = await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => apiKeys.insert(aKey(id, { name: `${i}` }), MOST)));

    expect(made.filter((outcome) => outcome === "stored")).toHaveLength(MOST);
    expect(await apiKeys.list(id)).toHaveLength(MOST);
  });

  it("webhooks are counted exactly, however many are made at once", async () => {
    const id = await anAccount();
    const webhooks = mongoSealedWebhooks(connect, ring);
    const make = () =>
      createWebhook({ webhooks, webhookQueue: { wake: async () => undefined }, clock, ids }, id, {
        url: "https://h.test/",
        description: "",
      });
    await Promise.all(Array.from({ length: 16 }, make));

    const made = await Promise.allSettled(Array.from({ length: AT_ONCE }, make));

    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
    expect(await webhooks.list(id)).toHaveLength(20);
  });
});
