import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { generateCode, hashApiKey } from "#shared/accounts/auth/api-key.ts";
import type { ApiKey, KeyInUse } from "#shared/accounts/auth/ports.ts";
import { allow, type AuthorizationRequest, readRequest } from "#shared/accounts/oauth/authorize.ts";
import { exchangeCode, type Issued, revokeToken, type TokenRequest } from "#shared/accounts/oauth/tokens.ts";
import { memoryApiKeys } from "#test/support/memory/auth.ts";

const VERIFIER = "v".repeat(43);
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");
const CLIENT = "https://client.example/id";
const REDIRECT = "https://client.example/cb";
const issuer = () => ({ issuer: "https://mail.example", resource: "https://mail.example/mcp" });

const asked: AuthorizationRequest = {
  clientId: CLIENT,
  redirectUri: REDIRECT,
  responseType: "code",
  codeChallenge: CHALLENGE,
  codeChallengeMethod: "S256",
  resource: "https://mail.example/mcp",
  state: "s",
};
const maker: KeyInUse = { id: "session", userId: "user", scopes: ["send", "read", "admin"] };

const rig = () => {
  let now = Date.parse("2026-11-21T09:00:00Z");
  const clock = { now: () => new Date(now) };
  const stored = new Map<string, ApiKey>();
  const ended: string[] = [];
  const apiKeys = {
    ...memoryApiKeys(),
    insert: async (key: ApiKey) => {
      stored.set(key.id, key);
      return "stored" as const;
    },
    findByHash: async (hash: string) => [...stored.values()].find((key) => key.hash === hash),
    delete: async (_user: string, id: string) => stored.delete(id),
  };
  const consents = {
    findByCode: async (codeHash: string) => [...stored.values()].find(({ consent }) => consent?.codeHash === codeHash),
    exchange: async ({ id }: Pick<ApiKey, "id">, { endsAt, ...made }: Pick<ApiKey, "hash" | "last4"> & { endsAt: Date }) => {
      const key = stored.get(id);
      if (!key?.consent?.waiting) return false;
      const { waiting: _waiting, ...consent } = key.consent;
      stored.set(id, { ...key, ...made, expiresAt: endsAt, consent });
      return true;
    },
  };
  let ids = 0;
  const findClient = async () => ({ id: CLIENT, name: "Client", host: "client.example", redirectUris: [REDIRECT] });
  const makes = { apiKeys, clock, findClient, issuer, mailboxes: { findMany: async () => [] } };
  const ports = { ...makes, ids: { objectId: () => `key-${(ids += 1)}`, random: () => "0" } };
  const expiresAt = new Date("2026-12-21T09:00:00Z");
  const allowed = (more: Partial<AuthorizationRequest> = {}) => allow(ports, maker, { ...asked, ...more }, { level: "read", expiresAt });
  const codeOf = async () => new URL((await allowed()).location).searchParams.get("code") ?? "";
  const revoked = async ({ id }: ApiKey) => void ended.push(id);
  const exchange = (code: string, more: Partial<TokenRequest> = {}) => {
    const request = { grantType: "authorization_code", clientId: CLIENT, code, codeVerifier: VERIFIER, redirectUri: REDIRECT, ...more };
    return exchangeCode({ consents, apiKeys, issuer, clock, revoked }, request);
  };
  const revoke = (token: string) => revokeToken({ apiKeys, revoked }, token);
  return { ports, stored, ended, allowed, codeOf, exchange, revoke, pass: (ms: number) => (now += ms) };
};

const errorOf = (result: object): unknown => ("error" in result ? result.error : undefined);

describe("an authorization request", () => {
  it.each([
    ["without PKCE", { codeChallenge: undefined }, "invalid_request"],
    ["with plain PKCE", { codeChallengeMethod: "plain" }, "invalid_request"],
    ["with PKCE of no method", { codeChallengeMethod: undefined }, "invalid_request"],
    ["with a padded challenge", { codeChallenge: `${CHALLENGE}=` }, "invalid_request"],
    ["for a token", { responseType: "token" }, "unsupported_response_type"],
    ["for two answers", { responseType: "code token" }, "unsupported_response_type"],
    ["for the host", { resource: "https://mail.example" }, "invalid_target"],
    ["for the resource with a slash", { resource: "https://mail.example/mcp/" }, "invalid_target"],
    ["for no resource", { resource: undefined }, "invalid_target"],
  ])("%s is told to the client and gives nothing", async (_what, more, error) => {
    const { ports, allowed, stored } = rig();

    const { fault, backUrl } = await readRequest(ports, { ...asked, ...more });

    expect(fault?.error).toBe(error);
    expect(new URL(backUrl).searchParams.get("iss")).toBe("https://mail.example");
    await expect(allowed(more)).rejects.toMatchObject({ reason: "invalid" });
    expect(stored.size).toBe(0);
  });

  it("from elsewhere than the client's redirect URIs leads nowhere", async () => {
    const { ports, allowed, stored } = rig();
    const more = { redirectUri: "https://evil.example/cb" };

    await expect(readRequest(ports, { ...asked, ...more })).rejects.toMatchObject({
      reason: "invalid",
      details: [{ field: "redirectUri" }],
    });
    await expect(allowed(more)).rejects.toMatchObject({ reason: "invalid" });
    expect(stored.size).toBe(0);
  });

  it.each([
    ["", "read"],
    ["read", "read"],
    ["read draft send", "draft"],
    ["send", "draft"],
    ["admin offline_access", "read"],
  ])("for the scopes %j suggests %s, and never send", async (scope, level) => {
    expect((await readRequest(rig().ports, { ...asked, scope })).level).toBe(level);
  });
});

