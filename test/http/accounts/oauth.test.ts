// OAuth for /mcp: what a client learns, what a person allows, and what a token is for.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hashApiKey } from "#shared/accounts/auth/api-key.ts";
import { connect } from "#shared/platform/wiring/database.ts";
import { routedOperations } from "#shared/service/routes.ts";
import type { Operation } from "#shared/api/operation.ts";
import { ABSENT, type Ask, asking, inMs, mailboxAt } from "#test/support/client.ts";
import { aPerson, clientKeys, cookieOf, oauthFlow, ownPage, startClientHost } from "#test/support/oauth-client.ts";
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

describe("the metadata", () => {
  it("of the resource is at the host and at the path of /mcp, and names the authorization server", async () => {
    const [atHost, atPath] = await Promise.all(["", "/mcp"].map((path) => ask("GET", `/.well-known/oauth-protected-resource${path}`)));

    expect(atHost!.body).toEqual({
      resource: `${system.url}/mcp`,
      authorization_servers: [system.url],
      scopes_supported: ["read", "draft", "send"],
      bearer_methods_supported: ["header"],
      resource_name: "Email service",
      resource_documentation: `${system.url}/docs/agents`,
    });
    expect(atPath!.body).toEqual(atHost!.body);
    expect(atPath!.headers.get("access-control-allow-origin")).toBe("*");
  });

  it("of the server says PKCE by S256 alone, clients by documents, iss in answers, and no registration", async () => {
    const { body } = await ask("GET", "/.well-known/oauth-authorization-server");

    expect(body).toMatchObject({
      issuer: system.url,
      authorization_endpoint: `${system.url}/console/authorize`,
      token_endpoint: `${system.url}/oauth/token`,
      revocation_endpoint: `${system.url}/oauth/revoke`,
      code_challenge_methods_supported: ["S256"],
      response_types_supported: ["code"],
      grant_types_supported: ["authorization_code"],
      token_endpoint_auth_methods_supported: ["none"],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    });
    expect(body).not.toHaveProperty("registration_endpoint");
    expect((await ask("GET", "/console/authorize")).headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });
});

describe("a person who allows a client", () => {
  it("sees who it is and where its answer goes, and gets a link that denies", async () => {
    const { flow } = await person();

    const { status, body } = await flow.look();

    expect(status).toBe(200);
    expect(body).toEqual({
      client_name: "Claude",
      client_host: new URL(host.url).host,
      redirect_host: "127.0.0.1:49152",
      is_local: true,
      level: "draft",
      fault: "",
      back_url: expect.any(String),
    });
    expect(Object.fromEntries(new URL(body.back_url).searchParams)).toEqual({
      error: "access_denied",
      error_description: "The person denied it",
      state: "st ate&x",
      iss: system.url,
    });
  });

  it.each([
    ["read", ["read"]],
    ["draft", ["read", "draft"]],
    ["send", ["read", "send"]],
  ])("gives it a key to %s until its end, which is listed with the client and in the audit log", async (level, scopes) => {
    const { flow, as } = await person();
    const end = inMs(3_600_000);
    const allowed = await flow.allow({ level, expires_at: end });
    expect(allowed.status, allowed.text).toBe(200);
    const back = new URL(allowed.body.location);
    expect([back.origin + back.pathname, back.searchParams.get("state"), back.searchParams.get("iss")]).toEqual([
      flow.redirectUri,
      "st ate&x",
      system.url,
    ]);
    // Until the exchange there is no key.
    expect(await clientKeys(as)).toEqual([]);

    const { status, headers, body } = await flow.exchange(flow.codeOf(allowed));

    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body).toEqual({
      access_token: expect.stringMatching(/^mcp_live_[0-9a-f]{64}$/),
      token_type: "Bearer",
      expires_in: expect.any(Number),
      scope: scopes.join(" "),
    });
    expect(Math.abs(body.expires_in - 3_600)).toBeLessThan(30);
    const [key] = await clientKeys(as);
    expect(key).toMatchObject({
      id: allowed.body.id,
      name: "Claude",
      client_id: `${host.url}/client.json`,
      scopes,
      expires_at: end,
      last4: body.access_token.slice(-4),
    });
    const entries = (await as("GET", "/v1/audit-log?action=api_key.created")).body.entries;
    expect(entries[0]).toMatchObject({ operation: "console/give-consent", outcome: "done", resource_id: allowed.body.id });
    const stored = JSON.stringify(await (await keys()).find({ _id: { $exists: true } }).toArray());
    expect([stored.includes(body.access_token), stored.includes(flow.codeOf(allowed))]).toEqual([false, false]);
  });

  it("binds it to a tenant, to mailboxes, or to the test world", async () => {
    const { flow, as } = await person();
    const box = await as("POST", "/v1/mailboxes", mailboxAt(system.mail, "bound@sandbox.test"));
    expect(box.status, box.text).toBe(201);

    await flow.token({ tenant: "acme" });
    await flow.token({ mailbox_ids: [box.body.id] });
    const test = await flow.token({ mode: "test", level: "send" });

    expect((await clientKeys(as)).map(({ tenant, mailbox_ids: ids, mode }) => [tenant, ids, mode])).toEqual([
      ["", [], "test"],
      ["", [box.body.id], "live"],
      ["acme", [], "live"],
    ]);
    expect(test).toMatch(/^mcp_test_/);
    const foreign = await flow.allow({ mailbox_ids: [ABSENT] });
    expect(foreign.status).toBe(404);
    expect((await flow.allow({ mailbox_ids: [box.body.id], tenant: "acme" })).status).toBe(400);
  });

  it("ends it by DELETE, by its own revocation (RFC 7009), and at its end", async () => {
    const { flow, as, id } = await person();
    const [revoked, deleted, ended] = [await flow.token(), await flow.token(), await flow.token()];
    const idOf = async (token: string) => String((await (await keys()).findOne({ hash: hashApiKey(token) }))?._id);

    expect((await as("DELETE", `/v1/api-keys/${await idOf(deleted)}`)).status).toBe(204);
    const answers = [await flow.revoke(revoked), await flow.revoke(revoked), await flow.revoke("sk_live_x")];
    await (await keys()).updateOne({ hash: hashApiKey(ended) }, { $set: { expiresAt: new Date(Date.now() - 1) } });

    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [200, ""],
      [200, ""],
      [200, ""],
    ]);
    expect(await clientKeys(as)).toEqual([]);
    const entries = (await as("GET", "/v1/audit-log?action=api_key.revoked")).body.entries as readonly { operation: string }[];
    expect(entries.map(({ operation }) => operation)).toEqual(["oauth/revoke", "auth/delete-api-key"]);
    expect(id).not.toBe("");
  });

  it.each([
    ["an end in the past", { expires_at: inMs(-1) }],
    ["an end beyond a year", { expires_at: inMs(367 * 86_400_000) }],
    ["no end", { expires_at: undefined }],
    ["managing", { level: "admin" }],
    ["an unknown field", { scopes: ["admin"] }],
  ])("cannot allow %s", async (_what, more) => {
    const { flow, as } = await person();

    const answer = await flow.allow(more);

    expect(answer.status, answer.text).toBe(400);
    expect(
      await (await keys()).countDocuments({ "consent.waiting": { $exists: true }, userId: (await as("GET", "/v1/account")).body.id }),
    ).toBe(0);
  });

  it("allows no more than their own session may, nor for longer", async () => {
    const { as } = await person();
    const end = inMs(3_600_000);
    const make = async (scopes: readonly string[], more = {}) =>
      (await as("POST", "/v1/api-keys", { name: "k", scopes, ...more })).body.token;
    const sessionBy = async (key: string) => cookieOf(await ask("POST", "/console/session", { api_key: key }));
    const flowOf = async (scopes: readonly string[], more = {}) =>
      oauthFlow(system, `${host.url}/client.json`, await sessionBy(await make(scopes, more)));

    const reader = await flowOf(["read"]);
    expect([(await reader.look()).status, (await reader.allow()).status]).toEqual([403, 403]);
    const manager = await flowOf(["read", "admin"]);
    const statuses = [];
    for (const level of ["read", "draft", "send"]) statuses.push((await manager.allow({ level })).status);
    expect(statuses).toEqual([200, 403, 403]);
    const ending = await flowOf(["read", "send", "admin"], { expires_at: end });
    expect((await ending.allow({ expires_at: inMs(7_200_000) })).status).toBe(400);
    expect((await ending.allow({ expires_at: end })).status).toBe(200);
  });
});

describe("a token", () => {
  const withKey = (routedOperations as readonly Operation[]).filter(({ auth }) => auth === "key");

  it("is for /mcp alone: every other operation answers 401, in every place for a key", async () => {
    const { flow } = await person();
    const token = await flow.token({ level: "send" });
    const wrong: string[] = [];
    for (const { id, method, path } of withKey) {
      const url = path.replace(/\{\w+\+?\}/g, ABSENT);
      const body = method === "GET" || method === "DELETE" ? undefined : {};
      for (const headers of [{ "x-api-key": token }, { authorization: `Bearer ${token}` }, ownPage(`console=${token}`)]) {
        const { status } = await ask(method, url, body, headers);
        if (status !== 401) wrong.push(`${id} ${Object.keys(headers)[0]} ${status}`);
      }
    }

    expect(wrong).toEqual([]);
    expect(withKey.length).toBeGreaterThan(70);
    expect((await ask("POST", "/console/session", { api_key: token })).status).toBe(401);
  }, 60_000);
});
