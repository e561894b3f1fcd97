// OAuth for /mcp under attack: hostile documents, redirects, downgrades, forged consents, stolen and repeated codes.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hashApiKey } from "#shared/accounts/auth/api-key.ts";
import { connect } from "#shared/platform/wiring/database.ts";
import { type Answer, type Ask, asking } from "#test/support/client.ts";
import { aPerson, clientKeys, oauthFlow, ownPage, pkce, startClientHost } from "#test/support/oauth-client.ts";
import { type RunningSystem, runSystem } from "#test/support/running-system.ts";

let system: RunningSystem;
let host: Awaited<ReturnType<typeof startClientHost>>;
let ask: Ask;
beforeAll(async () => {
  [system, host] = await Promise.all([runSystem(), startClientHost()]);
  ask = asking(system, "");
}, 60_000);
afterAll(() => Promise.all([system?.stop(), host?.stop()]));
const keys = async () => (await connect()).raw.collection("apiKeys");
beforeEach(async () => void (await (await connect()).raw.collection("rateLimits").deleteMany({})));
const person = (path = "/client.json") => aPerson(system, `${host.url}${path}`);

const detailsOf = ({ body }: Answer) => body.details.map(({ field, message }: Record<string, string>) => `${field} ${message}`).join("; ");

describe("an authorization request", () => {
  it.each([
    ["that is not a URL", "my-client", "must be the https URL"],
    ["at a private address", "https://10.0.0.1/client.json", "its document cannot be fetched"],
    ["at the metadata service of the cloud", "https://169.254.169.254/latest", "its document cannot be fetched"],
    ["of the network", "http://192.168.0.1/client.json", "must be the https URL"],
  ])("by a client %s is refused, and leads nowhere", async (_what, clientId, message) => {
    const { cookie } = await person();
    const answer = await oauthFlow(system, clientId, cookie).look();

    expect([answer.status, detailsOf(answer)]).toEqual([400, expect.stringContaining(`client_id ${message}`)]);
    expect((await oauthFlow(system, clientId, cookie).allow()).status).toBe(400);
  });

  it.each([
    ["of 100 MB", "/huge", "too long"],
    ["that hangs", "/hang", "cannot be fetched"],
    ["that never ends", "/slow", "cannot be fetched"],
    ["that redirects", "/redirect", "without a redirect"],
    ["of another client", "/other", "names another client_id"],
    ["that is no JSON", "/text", "application/json"],
  ])("by a client with a document %s is refused in time", async (_what, path, message) => {
    const { flow } = await person(path);
    const began = Date.now();

    const answer = await flow.look();

    expect([answer.status, detailsOf(answer)]).toEqual([400, expect.stringContaining(message)]);
    expect(Date.now() - began).toBeLessThan(8_000);
  });

  it.each([
    ["another site's", "https://evil.example/cb"],
    ["a script", "javascript:alert(1)"],
    ["a path below", "http://127.0.0.1:49152/cb/x"],
    ["nothing", undefined],
  ])("whose redirect URI is %s is refused, and leads nowhere", async (_what, redirect) => {
    const { flow } = await person();

    for (const answer of [await flow.look({ redirect_uri: redirect }), await flow.allow({ redirect_uri: redirect })]) {
      expect(answer.status).toBe(400);
      expect(detailsOf(answer)).toContain("redirect_uri");
      expect(answer.text).not.toContain("back_url");
    }
  });

  it.each([
    ["without PKCE", { code_challenge: undefined, code_challenge_method: undefined }, "invalid_request"],
    ["with PKCE in plain", { code_challenge_method: "plain" }, "invalid_request"],
    ["with no method, which means plain", { code_challenge_method: undefined }, "invalid_request"],
    ["with a challenge that is no SHA-256", { code_challenge: "short" }, "invalid_request"],
    ["for a token at once", { response_type: "token" }, "unsupported_response_type"],
    ["for another resource", { resource: "https://evil.example/mcp" }, "invalid_target"],
    ["for this host's API", { resource: "" }, "invalid_target"],
    ["without a resource", { resource: undefined }, "invalid_target"],
  ])("%s cannot be allowed; the client is told by a link, with state and iss", async (_what, more, error) => {
    const { flow } = await person();

    const { body } = await flow.look(more);

    expect(body.fault).not.toBe("");
    const back = new URL(body.back_url);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error, state: "st ate&x", iss: system.url });
    expect((await flow.allow(more)).status).toBe(400);
  });

  it("with a parameter twice is refused", async () => {
    const { cookie, flow } = await person();
    const query = `${new URLSearchParams(flow.request).toString()}&redirect_uri=https%3A%2F%2Fevil.example%2Fcb`;

    expect((await ask("GET", `/console/consent?${query}`, undefined, ownPage(cookie))).status).toBe(400);
  });

  it("is read, and its client fetched, for nobody who is not signed in", async () => {
    const { flow } = await person("/unseen.json");
    const stranger = oauthFlow(system, `${host.url}/unseen.json`, "");

    expect([(await stranger.look()).status, (await stranger.allow()).status]).toEqual([401, 401]);
    expect(host.asked).not.toContain("/unseen.json");
    expect((await flow.look()).status).toBe(200);
  });

  it("is limited as what opens connections to servers of somebody's choice", async () => {
    const small = { RATE_BURST: "50", RATE_PER_SECOND: "10" };
    const before = Object.fromEntries(Object.keys(small).map((name) => [name, process.env[name]]));
    const { flow } = await person();
    Object.assign(process.env, small);
    const statuses = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await flow.look()).status);
    Object.assign(process.env, before);

    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe("a consent", () => {
  it.each([
    ["another site", { "x-console": "1", "sec-fetch-site": "cross-site" }],
    ["another host of the site", { "x-console": "1", "sec-fetch-site": "same-site" }],
    ["a form without the page's header", { "sec-fetch-site": "same-origin" }],
    ["an older browser on another origin", { "x-console": "1", origin: "https://evil.example" }],
    ["a frame without origin", { "x-console": "1", origin: "null" }],
  ])("forged by %s gives nothing", async (_from, headers) => {
    const { flow, cookie } = await person();

    const answer = await flow.allow({ level: "send" }, { cookie, ...headers });

    expect(answer.status).toBe(401);
    expect(answer.text).not.toContain("location");
  });
});

