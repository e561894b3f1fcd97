import { createSign, generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { HttpCall } from "#shared/platform/egress/egress.ts";
import { pubsubTokens, signingKeys } from "#shared/transports/oauth.ts";

const URL_OF_KEYS = "https://keys.test/certs";
const jwkOf = (kid: string, more: object = {}, bits = 2048) => ({
  ...generateKeyPairSync("rsa", { modulusLength: bits }).publicKey.export({ format: "jwk" }),
  kid,
  use: "sig",
  ...more,
});

/** Keys of a server that answers this; the clock stands until it is turned. */
const aServer = (answer: () => { status?: number; body: string }) => {
  const calls: HttpCall[] = [];
  let now = 0;
  const callHttp = async (call: HttpCall) => {
    calls.push(call);
    const { status = 200, body } = answer();
    return { status, headers: {}, body: Buffer.from(body).subarray(0, call.readMax) };
  };
  const keys = signingKeys({ callHttp, clock: { now: () => new Date(now) } });
  return { calls, keyOf: (kid: string, at = URL_OF_KEYS) => keys(at, kid), turn: (ms: number) => void (now += ms) };
};
const listing = (...keys: readonly object[]) => ({ body: JSON.stringify({ keys }) });

describe("the keys of a provider", () => {
  it("are read within five seconds and 128 KiB, and kept for an hour", async () => {
    const key = jwkOf("one");
    const server = aServer(() => listing(key));
    expect((await server.keyOf("one"))?.key.asymmetricKeyType).toBe("rsa");
    server.turn(3_600_000);
    await server.keyOf("one");
    expect(server.calls).toHaveLength(1);
    expect(server.calls[0]).toMatchObject({ method: "GET", withinMs: 5_000, readMax: 131_072 });
    server.turn(1);
    await server.keyOf("one");
    expect(server.calls).toHaveLength(2);
  });

  it("are asked for again for an unknown key id, once a minute at most", async () => {
    const all = [jwkOf("one")];
    const server = aServer(() => listing(...all));
    await server.keyOf("one");
    all.push(jwkOf("two"));
    server.turn(60_000);
    for (let n = 0; n < 5; n += 1) expect(await server.keyOf("two")).toBeUndefined();
    expect(server.calls).toHaveLength(1);
    server.turn(1);
    expect(await server.keyOf("two")).toBeDefined();
    expect(server.calls).toHaveLength(2);
  });

  it("are those of this provider alone, and of the issuer that they name", async () => {
    const server = aServer(() => listing(jwkOf("one", { issuer: "https://issuer.test" })));
    expect((await server.keyOf("one"))?.issuer).toBe("https://issuer.test");
    await server.keyOf("one", "https://other.test/certs");
    expect(server.calls.map(({ url }) => url.href)).toEqual([URL_OF_KEYS, "https://other.test/certs"]);
  });

  it.each([
    ["for encryption", jwkOf("bad", { use: "enc" })],
    ["for another algorithm", jwkOf("bad", { alg: "RS512" })],
    ["too short", jwkOf("bad", {}, 1024)],
    ["of another kind", { ...generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ format: "jwk" }), kid: "bad" }],
    ["a shared secret", { kty: "oct", k: "c2VjcmV0", kid: "bad" }],
    ["unreadable", { kty: "RSA", n: "!", e: "?", kid: "bad" }],
    ["without an id", { ...jwkOf("bad"), kid: undefined }],
    ["no object", null],
  ])("that are %s are left out, and the others count", async (_what, bad) => {
    const server = aServer(() => listing(bad as object, jwkOf("good")));
    expect(await server.keyOf("bad")).toBeUndefined();
    expect(await server.keyOf("good")).toBeDefined();
  });

  it("are fifty at most", async () => {
    const good = jwkOf("late");
    const server = aServer(() => listing(...Array.from({ length: 50 }, (_, n) => ({ kid: `${n}` })), good));
    expect(await server.keyOf("late")).toBeUndefined();
  });
});

/** A provider's pair of keys, and its server, which answers what `state.answer` says, or never; it counts the calls. */
const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
const published = (kid: string) => ({ ...pair.publicKey.export({ format: "jwk" }), kid });
interface Answer {
  readonly status?: number;
  readonly body: string;
}
const aProvider = () => {
  const state = { now: Date.UTC(2027, 0, 1), calls: 0, answer: listing(published("one")) as Answer | Error };
  const clock = { now: () => new Date(state.now) };
  const callHttp = async (call: HttpCall) => {
    state.calls += 1;
    await Promise.resolve();
    if (state.answer instanceof Error) throw state.answer;
    const { status = 200, body } = state.answer;
    return { status, headers: {}, body: Buffer.from(body).subarray(0, call.readMax) };
  };
  return { state, clock, keys: signingKeys({ callHttp, clock }) };
};

