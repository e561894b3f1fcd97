import { describe, expect, it } from "vitest";
import { generateApiKey, generateCode, generateOAuthToken, hashApiKey } from "#shared/accounts/auth/api-key.ts";
import type { KeyScope } from "#shared/accounts/auth/ports.ts";
import { authenticator, bearerIn } from "#shared/api/http/authenticate.ts";
import { type Limited, rateHeaders } from "#shared/api/http/request-limits.ts";
import { memoryApiKeys, memoryIdempotency, memoryRateLimits } from "#test/support/memory/auth.ts";

const HOME = "192.0.2.1";

const rig = async (scopes?: readonly KeyScope[], bucket = { burst: 3, perSecond: 1 }) => {
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
    accountBucket: () => bucket,
    isInMaintenance: async () => false,
    isOutage: () => false,
  });
  return { apiKeys, token, accountOf, pass: (ms: number) => (now += ms) };
};

it("refuses a revoked key within 30 seconds, also where it was just believed", async () => {
  const { apiKeys, token, accountOf, pass } = await rig();
  expect(await accountOf({ header: token, sourceIp: HOME }, "read")).toMatchObject({ id: "key", userId: "user" });

  await apiKeys.delete("user", "key");
  pass(30_000);

  await expect(accountOf({ header: token, sourceIp: HOME }, "read")).rejects.toMatchObject({ reason: "unauthorized" });
});

it("refuses a key from the second at which it expires, also where it was just believed", async () => {
  const { apiKeys, accountOf, pass } = await rig();
  const [token, createdAt] = [generateApiKey(), new Date("2026-11-21T09:00:00Z")];
  const expiresAt = new Date("2026-11-21T09:00:10Z");
  await apiKeys.insert({ id: "ends", userId: "user", name: "ends", hash: hashApiKey(token), last4: "", createdAt, expiresAt }, 10);
  const use = () => accountOf({ header: token, sourceIp: HOME }, "read");
  expect(await use()).toMatchObject({ id: "ends" });

  pass(9_999);
  expect(await use()).toMatchObject({ id: "ends" });
  pass(1);

  await expect(use()).rejects.toMatchObject({ reason: "unauthorized" });
});

it("notes the last use to the minute", async () => {
  const { apiKeys, token, accountOf, pass } = await rig();

  await accountOf({ header: token, sourceIp: HOME }, "read");
  pass(59_000);
  await accountOf({ header: token, sourceIp: HOME }, "read");
  expect((await apiKeys.list("user"))[0]?.lastUsedAt?.toISOString()).toBe("2026-11-21T09:00:00.000Z");
  pass(2_000);
  await accountOf({ header: token, sourceIp: HOME }, "read");

  expect((await apiKeys.list("user"))[0]?.lastUsedAt?.toISOString()).toBe("2026-11-21T09:01:01.000Z");
});

const DAY = 24 * 3_600_000;

it("refuses a login's key that nobody has used for 90 days, counted from its last use or else its making", async () => {
  const { token, accountOf, pass } = await rig();
  const use = () => accountOf({ header: token, sourceIp: HOME }, "read");

  pass(90 * DAY);
  expect(await use()).toMatchObject({ id: "key" });
  pass(90 * DAY);
  expect(await use()).toMatchObject({ id: "key" });
  pass(90 * DAY + 1);

  await expect(use()).rejects.toMatchObject({ reason: "unauthorized" });
});

it("takes a key with a name however long nobody has used it", async () => {
  const { apiKeys, accountOf, pass } = await rig();
  const token = generateApiKey();
  const key = { id: "named", userId: "user", hash: hashApiKey(token), last4: "", name: "CRM", createdAt: new Date("2026-11-21T09:00:00Z") };
  await apiKeys.insert(key, 10);

  pass(1_000 * DAY);

  expect(await accountOf({ header: token, sourceIp: HOME }, "read")).toMatchObject({ id: "named" });
});

it("refuses with the seconds to wait when the account's bucket is empty", async () => {
  const { token, accountOf, pass } = await rig();
  for (let used = 0; used < 3; used += 1) await accountOf({ header: token, sourceIp: HOME }, "read");

  await expect(accountOf({ header: token, sourceIp: HOME }, "read")).rejects.toMatchObject({
    reason: "tooManyRequests",
    headers: { "retry-after": "1" },
  });
  pass(1_000);

  expect(await accountOf({ header: token, sourceIp: HOME }, "read")).toMatchObject({ id: "key", userId: "user" });
});

