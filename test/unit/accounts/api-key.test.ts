import { expect, it, test } from "vitest";
import {
  apiKeyPattern,
  codePattern,
  generateApiKey,
  generateCode,
  generateOAuthToken,
  generateSessionToken,
  hashApiKey,
  hasExpired,
  lastFour,
  oauthTokenPattern,
  sessionPattern,
} from "#shared/accounts/auth/api-key.ts";
import type { ApiKey } from "#shared/accounts/auth/ports.ts";

it("generates keys of the documented form, no two alike", () => {
  const keys = Array.from({ length: 1000 }, generateApiKey);

  expect(keys.every((key) => apiKeyPattern.test(key))).toBe(true);
  expect(new Set(keys).size).toBe(1000);
});

test.each([
  "",
  "sk_live_",
  `sk_live_${"a".repeat(63)}`,
  `sk_live_${"a".repeat(65)}`,
  `sk_live_${"A".repeat(64)}`,
  `sk_live_${"a".repeat(64)}\n`,
])("refuses %j", (text) => {
  expect(apiKeyPattern.test(text)).toBe(false);
});

it("stores a key as its SHA-256 and shows its last four", () => {
  const key = `sk_live_${"0123456789abcdef".repeat(4)}`;

  expect(hashApiKey(key)).toBe("7fb84b7a58fab81ffd496823edf26bb2a3d04279a94ed567ec798b2bc03c6038");
  expect(lastFour(key)).toBe("cdef");
});

it("each secret has a form of its own, whole and nothing around it", () => {
  const patterns = [apiKeyPattern, sessionPattern, oauthTokenPattern, codePattern];
  const made = [generateApiKey("test"), generateSessionToken(), generateOAuthToken("live"), generateCode()];

  for (const [n, secret] of made.entries()) {
    expect(patterns.map((pattern) => pattern.test(secret))).toEqual(patterns.map((_, other) => other === n));
    for (const wrong of [`x${secret}`, `${secret}0`, `${secret}\n`, secret.slice(0, -1), secret.toUpperCase(), ` ${secret}`])
      expect(patterns.some((pattern) => pattern.test(wrong))).toBe(false);
  }
});

const made = new Date("2026-01-01T00:00:00Z");
const DAYS_90_MS = 90 * 86_400_000;
const after = (ms: number) => new Date(made.getTime() + ms);
const key = (facts: Partial<ApiKey> = {}): ApiKey => ({ id: "k", userId: "u", hash: "h", last4: "1234", createdAt: made, ...facts });

it.each<[string, Partial<ApiKey>, number]>([
  ["with an end, at that", { expiresAt: after(1_000) }, 1_000],
  ["with a name and an end, at that", { name: "ci", expiresAt: after(1_000) }, 1_000],
  ["with an end, whenever it was used", { expiresAt: after(1_000), lastUsedAt: after(999) }, 1_000],
  ["of a login, after 90 days without use", {}, DAYS_90_MS + 1],
  ["of a login, 90 days after its last use", { lastUsedAt: after(5_000) }, DAYS_90_MS + 5_001],
])("a key %s, and not a millisecond before", (_, facts, ms) => {
  expect([hasExpired(key(facts), after(ms - 1)), hasExpired(key(facts), after(ms))]).toEqual([false, true]);
});

it("a named key without an end has none", () => {
  expect(hasExpired(key({ name: "ci" }), after(100 * DAYS_90_MS))).toBe(false);
});
