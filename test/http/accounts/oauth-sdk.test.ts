// The SDK's own client walks the whole flow: 401 at /mcp, discovery, its metadata document over https, a person's consent, tools, and the end.
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import tls from "node:tls";
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAuthority } from "#infra/local/certificates.ts";
import { anAccount, asking, inMs } from "#test/support/client.ts";
import { clientKeys, cookieOf, ownPage } from "#test/support/oauth-client.ts";
import { type RunningSystem, runSystem } from "#test/support/running-system.ts";

const REDIRECT = "http://127.0.0.1:33418/callback";
let system: RunningSystem;
let host: { readonly url: string; stop(): void };

/** A site with the client's metadata document, under a certificate that this process trusts. */
const startSite = async () => {
  const authority = await createAuthority();
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), authority.ca]);
  const server = createServer(await authority.issue(["127.0.0.1"]), (request, response) => {
    const id = `https://${request.headers.host}${request.url}`;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ client_id: id, client_name: "SDK client", redirect_uris: ["http://127.0.0.1/callback"] }));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => void server.close() };
};

beforeAll(async () => {
  system = await runSystem();
  host = await startSite();
}, 60_000);
afterAll(async () => {
  host?.stop();
  await system?.stop();
});

/** What an MCP client keeps; `asked` has the addresses to which it led its person. */
const keeping = () => {
  const asked: URL[] = [];
  const kept: { client?: StoredOAuthClientInformation; tokens?: StoredOAuthTokens; verifier?: string; discovery?: OAuthDiscoveryState } =
    {};
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT,
    clientMetadataUrl: `${host.url}/client.json`,
    clientMetadata: { redirect_uris: [REDIRECT], client_name: "SDK client" },
    state: () => "from-the-client",
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url) => void asked.push(url),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier ?? "",
    discoveryState: () => kept.discovery,
    saveDiscoveryState: (state) => void (kept.discovery = state),
  };
  return { provider, asked, kept };
};

it("the SDK's client finds the server, asks a person, gets a token, and uses the tools that the person allowed until they end it", async () => {
  const account = await anAccount(system, 10, "sdk");
  const [ask, as] = [asking(system, ""), asking(system, account.key)];
  const cookie = cookieOf(await ask("POST", "/console/session", account.login));
  const { provider, asked, kept } = keeping();
  const open = () => new StreamableHTTPClientTransport(new URL(`${system.url}/mcp`), { authProvider: provider });
  const connecting = async (transport = open()) => {
    const client = new Client({ name: "sdk-test", version: "1.0.0" });
    await client.connect(transport);
    return client;
  };

  const first = open();
  await expect(connecting(first)).rejects.toBeInstanceOf(UnauthorizedError);
  expect(asked[0]?.origin).toBe(system.url);
  const request = Object.fromEntries(asked[0]!.searchParams);
  expect(request).toMatchObject({ client_id: `${host.url}/client.json`, resource: `${system.url}/mcp`, code_challenge_method: "S256" });
  const seen = await ask("GET", `/console/consent${asked[0]!.search}`, undefined, ownPage(cookie));
  expect(seen.body).toMatchObject({ client_name: "SDK client", client_host: new URL(host.url).host, level: "draft", fault: "" });

  const choice = { ...request, level: "draft", expires_at: inMs(3_600_000) };
  const allowed = await ask("POST", "/console/consent", choice, ownPage(cookie));
  expect(allowed.status, allowed.text).toBe(200);
  const back = new URL(allowed.body.location);
  expect(back.searchParams.get("state")).toBe("from-the-client");
  await first.finishAuth(back.searchParams);

  const client = await connecting();
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(3);
  expect((await as("GET", "/v1/api-keys")).status).toBe(200);
  const [key] = await clientKeys(as);
  expect(key).toMatchObject({ name: "SDK client", scopes: ["read", "draft"], client_id: `${host.url}/client.json` });
  const token = kept.tokens?.access_token ?? "";
  expect((await ask("GET", "/v1/mailboxes", undefined, { "x-api-key": token })).status).toBe(401);
  await client.close();

  expect((await as("DELETE", `/v1/api-keys/${String(key?.["id"])}`)).status).toBe(204);
  // A process believes a key for twenty seconds at most; this one is asked afresh.
  expect(await clientKeys(as)).toEqual([]);
  kept.tokens = { ...kept.tokens!, access_token: token.replace(/.$/, (last) => (last === "0" ? "1" : "0")) };
  await expect(connecting()).rejects.toBeInstanceOf(UnauthorizedError);
  expect(asked).toHaveLength(2);
}, 60_000);
