import { expect, it, test } from "vitest";
import { apiKeyPattern, generateApiKey, hashApiKey, lastFour } from "#shared/accounts/auth/api-key.ts";

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
