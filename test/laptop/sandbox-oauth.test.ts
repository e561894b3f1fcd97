import tls from "node:tls";
import { ImapFlow } from "imapflow";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { oauthClientsOf, type Sandbox, startSandbox } from "#infra/local/sandbox/start-sandbox.ts";
import { callGraph, type Given, type Json } from "#test/support/call-graph.ts";
import { askToken, consent, grantOf, MAIL_SCOPES } from "#test/support/graph-consent.ts";

let sandbox: Sandbox;
let count = 0;
/** A mailbox of its own for each test. */
let me: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), sandbox.ca]);
});
afterAll(() => sandbox.stop());
beforeEach(() => {
  me = `me${(count += 1)}@contoso.test`;
});

const call = (method: string, path: string, { as, ...given }: Given & { readonly as: string }) =>
  callGraph(sandbox.graph, as, [method, path], given);

test("shows a consent page that names the scopes, without script, and goes back with code and state, or access_denied", async () => {
  const url = new URL(`${sandbox.graph.origin}/common/oauth2/v2.0/authorize`);
  url.search = new URLSearchParams({
    client_id: "c",
    response_type: "code",
    redirect_uri: "http://localhost/x",
    scope: MAIL_SCOPES,
    login_hint: `"><script>@x.test`,
  }).toString();
  const page = await fetch(url);
  const text = await page.text();

  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(text).toContain("<code>https://graph.microsoft.com/Mail.Send</code>");
  expect(text).not.toContain("<script>");
  expect([...(await consent(sandbox.graph, { email: me })).keys()]).toEqual(["code", "state"]);
  expect((await consent(sandbox.graph, { email: me, decision: "cancel" })).get("error")).toBe("access_denied");
  url.searchParams.set("redirect_uri", "javascript:alert(1)");
  expect((await fetch(url)).status).toBe(400);
});

test("shows it without TLS to browsers, who do not know its authority, and gives tokens over TLS alone", async () => {
  const { google } = oauthClientsOf(sandbox);
  const page = await fetch(`${google.authorize_url}?client_id=c&response_type=code&redirect_uri=http://localhost/x&scope=openid`);

  expect([page.status, new URL(google.authorize_url).protocol]).toEqual([200, "http:"]);
  expect(await page.text()).toContain("Sandbox sign-in");
  expect(new URL(google.token_url).protocol).toBe("https:");
  const plain = google.authorize_url.replace("/authorize", "/token");
  await expect(fetch(plain, { method: "POST", body: "x" })).rejects.toThrow();
});

test("redeems a code once, with the right verifier, and names the account in the id_token", async () => {
  const wrong = await consent(sandbox.graph, { email: me, code_challenge: "x", code_challenge_method: "S256" });
  const form = { grant_type: "authorization_code", redirect_uri: "http://localhost/callback" };

  expect(await askToken(sandbox.graph, { ...form, code: wrong.get("code")!, code_verifier: "y" })).toMatchObject({
    error: "invalid_grant",
  });
  const code = (await consent(sandbox.graph, { email: me })).get("code")!;
  const first = await askToken(sandbox.graph, { ...form, code });
  const claims = JSON.parse(Buffer.from(first.id_token.split(".")[1]!, "base64url").toString());
  expect(claims).toMatchObject({ preferred_username: me, aud: "test-client", iss: `${sandbox.graph.origin}/${claims.tid}/v2.0` });
  expect(await askToken(sandbox.graph, { ...form, code })).toMatchObject({ error: "invalid_grant" });
});

test("gives a token for one resource, whose scopes decide where it is good", async () => {
  const imap = "https://outlook.office.com/IMAP.AccessAsUser.All";
  const smtp = "https://outlook.office.com/SMTP.Send";
  const both = await grantOf(sandbox.graph, me, `${imap} ${smtp} ${MAIL_SCOPES}`);
  const refresh = (scope?: string) =>
    askToken(sandbox.graph, { grant_type: "refresh_token", refresh_token: both.refresh_token, ...(scope && { scope }) });

  expect((await call("GET", "/me/messages", { as: both.access_token })).code).toBe("InvalidAuthenticationToken");
  const forGraph = await refresh("https://graph.microsoft.com/Mail.ReadWrite");
  expect((await call("GET", "/me/messages", { as: forGraph.access_token })).status).toBe(200);
  expect(await refresh(`${imap} https://graph.microsoft.com/Mail.ReadWrite`)).toMatchObject({ error: "invalid_scope" });
  expect(await refresh("https://graph.microsoft.com/Calendars.Read")).toMatchObject({ error: "invalid_grant" });
  const { port } = { port: sandbox.ports.smtps };
  const transport = (accessToken: string, user = me) =>
    createTransport({ host: "127.0.0.1", port, secure: true, tls: { ca: sandbox.ca }, auth: { type: "OAuth2", user, accessToken } });
  const login = (accessToken: string, user?: string) =>
    transport(accessToken, user)
      .verify()
      .catch((error: Json) => error.responseCode as number);
  expect(await login(both.access_token)).toBe(true);
  expect(await login(forGraph.access_token)).toBe(535);
  expect(await login(both.access_token, "other@contoso.test")).toBe(535);
});

test("opens IMAP with a token, and neither SMTP nor IMAP where the tenant has them off", async () => {
  const scope = "https://outlook.office.com/IMAP.AccessAsUser.All offline_access";
  const open = async (user: string, accessToken: string) => {
    const client = new ImapFlow({
      host: "127.0.0.1",
      port: sandbox.ports.imaps,
      secure: true,
      tls: { ca: sandbox.ca },
      auth: { user, accessToken },
      logger: false,
    });
    client.on("error", () => undefined);
    return client.connect().then(
      () => (client.close(), true),
      () => false,
    );
  };
  const off = "me@graph-only.test";
  const { access_token: offToken } = await grantOf(sandbox.graph, off, scope);

  expect(await open(me, (await grantOf(sandbox.graph, me, scope)).access_token)).toBe(true);
  expect(await open(me, "wrong")).toBe(false);
  expect(await open(off, offToken)).toBe(false);
  const smtp = createTransport({
    host: "127.0.0.1",
    port: sandbox.ports.smtps,
    secure: true,
    tls: { ca: sandbox.ca },
    auth: { user: off, pass: "sandbox" },
  });
  await expect(smtp.verify()).rejects.toMatchObject({ response: expect.stringContaining("5.7.139") });
});

test("refuses tokens that expired or were withdrawn, and what their permissions do not cover", async () => {
  const grant = await grantOf(sandbox.graph, me, "https://graph.microsoft.com/Mail.Read offline_access");
  const refresh = () => askToken(sandbox.graph, { grant_type: "refresh_token", refresh_token: grant.refresh_token });

  expect((await call("GET", "/me/messages", { as: grant.access_token })).status).toBe(200);
  expect(
    (await call("POST", "/me/messages", { as: grant.access_token, body: "QQ==", headers: { "content-type": "text/plain" } })).status,
  ).toBe(403);
  sandbox.graph.tokens.expire(me);
  expect(await call("GET", "/me/messages", { as: grant.access_token })).toMatchObject({ status: 401, code: "InvalidAuthenticationToken" });
  expect((await call("GET", "/me/messages", { as: (await refresh()).access_token })).status).toBe(200);
  sandbox.graph.tokens.revoke(me);
  expect(await refresh()).toMatchObject({ error: "invalid_grant" });
});