describe("a code", () => {
  it("gives a token once; its second use ends the token, and tells of it", async () => {
    const { codeOf, exchange, stored, ended } = rig();
    const code = await codeOf();

    const first = (await exchange(code)) as Issued;
    expect(first.token).toMatch(/^mcp_live_/);
    expect([...stored.values()]).toMatchObject([{ hash: hashApiKey(first.token), scopes: ["read"], expiresAt: first.key.expiresAt }]);
    expect(errorOf(await exchange(code))).toBe("invalid_grant");

    expect([stored.size, ended]).toEqual([0, [first.key.id]]);
  });

  it.each([
    ["another verifier", { codeVerifier: "w".repeat(43) }],
    ["the challenge as verifier", { codeVerifier: CHALLENGE }],
    ["a verifier that is too long", { codeVerifier: "v".repeat(129) }],
    ["an empty verifier", { codeVerifier: "" }],
    ["another client", { clientId: "https://evil.example/id" }],
    ["another redirect URI", { redirectUri: "https://client.example/cb?x" }],
  ])("with %s gives nothing, and is worth nothing afterwards", async (_what, more) => {
    const { codeOf, exchange, stored } = rig();
    const code = await codeOf();

    expect(errorOf(await exchange(code, more))).toBe("invalid_grant");

    expect(stored.size).toBe(0);
    expect(errorOf(await exchange(code))).toBe("invalid_grant");
  });

  it("lasts until the sixtieth second, and is no other secret", async () => {
    const { codeOf, exchange, pass } = rig();
    const [early, late] = [await codeOf(), await codeOf()];
    pass(59_999);
    expect(errorOf(await exchange(early))).toBeUndefined();
    pass(1);
    expect(errorOf(await exchange(late))).toBe("invalid_grant");
    expect(errorOf(await exchange(generateCode()))).toBe("invalid_grant");
  });
});

it("a token ends by itself or by whoever has it; a key, a code and what nobody has stay as they are", async () => {
  const { codeOf, exchange, revoke, stored, ended } = rig();
  const waiting = await codeOf();
  const { token } = (await exchange(await codeOf())) as Issued;

  for (const other of [waiting, "sk_live_x", `mcp_live_${"0".repeat(64)}`, ""]) await revoke(other);
  expect([stored.size, ended]).toEqual([2, []]);
  await revoke(token);

  expect([stored.size, ended.length]).toEqual([1, 1]);
});

it.each([
  ["code", { code: "" }],
  ["client_id", { clientId: undefined }],
  ["code_verifier", { codeVerifier: undefined }],
] as const)("a request without %s is invalid, and ends no code", async (_, more) => {
  const { codeOf, exchange } = rig();
  const code = await codeOf();
  expect(await exchange("code" in more ? more.code : code, more)).toMatchObject({ error: "invalid_request" });
  expect(await exchange(code)).toHaveProperty("token");
});

it("a request for another resource is none for ours, and ends no code; without one it is ours", async () => {
  const { codeOf, exchange } = rig();
  const code = await codeOf();
  expect(await exchange(code, { resource: "https://other.example/mcp" })).toMatchObject({ error: "invalid_target" });
  expect(await exchange(code, { resource: "https://mail.example/mcp" })).toHaveProperty("token");
});

it("a token says in how many seconds it ends", async () => {
  const { codeOf, exchange } = rig();
  expect(await exchange(await codeOf())).toMatchObject({ expiresIn: 30 * 86_400 });
});

it.each([
  ["a minute", 3_600_000, 60_000],
  ["no longer than what it gives", 30_000, 30_000],
])("a code is good for %s, to the millisecond", async (_, endMs, codeMs) => {
  for (const [ms, isGood] of [
    [codeMs - 1, true],
    [codeMs, false],
  ] as const) {
    const { ports, exchange, pass } = rig();
    const expiresAt = new Date(Date.parse("2026-11-21T09:00:00Z") + endMs);
    const { location } = await allow(ports, maker, asked, { level: "read", expiresAt });
    pass(ms);
    const answer = await exchange(new URL(location).searchParams.get("code") ?? "");

    expect([ms, errorOf(answer)]).toEqual([ms, isGood ? undefined : "invalid_grant"]);
    if (isGood) expect((answer as Issued).expiresIn).toBe(Math.floor((endMs - ms) / 1_000));
  }
});
