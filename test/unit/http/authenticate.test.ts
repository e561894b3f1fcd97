import { expect, it } from "vitest";
import { generateApiKey, hashApiKey } from "#shared/domain/auth/api-key.ts";
import type { KeyScope } from "#shared/domain/auth/ports.ts";
import { authenticator } from "#shared/http/authenticate.ts";
import { type Limited, rateHeaders } from "#shared/http/rate-headers.ts";
import { memoryApiKeys, memoryIdempotency, memoryRateLimits } from "#test/support/memory/auth.ts";

const rig = async (scopes?: readonly KeyScope[]) => {
  let now = Date.parse("2026-11-21T09:00:00Z");
  const apiKeys = memoryApiKeys();
  const token = generateApiKey();
  await apiKeys.insert(
    { id: "key", userId: "user", hash: hashApiKey(token), last4: "", createdAt: new Date(now), ...(scopes && { scopes }) },
    10,
  );
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const accountOf = authenticator({
    apiKeys,
    rateLimits: memoryRateLimits(() => now),
    idempotency: memoryIdempotency(),
    clock: { now: () => new Date(now) },
    log,
    accountBucket: () => ({ burst: 3, perSecond: 1 }),
    isOutage: () => false,
  });
  return { apiKeys, token, accountOf, pass: (ms: number) => (now += ms) };
};

it("refuses a revoked key within 30 seconds, also where it was just believed", async () => {
  const { apiKeys, token, accountOf, pass } = await rig();
  expect(await accountOf(token, "read")).toMatchObject({ id: "key", userId: "user" });

  await apiKeys.delete("user", "key");
  pass(30_000);

  await expect(accountOf(token, "read")).rejects.toMatchObject({ reason: "unauthorized" });
});

it("notes the last use to the minute", async () => {
  const { apiKeys, token, accountOf, pass } = await rig();

  await accountOf(token, "read");
  pass(59_000);
  await accountOf(token, "read");
  expect((await apiKeys.list("user"))[0]?.lastUsedAt?.toISOString()).toBe("2026-11-21T09:00:00.000Z");
  pass(2_000);
  await accountOf(token, "read");

  expect((await apiKeys.list("user"))[0]?.lastUsedAt?.toISOString()).toBe("2026-11-21T09:01:01.000Z");
});

it("refuses with the seconds to wait when the account's bucket is empty", async () => {
  const { token, accountOf, pass } = await rig();
  for (let used = 0; used < 3; used += 1) await accountOf(token, "read");

  await expect(accountOf(token, "read")).rejects.toMatchObject({ reason: "tooManyRequests", headers: { "retry-after": "1" } });
  pass(1_000);

  expect(await accountOf(token, "read")).toMatchObject({ id: "key", userId: "user" });
});

it("refuses what the key's scopes do not name, and lets a login's key do everything", async () => {
  const named = await rig(["send"]);
  expect(await named.accountOf(named.token, "send")).toMatchObject({ id: "key", userId: "user" });
  await expect(named.accountOf(named.token, "read")).rejects.toMatchObject({ reason: "insufficientScope" });
  await expect(named.accountOf(named.token, "admin")).rejects.toMatchObject({ reason: "insufficientScope" });

  const whole = await rig();
  for (const scope of ["send", "read", "admin"] as const)
    expect(await whole.accountOf(whole.token, scope)).toMatchObject({ id: "key", userId: "user" });
});

it("tells what is left of the account's bucket, also with a refusal", async () => {
  const { token, accountOf, pass } = await rig();
  const told: string[] = [];
  const note = (limited: Limited) => void told.push(rateHeaders([limited])["ratelimit"]!);

  await accountOf(token, "read", note);
  pass(500);
  await accountOf(token, "read", note);
  await accountOf(token, "read", note);
  await expect(accountOf(token, "read", note)).rejects.toMatchObject({ reason: "tooManyRequests" });

  expect(told).toEqual(['"account";r=2;t=1', '"account";r=1;t=2', '"account";r=0;t=3', '"account";r=0;t=3']);
});
