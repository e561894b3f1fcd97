import { createSign, generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { pubsubTokens, signingKeys } from "#shared/transports/oauth.ts";

const NOW = Date.UTC(2027, 0, 1);
const AUDIENCE = "https://mail.example.com/v1/hooks/gmail";
const [google, other] = [generateKeyPairSync("rsa", { modulusLength: 2048 }), generateKeyPairSync("rsa", { modulusLength: 2048 })];
const jwk = (kid: string, pair = google) => ({ ...pair.publicKey.export({ format: "jwk" }), kid });
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const claims = {
  iss: "https://accounts.google.com",
  aud: AUDIENCE,
  exp: NOW / 1000 + 600,
  email: "push@my-project.iam.gserviceaccount.com",
  email_verified: true,
};
const tokenOf = (changes: object = {}, head: object = { alg: "RS256", kid: "k1" }, pair = google) => {
  const signed = `${part(head)}.${part({ ...claims, ...changes })}`;
  return `Bearer ${signed}.${createSign("RSA-SHA256").update(signed).sign(pair.privateKey).toString("base64url")}`;
};

const verifier = (keys: () => unknown = () => ({ keys: [jwk("k1")] }), status = 200) => {
  const state = { now: NOW, calls: 0 };
  const callHttp = async () => ((state.calls += 1), { status, headers: {}, body: Buffer.from(JSON.stringify(keys())) });
  const clock = { now: () => new Date(state.now) };
  const signedBy = pubsubTokens({
    keys: signingKeys({ callHttp, clock }),
    clock,
    keysUrl: async () => "https://google.test/certs",
    audience: () => AUDIENCE,
  });
  return { state, signedBy };
};

describe("a token of Pub/Sub", () => {
  it.each([[{}], [{ iss: "accounts.google.com" }], [{ exp: NOW / 1000 - 59 }]])(
    "that Google signed for us names its project: %j",
    async (changes) => {
      expect(await verifier().signedBy(tokenOf(changes))).toBe("my-project");
    },
  );

  it.each([
    [{ iss: "https://accounts.evil.com" }],
    [{ iss: undefined }],
    [{ aud: `${AUDIENCE}/x` }],
    [{ aud: [AUDIENCE] }],
    [{ exp: NOW / 1000 - 60 }],
    [{ exp: `${NOW}` }],
    [{ exp: undefined }],
    [{ email_verified: "true" }],
    [{ email_verified: false }],
    [{ email: "push@my-project.iam.gserviceaccount.com.evil.test" }],
    [{ email: "jane@gmail.com" }],
    [{ email: 7 }],
    [{ email: undefined }],
  ])("that is not for us, not in time or of nobody's project costs no call: %j", async (changes) => {
    const { signedBy, state } = verifier();
    expect([await signedBy(tokenOf(changes)), state.calls]).toEqual([undefined, 0]);
  });

  it.each([[{ alg: "none", kid: "k1" }], [{ alg: "HS256", kid: "k1" }], [{ alg: "RS256" }], [{ alg: "RS256", kid: 7 }]])(
    "with another head costs no call: %j",
    async (head) => {
      const { signedBy, state } = verifier();
      expect([await signedBy(tokenOf({}, head)), state.calls]).toEqual([undefined, 0]);
    },
  );

  it("that another key signed, or was changed, names nobody", async () => {
    const { signedBy } = verifier();
    expect(await signedBy(tokenOf({}, undefined, other))).toBeUndefined();
    const [head, , signature] = tokenOf().split(".");
    expect(
      await signedBy(`${head}.${part({ ...claims, email: "push@other-project.iam.gserviceaccount.com" })}.${signature}`),
    ).toBeUndefined();
  });

  it.each([
    "",
    "Bearer",
    "Bearer a.b",
    "bearer a.b.c",
    "Bearer a.b.c.d",
    "Bearer %.b.c",
    "Bearer bm8.bm8.bm8",
    "Bearer bnVsbA.bnVsbA.bnVsbA",
    `Bearer ${"a".repeat(1_001)}.b.c`,
  ])("of another form costs no call: %s", async (authorization) => {
    const { signedBy, state } = verifier();
    expect([await signedBy(authorization), state.calls]).toEqual([undefined, 0]);
    expect(await signedBy(undefined)).toBeUndefined();
  });
});

describe("Google's keys", () => {
  it("are kept for an hour; an unknown one asks for them again once a minute", async () => {
    let keys = [jwk("k1")];
    const { signedBy, state } = verifier(() => ({ keys }));
    await signedBy(tokenOf());
    state.now += 3_600_000;
    await signedBy(tokenOf({ exp: state.now / 1000 }));
    expect(state.calls).toBe(1);
    state.now += 1;
    await signedBy(tokenOf({ exp: state.now / 1000 }));
    expect(state.calls).toBe(2);

    keys = [jwk("k2", other)];
    const unknown = () => signedBy(tokenOf({ exp: state.now / 1000 }, { alg: "RS256", kid: "k2" }, other));
    state.now += 60_000;
    expect([await unknown(), state.calls]).toEqual([undefined, 2]);
    state.now += 1;
    expect([await unknown(), state.calls]).toEqual(["my-project", 3]);
    // What is no longer listed signs nothing.
    expect(await signedBy(tokenOf({ exp: state.now / 1000 }))).toBeUndefined();
  });

  it("are RSA keys of 2,048 bits and more; an answer that is none is an error of the service", async () => {
    const ec = { kty: "EC", kid: "k1", crv: "P-256", x: "x", y: "y" };
    expect(await verifier(() => ({ keys: [ec] })).signedBy(tokenOf())).toBeUndefined();
    const short = generateKeyPairSync("rsa", { modulusLength: 1024 });
    expect(await verifier(() => ({ keys: [jwk("k1", short)] })).signedBy(tokenOf({}, undefined, short))).toBeUndefined();
    await expect(verifier(() => ({})).signedBy(tokenOf())).rejects.toThrow("no JWK Set");
    await expect(verifier(undefined, 503).signedBy(tokenOf())).rejects.toThrow("503");
  });
});