describe("a code", () => {
  const refused = { error: "invalid_grant", error_description: expect.any(String) };

  it("is used once: its second use revokes the token that the first one gave", async () => {
    const { flow, as } = await person();
    const code = flow.codeOf(await flow.allow());
    const first = await flow.exchange(code);
    expect(await clientKeys(as)).toHaveLength(1);

    const second = await flow.exchange(code);

    expect([first.status, second.status, second.body]).toEqual([200, 400, refused]);
    expect(await clientKeys(as)).toEqual([]);
    const entries = (await as("GET", "/v1/audit-log?action=api_key.revoked")).body.entries;
    expect(entries[0]).toMatchObject({ operation: "oauth/token", outcome: "done" });
  });

  it("used by ten at once gives one token at most, and leaves none", async () => {
    const { flow, as } = await person();
    const code = flow.codeOf(await flow.allow());

    const answers = await Promise.all(Array.from({ length: 10 }, () => flow.exchange(code)));

    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(answers.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(9);
    expect(await clientKeys(as)).toEqual([]);
  });

  it.each([
    ["without a verifier", { code_verifier: undefined }, "invalid_request"],
    ["without a client", { client_id: undefined }, "invalid_request"],
    ["for another grant", { grant_type: "refresh_token" }, "unsupported_grant_type"],
    ["for another resource", { resource: "https://evil.example/mcp" }, "invalid_target"],
  ])("asked for %s is not used up: %s", async (_what, more, error) => {
    const { flow } = await person();
    const code = flow.codeOf(await flow.allow());

    expect((await flow.exchange(code, more)).body.error).toBe(error);
    expect((await flow.exchange(code)).status).toBe(200);
  });

  it.each([
    ["with another verifier (injected, RFC 9700, 4.5)", { code_verifier: pkce().verifier }],
    ["with a verifier that is too short", { code_verifier: "x" }],
    ["with the challenge as verifier (downgraded)", "challenge"],
    ["by another client (mixed up)", { client_id: "https://evil.example/client.json" }],
    ["with another redirect URI", { redirect_uri: "http://127.0.0.1:49153/cb" }],
  ])("used %s gives nothing, and is worth nothing afterwards", async (_what, more) => {
    const { flow, as } = await person();
    const code = flow.codeOf(await flow.allow());

    const wrong = await flow.exchange(
      code,
      more === "challenge" ? { code_verifier: flow.request.code_challenge } : (more as Record<string, string>),
    );

    expect([wrong.status, wrong.body]).toEqual([400, refused]);
    expect((await flow.exchange(code)).body).toEqual(refused);
    expect(await clientKeys(as)).toEqual([]);
  });

  it("needs no redirect URI in its exchange (OAuth 2.1), nor the resource again", async () => {
    const { flow } = await person();

    const answer = await flow.exchange(flow.codeOf(await flow.allow()), { redirect_uri: undefined, resource: undefined });

    expect(answer.status).toBe(200);
  });

  it("lasts a minute", async () => {
    const { flow } = await person();
    const allowed = await flow.allow();
    const code = flow.codeOf(allowed);
    const stored = await (await keys()).findOne({ "consent.codeHash": hashApiKey(code) });
    expect(stored?.["expiresAt"].getTime() - stored?.["createdAt"].getTime()).toBe(60_000);
    await (await keys()).updateOne({ "consent.codeHash": hashApiKey(code) }, { $set: { expiresAt: new Date(Date.now() - 1) } });

    expect((await flow.exchange(code)).body).toEqual(refused);
  });

  it("is no key, and what it waits for is revoked with all keys of the account", async () => {
    const { flow, id } = await person();
    const code = flow.codeOf(await flow.allow());
    const { apiKeys } = await import("#shared/accounts/wiring/stores.ts");

    expect((await ask("GET", "/v1/account", undefined, { "x-api-key": code })).status).toBe(401);
    await apiKeys.deleteAll(id);

    expect((await flow.exchange(code)).body).toEqual(refused);
  });

  it.each([
    ["JSON", "application/json", "{}"],
    ["nothing", "application/x-www-form-urlencoded", ""],
    ["too much", "application/x-www-form-urlencoded", `code=${"x".repeat(70_000)}`],
  ])("is not asked for by %s; the error is OAuth's", async (_what, type, body) => {
    const answer = await ask("POST", "/oauth/token", body, { "content-type": type });

    expect([answer.status, answer.body]).toEqual([400, { error: "invalid_request", error_description: expect.any(String) }]);
  });
});
