import { describe, expect, it } from "vitest";
import { mongoApiKeys } from "#shared/accounts/store/api-keys.ts";
import { mongoIdempotency, mongoRateLimits } from "#shared/accounts/store/requests.ts";
import { mongoUsers } from "#shared/accounts/store/users.ts";
import type { ApiKey } from "#shared/accounts/auth/ports.ts";
import { ids } from "#shared/platform/system.ts";
import { memoryApiKeys, memoryIdempotency, memoryRateLimits, memoryUsers } from "#test/support/memory/auth.ts";
import { describePort } from "#test/support/port-suite.ts";
import { aUser } from "#test/support/user.ts";

const aKey = (facts: Partial<ApiKey> = {}): ApiKey => ({
  id: ids.objectId(),
  userId: ids.objectId(),
  hash: ids.random(32),
  last4: "abcd",
  createdAt: new Date("2026-11-21T09:00:00Z"),
  ...facts,
});

describePort("users", { memory: memoryUsers, mongo: mongoUsers }, (users) => {
  it("finds a user by email and by id", async () => {
    const user = aUser();

    await users.insert(user);

    expect(await users.findByEmail(user.email)).toEqual(user);
    expect(await users.find(user.id)).toEqual(user);
    expect(await users.findByEmail("nobody@example.com")).toBeUndefined();
  });

  it("locks a user and lets it in again", async () => {
    const user = aUser();
    await users.insert(user);

    await users.setLocked(user.id, new Date("2026-11-22"));
    expect(await users.find(user.id)).toEqual({ ...user, lockedAt: new Date("2026-11-22") });
    await users.setLocked(user.id, undefined);
    expect(await users.find(user.id)).toEqual(user);
  });

  it("remembers the latest twenty addresses of a user, each once", async () => {
    const user = aUser();
    await users.insert(user);

    for (const network of [...Array.from({ length: 21 }, (_, i) => `n${i}`), "n20"]) await users.addLoginNetwork(user.id, network);

    expect((await users.find(user.id))?.loginNetworks).toEqual(Array.from({ length: 20 }, (_, i) => `n${i + 1}`));
  });

  it("refuses a second user with the same email", async () => {
    const user = aUser();
    await users.insert(user);

    await expect(users.insert(aUser({ email: user.email }))).rejects.toMatchObject({ reason: "conflict" });
  });
});

describePort("API keys", { memory: memoryApiKeys, mongo: mongoApiKeys }, (keys) => {
  it("revokes every key of one account", async () => {
    const [one, two, other] = [aKey(), aKey(), aKey()];
    const mine = { userId: one.userId };
    for (const key of [one, { ...two, ...mine }, other]) await keys.insert(key, 10);

    expect(await keys.deleteAll(one.userId)).toBe(2);
    expect(await keys.list(one.userId)).toEqual([]);
    expect(await keys.list(other.userId)).toEqual([other]);
  });

  it("finds a live key by its hash and no deleted one", async () => {
    const key = aKey();
    await keys.insert(key, 10);

    expect(await keys.findByHash(key.hash)).toEqual(key);
    expect(await keys.delete(key.userId, key.id)).toBe(true);
    expect(await keys.findByHash(key.hash)).toBeUndefined();
  });

  it("does not delete another account's key", async () => {
    const key = aKey();
    await keys.insert(key, 10);

    expect(await keys.delete(ids.objectId(), key.id)).toBe(false);
    expect(await keys.findByHash(key.hash)).toEqual(key);
  });

  it("keeps an account's newest keys and drops the rest", async () => {
    const userId = ids.objectId();
    const made = [0, 1, 2, 3].map((n) => aKey({ userId, createdAt: new Date(Date.UTC(2026, 10, 21, 9, n)) }));

    for (const key of made) await keys.insert(key, 2);

    expect((await keys.list(userId)).map(({ id }) => id)).toEqual([made[3]?.id, made[2]?.id]);
  });

  it("keeps a key with a name and its scopes, however many logins follow", async () => {
    const userId = ids.objectId();
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 9, minute));
    const named = aKey({ userId, createdAt: at(0), name: "CRM", scopes: ["send", "read"] });
    const logins = [1, 2, 3].map((n) => aKey({ userId, createdAt: at(n) }));

    for (const key of [named, ...logins]) await keys.insert(key, 2);

    expect((await keys.list(userId)).map(({ id }) => id)).toEqual([logins[2]?.id, logins[1]?.id, named.id]);
    expect(await keys.findByHash(named.hash)).toEqual(named);
  });

  it("remembers the latest use, whatever the order of writing", async () => {
    const key = aKey();
    await keys.insert(key, 10);

    await keys.touch(key.id, new Date("2026-11-21T11:00:00Z"));
    await keys.touch(key.id, new Date("2026-11-21T10:00:00Z"));

    expect((await keys.findByHash(key.hash))?.lastUsedAt).toEqual(new Date("2026-11-21T11:00:00Z"));
  });
});

