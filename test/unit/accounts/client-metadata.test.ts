import { describe, expect, it } from "vitest";
import { clientsByDocument, clientUrlOf } from "#shared/accounts/oauth/client-metadata.ts";
import { openJson, resourceMetadata, serverMetadata } from "#shared/accounts/oauth/metadata.ts";
import { type HttpCall, OutOfTime } from "#shared/platform/egress/egress.ts";

const ID = "https://client.example/oauth/client.json";
const good = { client_id: ID, client_name: "Claude", redirect_uris: ["https://client.example/cb"] };

const rig = (body: unknown, { status = 200, type = "application/json" }: { status?: number; type?: string } = {}) => {
  const calls: HttpCall[] = [];
  let now = Date.parse("2026-11-21T09:00:00Z");
  const find = clientsByDocument({
    clock: { now: () => new Date(now) },
    callHttp: async (call) => {
      calls.push(call);
      const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
      return { status, headers: { "content-type": type }, body: bytes.subarray(0, call.readMax) };
    },
  });
  return { find, calls, pass: (ms: number) => (now += ms) };
};

const refusal = (message: string) => ({ reason: "invalid", details: [{ field: "clientId", message: expect.stringContaining(message) }] });

describe("a client_id", () => {
  it.each([ID, "https://client.example:8443/x?y=1", "http://localhost:9000/client.json", "http://127.0.0.1:9000/c", "http://[::1]:9000/c"])(
    "is the URL of a document: %s",
    (id) => expect(clientUrlOf(id)?.href).toBe(id),
  );

  it.each([
    ["no path", "https://client.example/"],
    ["no path at all", "https://client.example"],
    ["http", "http://client.example/x"],
    ["a fragment", `${ID}#x`],
    ["credentials", "https://a:b@client.example/x"],
    ["dot segments", "https://client.example/a/../x"],
    ["another spelling of its host", "https://CLIENT.example/x"],
    ["a default port", "https://client.example:443/x"],
    ["a space", ` ${ID}`],
    ["a number as host", "https://2130706433/x"],
    ["a name", "my-client"],
    ["another scheme", "file:///etc/passwd"],
    ["too many characters", `https://client.example/${"x".repeat(2_048)}`],
  ])("with %s is none", async (_what, id) => {
    const { find, calls } = rig({ ...good, client_id: id });

    expect(clientUrlOf(id)).toBeUndefined();
    await expect(find(id)).rejects.toMatchObject(refusal("must be the https URL"));
    expect(calls).toEqual([]);
  });
});

