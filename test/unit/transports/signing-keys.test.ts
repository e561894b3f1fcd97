import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { HttpCall } from "#shared/platform/egress/egress.ts";
import { signingKeys } from "#shared/transports/oauth/signing-keys.ts";

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

  it.each([
    ["an error", { status: 500, body: "{}" }],
    ["a redirect", { status: 302, body: "" }],
    ["more than it may", { body: `{"keys":[${'{"kid":"x"},'.repeat(20_000)}{}]}` }],
    ["no JSON", { body: "<html>" }],
    ["another document", { body: '{"keys":"none"}' }],
    ["nothing", { body: "null" }],
  ])("are refused where the server answers %s, and asked for anew the next time", async (_what, bad) => {
    let answer: { status?: number; body: string } = bad;
    const server = aServer(() => answer);
    await expect(server.keyOf("one")).rejects.toThrow(/keys cannot be read/);
    answer = listing(jwkOf("one"));
    expect(await server.keyOf("one")).toBeDefined();
  });

  it("are fifty at most", async () => {
    const good = jwkOf("late");
    const server = aServer(() => listing(...Array.from({ length: 50 }, (_, n) => ({ kid: `${n}` })), good));
    expect(await server.keyOf("late")).toBeUndefined();
  });
});