describePort("rate limits", { memory: () => memoryRateLimits(), mongo: mongoRateLimits }, (limits) => {
  it("grants exactly the burst to any number of requests at once, then says how long to wait", async () => {
    const key = ids.objectId();

    const taken = await Promise.all(Array.from({ length: 20 }, () => limits.take(key, { burst: 7, perSecond: 0.01 })));

    expect(taken.filter(({ wait }) => wait === 0)).toHaveLength(7);
    expect(taken.flatMap(({ wait, left }) => (wait === 0 ? [Math.floor(left)] : [])).toSorted((a, b) => a - b)).toEqual([
      0, 1, 2, 3, 4, 5, 6,
    ]);
    for (const { wait, left } of taken.filter((one) => one.wait > 0)) {
      expect(wait).toBeLessThanOrEqual(100);
      expect(left).toBeLessThan(1);
    }
  });

  it("grants again when the bucket has refilled", async () => {
    const key = ids.objectId();
    await limits.take(key, { burst: 1, perSecond: 0.5 });
    const { wait } = await limits.take(key, { burst: 1, perSecond: 0.5 });
    expect(wait).toBeGreaterThan(0);

    await new Promise((done) => setTimeout(done, wait * 1000 + 50));

    expect((await limits.take(key, { burst: 1, perSecond: 0.5 })).wait).toBe(0);
  });
});

describePort("idempotency", { memory: memoryIdempotency, mongo: mongoIdempotency }, (idempotency) => {
  const request = (facts: { bodyHash?: string } = {}) => ({
    userId: ids.objectId(),
    route: "POST /v1/send",
    key: "k",
    bodyHash: "h",
    ...facts,
  });
  const claimed = async (same: ReturnType<typeof request>) => {
    const outcome = await idempotency.claim(same);
    if (outcome.kind !== "claimed") throw new Error(outcome.kind);
    return outcome.claim;
  };

  it("lets one of many same requests through and tells the others that it is under way", async () => {
    const same = request();

    const outcomes = await Promise.all(Array.from({ length: 8 }, () => idempotency.claim(same)));

    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(["claimed", ...Array.from({ length: 7 }, () => "in_flight")]);
  });

  it("answers a repeated request with the saved answer, and another body with a refusal", async () => {
    const same = request();

    await idempotency.save(await claimed(same), { id: "1" });

    expect(await idempotency.claim(same)).toEqual({ kind: "saved", answer: { id: "1" } });
    expect(await idempotency.claim({ ...same, bodyHash: "other" })).toEqual({ kind: "other_body" });
  });

  it("frees the key of a request that was refused, but never one with an answer", async () => {
    const same = request();
    await idempotency.release(await claimed(same));
    const second = await claimed(same);
    await idempotency.save(second, 1);

    await idempotency.release(second);

    expect(await idempotency.claim(same)).toEqual({ kind: "saved", answer: 1 });
  });

  it("does not let a request save whose claim was lost", async () => {
    const claim = await claimed(request());

    expect(await idempotency.save({ ...claim, token: "stale" }, 1)).toBe(false);
  });
});

describe("ids", () => {
  it("are 24 hexadecimal digits, all distinct", () => {
    const made = Array.from({ length: 1000 }, () => ids.objectId());

    expect(new Set(made).size).toBe(1000);
    for (const id of made) expect(id).toMatch(/^[0-9a-f]{24}$/);
  });
});