/** Who asks for keys: each returns whether the key with this id is known. */
type Ask = (kid: string) => Promise<boolean>;
const bySignIn = ({ keys }: ReturnType<typeof aProvider>): Ask => {
  return async (kid) => (await keys(URL_OF_KEYS, kid)) !== undefined;
};
const byPubsub = ({ keys, clock, state }: ReturnType<typeof aProvider>): Ask => {
  const signedBy = pubsubTokens({ keys, clock, keysUrl: async () => URL_OF_KEYS, audience: () => "https://mail.test/hook" });
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return async (kid) => {
    const email = { email: "push@my-project.iam.gserviceaccount.com", email_verified: true };
    const claims = { iss: "https://accounts.google.com", aud: "https://mail.test/hook", exp: state.now / 1000 + 600, ...email };
    const signed = `${part({ alg: "RS256", kid })}.${part(claims)}`;
    const signature = createSign("RSA-SHA256").update(signed).sign(pair.privateKey).toString("base64url");
    return (await signedBy(`Bearer ${signed}.${signature}`)) === "my-project";
  };
};

const broken: readonly (readonly [string, Answer | Error])[] = [
  ["an error", { status: 500, body: "{}" }],
  ["a redirect", { status: 302, body: "" }],
  ["more than it may", { body: `{"keys":[${'{"kid":"x"},'.repeat(20_000)}{}]}` }],
  ["no JSON", { body: "<html>" }],
  ["another document", { body: '{"keys":"none"}' }],
  ["nothing", { body: "null" }],
  ["in no time", new Error("timeout")],
];

describe.each([
  ["a sign-in", bySignIn],
  ["a call of Pub/Sub", byPubsub],
])("keys that %s asks for", (_who, of) => {
  it.each(broken)(
    "are refused where the server answers %s, without a call for two seconds, and work when it is back",
    async (_what, answer) => {
      const provider = aProvider();
      const { state } = provider;
      const good = state.answer;
      const ask = of(provider);
      state.answer = answer;
      for (let n = 0; n < 20; n += 1) await expect(ask(`${n}`)).rejects.toThrow(/keys cannot be read/);
      expect(state.calls).toBe(1);

      state.now += 1_999;
      await expect(ask("one")).rejects.toThrow(/keys cannot be read/);
      expect(state.calls).toBe(1);
      state.answer = good;
      state.now += 1;
      expect([await ask("one"), state.calls]).toEqual([true, 2]);
    },
  );

  it.each(broken)(
    "stay in use for their hour, and no longer, where an unknown one is asked for and the server answers %s",
    async (_what, answer) => {
      const provider = aProvider();
      const { state } = provider;
      const ask = of(provider);
      expect(await ask("one")).toBe(true);
      state.answer = answer;
      state.now += 60_001;
      for (let n = 0; n < 5; n += 1) await expect(ask("two")).rejects.toThrow(/keys cannot be read/);
      expect([await ask("one"), state.calls]).toEqual([true, 2]);

      // A new key works as soon as the server is back: the failure stands for two seconds, not for a minute.
      state.answer = listing(published("two"));
      state.now += 2_000;
      expect([await ask("two"), await ask("one"), state.calls]).toEqual([true, false, 3]);
      state.answer = answer;
      state.now += 3_600_001;
      await expect(ask("two")).rejects.toThrow(/keys cannot be read/);
      state.now += 2_000;
      await expect(ask("two")).rejects.toThrow(/keys cannot be read/);
      expect(state.calls).toBe(5);
    },
  );

  it("cost strangers with unknown ids one call a minute, and one while it lasts", async () => {
    const provider = aProvider();
    const { state } = provider;
    const ask = of(provider);
    expect(await Promise.all(Array.from({ length: 50 }, (_, n) => ask(`${n}`)))).not.toContain(true);
    expect(state.calls).toBe(1);
    state.now += 60_000;
    expect([await ask("two"), state.calls]).toEqual([false, 1]);
    state.now += 1;
    await Promise.all(Array.from({ length: 50 }, (_, n) => ask(`${n}`)));
    expect([await ask("one"), state.calls]).toEqual([true, 2]);
  });

  it("fail together where one read fails that all wait for, and each is asked for anew", async () => {
    const provider = aProvider();
    const { state } = provider;
    const ask = of(provider);
    state.answer = new Error("timeout");
    const all = await Promise.allSettled(Array.from({ length: 50 }, () => ask("one")));
    expect([all.filter(({ status }) => status === "rejected").length, state.calls]).toEqual([50, 1]);
    state.answer = listing(published("one"));
    state.now += 2_000;
    expect([await ask("one"), state.calls]).toEqual([true, 2]);
  });

  it("are fifty of 128 KiB at most", async () => {
    const provider = aProvider();
    const ask = of(provider);
    const others = (count: number) => Array.from({ length: count }, (_, n) => ({ kid: `${n}`, x5c: "x".repeat(2_000) }));
    provider.state.answer = listing(...others(49), published("one"), published("late"));
    expect([await ask("one"), await ask("late")]).toEqual([true, false]);
  });
});
