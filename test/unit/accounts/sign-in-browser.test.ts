import { describe, expect, it } from "vitest";
import { signInCookie, signInSecret, valuesOf } from "#shared/accounts/sign-in/begin.ts";

const SECRET = "a1".repeat(32);
const https = { "x-forwarded-proto": "https" };

describe("the cookie of a sign-in", () => {
  it("is of this host alone and travels over https alone where the service is reached by it", () => {
    expect(signInCookie(https, SECRET)).toBe(`__Host-sign-in=${SECRET}; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure`);
    expect(signInCookie({}, SECRET)).toBe(`sign-in=${SECRET}; Path=/; Max-Age=600; HttpOnly; SameSite=Lax`);
  });

  it("is read under its own name and in its own form alone", () => {
    expect(signInSecret(https, ["console=x", `__Host-sign-in=${SECRET}`])).toBe(SECRET);
    expect(signInSecret(https, [`sign-in=${SECRET}`])).toBeUndefined();
    for (const value of ["", "x", SECRET.slice(1), `${SECRET}0`, SECRET.toUpperCase()])
      expect(signInSecret({}, [`sign-in=${value}`])).toBeUndefined();
  });
});

it("a sign-in's values follow from its secret, differ from each other, and show none of it", () => {
  const { state, nonce, codeVerifier, codeChallenge } = valuesOf(SECRET);
  const all = [state, nonce, codeVerifier, codeChallenge];
  expect(new Set(all).size).toBe(4);
  for (const value of all) expect(value).toMatch(/^[\w-]{43}$/);
  expect(valuesOf(SECRET)).toEqual(valuesOf(SECRET));
  expect(valuesOf("b2".repeat(32)).state).not.toBe(state);
});