describe("a client metadata document", () => {
  it("says its name and redirect URIs; other fields are ignored", async () => {
    const { find, calls } = rig({ ...good, logo_uri: "https://client.example/logo.png", jwks: {}, contacts: [] });

    expect(await find(ID)).toEqual({ id: ID, name: "Claude", host: "client.example", redirectUris: good.redirect_uris });
    expect(calls).toMatchObject([{ method: "GET", url: new URL(ID), withinMs: 5_000, readMax: 20_001 }]);
  });

  it.each([
    ["of another client", { ...good, client_id: "https://client.example/other.json" }, "names another client_id"],
    ["that is spelt otherwise", { ...good, client_id: `${ID}/` }, "names another client_id"],
    ["without client_id", { redirect_uris: good.redirect_uris }, "no client metadata"],
    ["without redirect URIs", { client_id: ID }, "no client metadata"],
    ["with no redirect URI", { ...good, redirect_uris: [] }, "no client metadata"],
    ["with redirect URIs that are none", { ...good, redirect_uris: [1] }, "no client metadata"],
    [
      "with too many redirect URIs",
      { ...good, redirect_uris: Array.from({ length: 51 }, (_, n) => `https://x.example/${n}`) },
      "no client",
    ],
    ["that is a list", [good], "no client metadata"],
    ["that is no JSON", Buffer.from("<html>"), "no client metadata"],
    ["that is no UTF-8", Buffer.concat([Buffer.from(JSON.stringify(good)), Buffer.from([0xff])]), "no client metadata"],
    ["with a secret", { ...good, client_secret: "x" }, "wants a client authentication"],
    ["with a secret to send", { ...good, token_endpoint_auth_method: "client_secret_post" }, "wants a client authentication"],
    ["with a key of its own", { ...good, token_endpoint_auth_method: "private_key_jwt" }, "wants a client authentication"],
    ["for tokens without codes", { ...good, response_types: ["token"] }, "does not use authorization codes"],
    ["for other grants alone", { ...good, grant_types: ["client_credentials"] }, "does not use authorization codes"],
    ["beyond the limit", { ...good, more: "x".repeat(20_000) }, "too long"],
  ])("%s is refused", async (_what, body, message) => {
    await expect(rig(body).find(ID)).rejects.toMatchObject(refusal(message));
  });

  it.each([301, 302, 404, 500, 204])("answered with %i is refused, and no redirect is followed", async (status) => {
    const { find, calls } = rig(good, { status });

    await expect(find(ID)).rejects.toMatchObject(refusal("must answer 200"));
    expect(calls).toHaveLength(1);
  });

  it("that is not sent as JSON is refused, with a suffix and a charset it is taken", async () => {
    await expect(rig(good, { type: "text/html" }).find(ID)).rejects.toMatchObject(refusal("application/json"));
    expect((await rig(good, { type: "application/cimd+json; charset=utf-8" }).find(ID)).name).toBe("Claude");
  });

  it("that cannot be fetched says no more of the server", async () => {
    const find = clientsByDocument({ clock: { now: () => new Date() }, callHttp: () => Promise.reject(new OutOfTime()) });

    await expect(find(ID)).rejects.toMatchObject(refusal("cannot be fetched"));
  });

  it("is believed for five minutes; a fault is not remembered", async () => {
    const { find, calls, pass } = rig(good);
    await find(ID);
    pass(299_999);
    await find(ID);
    expect(calls).toHaveLength(1);
    pass(1);
    await find(ID);
    expect(calls).toHaveLength(2);

    const wrong = rig([]);
    for (let n = 0; n < 3; n += 1) await wrong.find(ID).catch(() => undefined);
    expect(wrong.calls).toHaveLength(3);
  });

  it.each([
    ["control and direction characters", "Cl\u202eau\u0000de\n Inc\u200b", "Claude Inc"],
    ["length", "x".repeat(200), "x".repeat(80)],
    ["nothing", " \u200b ", "client.example"],
  ])("has a name without tricks of %s", async (_what, client_name, shown) => {
    expect((await rig({ ...good, client_name }).find(ID)).name).toBe(shown);
  });
});

it("a client_id has either part of credentials in vain, and 2,048 characters at most", () => {
  expect(["https://a@client.example/x", "https://:b@client.example/x"].map((id) => clientUrlOf(id))).toEqual([undefined, undefined]);
  const long = (length: number) => `https://client.example/${"x".repeat(length - 23)}`;
  expect([clientUrlOf(long(2_048))?.href.length, clientUrlOf(long(2_049))]).toEqual([2_048, undefined]);
});

it("a document of 20,000 bytes is read, and a longer one is not", async () => {
  const sized = (bytes: number) => {
    const bare = JSON.stringify({ ...good, x: "" });
    return Buffer.from(JSON.stringify({ ...good, x: "x".repeat(bytes - bare.length) }));
  };
  expect(await rig(sized(20_000)).find(ID)).toMatchObject({ id: ID });
  await expect(rig(sized(20_001)).find(ID)).rejects.toMatchObject(refusal("too long"));
});

it("a hundred clients are remembered, and then forgotten together", async () => {
  const calls: string[] = [];
  const find = clientsByDocument({
    clock: { now: () => new Date(0) },
    callHttp: async ({ url }) => {
      calls.push(url.href);
      return {
        status: 200,
        headers: { "content-type": "application/json" },
        body: Buffer.from(JSON.stringify({ ...good, client_id: url.href })),
      };
    },
  });
  const nth = (n: number) => `https://client.example/${n}`;
  for (let n = 1; n <= 100; n += 1) await find(nth(n));
  await find(nth(1));
  expect(calls).toHaveLength(100);
  await find(nth(101));
  await find(nth(101));
  expect(calls).toHaveLength(101);
  await find(nth(1));
  expect(calls).toHaveLength(102);
});

it("what is told to clients has no secret in it, and is JSON that every page may read", () => {
  const issuer = { issuer: "https://mail.example", resource: "https://mail.example/mcp" };
  expect(serverMetadata(issuer)).toMatchObject({
    issuer: "https://mail.example",
    token_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    protected_resources: ["https://mail.example/mcp"],
  });
  expect(resourceMetadata(issuer)).toMatchObject({ resource: "https://mail.example/mcp", authorization_servers: ["https://mail.example"] });
  expect(openJson({ a: 1 })).toEqual({
    status: 200,
    headers: { "content-type": "application/json", "access-control-allow-origin": "*" },
    body: '{"a":1}',
  });
});
