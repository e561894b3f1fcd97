// Signing in at an authorization server that was not written for it, configured as an operator does (OAUTH_PROVIDERS).
import tls from "node:tls";
import { afterAll, expect, it } from "vitest";
import { createAuthority, loopbackNames } from "#infra/local/certificates.ts";
import { startOauthServer } from "#test/interop/peers/oauth-server.ts";
import { freePorts } from "#test/interop/peers/peer-context.ts";
import { aMember } from "#test/support/members.ts";
import { runSystem } from "#test/support/running-system.ts";
import { aVisitor } from "#test/support/sign-in.ts";

const authority = await createAuthority();
const { oauth: port, introspect: introspectPort } = await freePorts();
const server = await startOauthServer({ port, introspectPort, certificate: await authority.issue(loopbackNames) });
const at = (path: string) => `${server.issuer}/${path}`;
const client = { client_id: "client", client_secret: "secret", authorize_url: at("authorize"), token_url: at("token") };
const system = await runSystem({
  OAUTH_PROVIDERS: JSON.stringify({ google: { ...client, sign_in: { keys_url: at("certs"), issuer: server.issuer } }, outlook: client }),
});
tls.setDefaultCACertificates([...tls.getCACertificates("default"), authority.ca]);
afterAll(async () => {
  await system.stop();
  await server.stop();
});

it("works by its keys, issuer and nonce; a provider without sign_in is not offered", async () => {
  const desk = await system.connect("desk@sandbox.test");
  const anna = await aMember(system, system.call, { role: "viewer", mailbox_ids: [desk] }, "Anna");
  await system.call("POST", `/v1/members/${anna.id}/invitation`);
  const { url } = (await system.call("POST", `/v1/members/${anna.id}/invitation`)).body;
  const browser = aVisitor(system);
  const offered = (await browser.ask("GET", "/console/sign-in/providers")).body.providers;
  expect(offered.map(({ provider }: { provider: string }) => provider)).toEqual(["google"]);
  expect((await browser.begin("outlook")).status).toBe(404);

  const page = new URL((await browser.begin("google", new URL(url).hash.slice(1))).body.url);
  page.searchParams.set("login_hint", "anna@team.test");
  const back = await browser.choose(page.href, "");

  expect((await browser.comeTo(back)).location).toBe("/console");
  expect((await browser.ask("GET", "/console/session")).body).toMatchObject({ name: "Anna", role: "viewer", email: "anna@team.test" });
  expect(server.calls).toEqual([
    expect.objectContaining({ grant_type: "authorization_code", code_verifier: expect.stringMatching(/^[\w-]{43}$/) }),
  ]);
});
