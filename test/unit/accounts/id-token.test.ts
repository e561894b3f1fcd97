import { createSign, generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isOfProvider, readIdToken } from "#shared/accounts/sign-in/finish.ts";
import { googleSignIn } from "#shared/providers/google.ts";
import { outlookSignIn } from "#shared/providers/outlook.ts";
import type { SignInFacts } from "#shared/providers/provider.ts";

const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
const NOW = 1_800_000_000;
const TID = "72f988bf-86f1-41af-91ab-2d7cd011db47";
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const signed = (claims: object): string => {
  const text = `${base64({ alg: "RS256", kid: "1" })}.${base64(claims)}`;
  return `${text}.${createSign("RSA-SHA256").update(text).sign(pair.privateKey).toString("base64url")}`;
};
const usual = { aud: "client", iat: NOW, exp: NOW + 60, nonce: "n" };
const ofGoogle = {
  ...usual,
  iss: "https://accounts.google.com",
  sub: "10769150350006150715113082367",
  email: "Jane@gmail.com",
  email_verified: true,
};
const ofMicrosoft = {
  ...usual,
  iss: `https://login.microsoftonline.com/${TID}/v2.0`,
  tid: TID,
  sub: "pairwise",
  oid: "690222be-ff1a-4d56-abd1-7e4f7d38e474",
  email: "jane@contoso.com",
  preferred_username: "jane@contoso.onmicrosoft.com",
};
const read = (facts: SignInFacts, claims: object, issuer?: string) =>
  readIdToken(
    { keys: async () => ({ key: pair.publicKey, ...(issuer !== undefined && { issuer }) }), clock: { now: () => new Date(NOW * 1000) } },
    { facts, clientId: "client" },
    signed(claims),
    "n",
  );
const [atGoogle, atMicrosoft]: readonly SignInFacts[] = [googleSignIn, outlookSignIn];

describe("Google's id_token", () => {
  it("names the account by issuer and sub, under one of two spellings of the issuer", async () => {
    const jane = {
      issuer: "https://accounts.google.com",
      subject: ofGoogle.sub,
      address: "jane@gmail.com",
      isVerified: true,
      isProven: true,
    };
    expect(await read(atGoogle!, ofGoogle)).toEqual(jane);
    expect(await read(atGoogle!, { ...ofGoogle, iss: "accounts.google.com", azp: "client", aud: ["client"] })).toEqual(jane);
  });

  it.each([
    [{ email: "jane@contoso.com" }, { isVerified: true, isProven: false }],
    [
      { email: "jane@contoso.com", hd: "contoso.com" },
      { isVerified: true, isProven: true },
    ],
    [{ email_verified: false }, { isVerified: false, isProven: false }],
    [{ email_verified: undefined }, { isVerified: false, isProven: false }],
    [{ email: "jane@gmail.com.evil.test" }, { isVerified: true, isProven: false }],
    [{ email: "x@gmail.com@evil.test" }, { address: "", isVerified: false, isProven: false }],
    [{ email: { $ne: "" } }, { address: "", isVerified: false, isProven: false }],
  ])("with %j proves an address as far as Google is its authority", async (claims, person) => {
    expect(await read(atGoogle!, { ...ofGoogle, ...claims })).toMatchObject(person);
  });

  it("may be a minute late or early, and no more", async () => {
    for (const claims of [{ exp: NOW - 59 }, { iat: NOW + 60 }, { nbf: NOW + 60 }]) await read(atGoogle!, { ...ofGoogle, ...claims });
    for (const claims of [{ exp: NOW - 60 }, { iat: NOW + 61 }, { nbf: NOW + 61 }, { iat: "now" }, { exp: "never" }])
      await expect(read(atGoogle!, { ...ofGoogle, ...claims })).rejects.toThrow("the id_token");
  });
});

describe("Microsoft's id_token", () => {
  it("names the account by directory and oid, not by the address, which is anybody's", async () => {
    expect(await read(atMicrosoft!, ofMicrosoft)).toEqual({
      issuer: ofMicrosoft.iss,
      subject: ofMicrosoft.oid,
      address: "jane@contoso.com",
      isVerified: false,
      isProven: false,
    });
    for (const edov of [true, "true", 1, "1"])
      expect(await read(atMicrosoft!, { ...ofMicrosoft, xms_edov: edov })).toMatchObject({ isProven: true });
    for (const edov of [false, "0", 0, "", null, {}])
      expect(await read(atMicrosoft!, { ...ofMicrosoft, xms_edov: edov })).toMatchObject({ isProven: false });
  });

  it("without an email shows the user name, which nothing verifies", async () => {
    const person = await read(atMicrosoft!, { ...ofMicrosoft, email: undefined, xms_edov: true });
    expect(person).toMatchObject({ address: ofMicrosoft.preferred_username, isVerified: false, isProven: false });
  });

  it("is signed with a key of its directory, or of all", async () => {
    for (const issuer of [undefined, ofMicrosoft.iss, "https://login.microsoftonline.com/{tenantid}/v2.0"])
      await read(atMicrosoft!, ofMicrosoft, issuer);
    const other = "https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0";
    await expect(read(atMicrosoft!, ofMicrosoft, other)).rejects.toThrow("another issuer");
  });
});

describe("the issuer that an answer names", () => {
  it("is one of the provider's, of whatever directory", () => {
    for (const iss of ["https://login.microsoftonline.com/{tenantid}/v2.0", ofMicrosoft.iss])
      expect(isOfProvider(atMicrosoft!, iss)).toBe(true);
    for (const iss of [
      "",
      "https://login.microsoftonline.com//v2.0",
      `https://login.microsoftonline.com/${TID}/evil/v2.0`,
      `${ofMicrosoft.iss}/`,
      "https://accounts.google.com",
    ])
      expect(isOfProvider(atMicrosoft!, iss)).toBe(false);
    expect(["https://accounts.google.com", "https://accounts.google.com/"].map((iss) => isOfProvider(atGoogle!, iss))).toEqual([
      true,
      false,
    ]);
  });
});