it("refuses what the key's scopes do not name, and lets a login's key do everything", async () => {
  const named = await rig(["send"]);
  expect(await named.accountOf({ header: named.token, sourceIp: HOME }, "send")).toMatchObject({ id: "key", userId: "user" });
  await expect(named.accountOf({ header: named.token, sourceIp: HOME }, "read")).rejects.toMatchObject({ reason: "insufficientScope" });
  await expect(named.accountOf({ header: named.token, sourceIp: HOME }, "admin")).rejects.toMatchObject({ reason: "insufficientScope" });

  const whole = await rig();
  for (const scope of ["send", "read", "admin"] as const)
    expect(await whole.accountOf({ header: whole.token, sourceIp: HOME }, scope)).toMatchObject({ id: "key", userId: "user" });
});

it("tells what is left of the account's bucket, also with a refusal", async () => {
  const { token, accountOf, pass } = await rig();
  const told: string[] = [];
  const note = (limited: Limited) => void told.push(rateHeaders([limited])["ratelimit"]!);

  await accountOf({ header: token, sourceIp: HOME }, "read", note);
  pass(500);
  await accountOf({ header: token, sourceIp: HOME }, "read", note);
  await accountOf({ header: token, sourceIp: HOME }, "read", note);
  await expect(accountOf({ header: token, sourceIp: HOME }, "read", note)).rejects.toMatchObject({ reason: "tooManyRequests" });

  expect(told).toEqual(['"account";r=2;t=1', '"account";r=1;t=2', '"account";r=0;t=3', '"account";r=0;t=3']);
});

describe("S29: keys that nobody has", () => {
  const guarded = async () => {
    let reads = 0;
    const { apiKeys, token, accountOf, pass } = await rig(undefined, { burst: 50, perSecond: 10 });
    const find = apiKeys.findByHash.bind(apiKeys);
    apiKeys.findByHash = (hash) => {
      reads += 1;
      return find(hash);
    };
    const ask = (header: string, sourceIp: string) =>
      accountOf({ header, sourceIp }, "read").then(
        () => "in",
        (error: { readonly reason: string }) => error.reason,
      );
    const guess = (sourceIp = HOME) => ask(generateApiKey(), sourceIp);
    const addKeys = async (count: number) => {
      const tokens = Array.from({ length: count }, generateApiKey);
      const key = { userId: "user", last4: "", createdAt: new Date("2026-11-21T08:00:00Z") };
      for (const [i, made] of tokens.entries()) await apiKeys.insert({ ...key, id: `key${i}`, hash: hashApiKey(made) }, 10);
      return tokens;
    };
    return { token, ask, guess, pass, addKeys, reads: () => reads };
  };

  it("are looked up five times a minute for an address, side by side too, and then answered 429 without the database", async () => {
    const { guess, reads, pass } = await guarded();

    const answers = await Promise.all(Array.from({ length: 9 }, () => guess()));
    expect(answers.toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => "tooManyRequests"),
      ...Array.from({ length: 5 }, () => "unauthorized"),
    ]);
    expect(reads()).toBe(5);
    expect(await guess("198.51.100.7")).toBe("unauthorized");

    pass(12_000);
    expect([await guess(), await guess()]).toEqual(["unauthorized", "tooManyRequests"]);
  });

  it("count for the whole /64 of an IPv6 address", async () => {
    const { guess } = await guarded();
    for (let i = 0; i < 5; i++) await guess(`2001:db8:1:2::${i}`);

    expect([await guess("2001:db8:1:2:ffff::1"), await guess("2001:db8:1:3::1")]).toEqual(["tooManyRequests", "unauthorized"]);
  });

  it("shut out no key that was live before; keys that somebody has count for nothing", async () => {
    const { ask, token, guess, pass, addKeys } = await guarded();
    for (const live of [token, ...(await addKeys(6))]) expect(await ask(live, HOME)).toBe("in");
    for (let i = 0; i < 6; i++) await guess();

    pass(25_000);
    for (let i = 0; i < 3; i++) await guess();
    expect(await guess()).toBe("tooManyRequests");
    expect(await ask(token, HOME)).toBe("in");
  });

  it("that have no key's form are refused without the database", async () => {
    const { ask, reads } = await guarded();

    for (let i = 0; i < 9; i++) expect(await ask(`sk_live_${i}`, HOME)).toBe("unauthorized");
    expect(reads()).toBe(0);
  });
});

describe("a bearer token", () => {
  it.each([
    ["nothing", undefined],
    ["another scheme", "Basic abc"],
    ["a key without its scheme", generateApiKey()],
    ["a session's token", `Bearer session_${"0".repeat(64)}`],
    ["two tokens", `Bearer ${generateApiKey()} ${generateApiKey()}`],
    ["a token in two lines", `Bearer ${generateApiKey()}, Bearer x`],
  ])("is refused before the database is asked: %s", (_, authorization) => {
    expect(() => bearerIn(authorization)).toThrow(expect.objectContaining({ reason: "unauthorized" }));
  });

  it("is its key, which needs no scope of its own where any will do", async () => {
    const { token, accountOf } = await rig(["draft"]);

    expect(await accountOf({ bearer: bearerIn(`bearer  ${token}`), sourceIp: HOME }, undefined)).toMatchObject({ id: "key" });
    await expect(accountOf({ bearer: token, sourceIp: HOME }, "read")).rejects.toMatchObject({ reason: "insufficientScope" });
  });
});

describe("an OAuth client's token", () => {
  const withConsent = async (secret: string, waiting?: { codeChallenge: string; redirectUri: string; endsAt: Date }) => {
    const all = await rig();
    const consent = { clientId: "https://client.example/id", codeHash: hashApiKey("code"), ...(waiting && { waiting }) };
    const createdAt = new Date("2026-11-21T09:00:00Z");
    const key = { id: "token", userId: "user", name: "Client", hash: hashApiKey(secret), last4: "", scopes: ["read" as const], createdAt };
    await all.apiKeys.insert({ ...key, consent }, 10);
    return all;
  };

  it("is let in as a bearer token alone, whatever its form, also where it was just believed", async () => {
    for (const token of [generateOAuthToken(), generateOAuthToken("test"), generateApiKey()]) {
      const { accountOf } = await withConsent(token);
      const asBearer = () => accountOf({ bearer: bearerIn(`Bearer ${token}`), sourceIp: HOME }, undefined);

      expect(await asBearer()).toMatchObject({ id: "token", clientId: "https://client.example/id" });
      await expect(accountOf({ header: token, sourceIp: HOME }, "read")).rejects.toMatchObject({ reason: "unauthorized" });
      await expect(accountOf({ session: token, sourceIp: HOME }, "read")).rejects.toMatchObject({ reason: "unauthorized" });
      expect(await asBearer()).toMatchObject({ id: "token" });
    }
  });

  it("is no authorization code, and what waits for its exchange is no key, whatever its form", async () => {
    const waiting = { codeChallenge: "x", redirectUri: "https://client.example/cb", endsAt: new Date("2027-01-01T00:00:00Z") };
    const token = generateOAuthToken();
    const { accountOf } = await withConsent(token, waiting);

    expect(() => bearerIn(`Bearer ${generateCode()}`)).toThrow(/OAuth token/);
    await expect(accountOf({ bearer: token, sourceIp: HOME }, undefined)).rejects.toMatchObject({ reason: "unauthorized" });
  });
});

describe("a caller whom another operation has let in", () => {
  it("needs the operation's scope all the same, and takes nothing from the bucket", async () => {
    const { accountOf } = await rig(undefined, { burst: 1, perSecond: 0.001 });
    const caller = { id: "key", userId: "user", scopes: ["draft"] as const };
    const notes: Limited[] = [];
    const asked = (scope: KeyScope, alsoBy?: KeyScope) =>
      accountOf(
        { caller, sourceIp: HOME },
        scope,
        (one) => notes.push(one),
        () => {},
        alsoBy,
      );

    await expect(asked("send")).rejects.toMatchObject({ reason: "insufficientScope" });
    expect([await asked("send", "draft"), await asked("send", "draft")]).toEqual([caller, caller]);
    expect(notes).toEqual([]);
  });
});
