// Members sign in with a provider's account (api/README.md, "Members"): who does, who does not, and what is kept of it.
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { connect } from "#shared/platform/wiring/database.ts";
import { anAccount, until } from "#test/support/client.ts";
import { aMember, tokenIn } from "#test/support/members.ts";
import { runSystem } from "#test/support/running-system.ts";
import { aVisitor } from "#test/support/sign-in.ts";

const system = await runSystem();
const { call, callAsOther } = system;
const { settings } = system.sandbox.graph;
afterAll(() => system.stop());
beforeEach(async () => void (await (await connect()).raw.collection("rateLimits").deleteMany({})));
afterEach(() => void (settings.claims = {}));

const desk = await system.connect("desk@sandbox.test");
const ofDesk = { role: "member", mailbox_ids: [desk] };
const rows = async (name: string) => (await connect()).raw.collection(name);
const stored = async (name: string) => (await (await rows("members")).findOne({ name }))!;

let people = 0;
/** Somebody who has signed in with a password so far, at a domain that its provider vouches for. */
const withPassword = (rights: object = ofDesk) => aMember(system, call, rights);
const invite = async (as = call, more: object = ofDesk) => {
  const name = `Guest ${(people += 1)}`;
  const { body } = await as("POST", "/v1/members", { name, ...more });
  return { name, id: body.id as string, token: tokenIn(body.url), email: `guest${people}@team.test` };
};
const visitor = () => aVisitor(system);
const PROBLEM = "/console/sign-in?problem=";

describe("the sign-in screen", () => {
  it("offers the providers that the operator has switched on, by company and icon", async () => {
    const { status, body } = await visitor().ask("GET", "/console/sign-in/providers");

    expect([status, body.providers.map(({ provider, company }: Record<string, string>) => [provider, company])]).toEqual([
      200,
      [
        ["google", "Google"],
        ["outlook", "Microsoft"],
      ],
    ]);
  });

  it("leads to the provider's page with PKCE, state, nonce and the exact redirect address, and asks for no mail", async () => {
    const browser = visitor();
    const { body, headers } = await browser.begin("google");
    const query = Object.fromEntries(new URL(body.url).searchParams);

    expect(query).toEqual({
      client_id: "local-google",
      response_type: "code",
      redirect_uri: `${system.url}/console/sign-in/google/callback`,
      scope: "openid email profile",
      prompt: "select_account",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    expect(headers.get("set-cookie")).toMatch(/^sign-in=[0-9a-f]{64}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
    const other = new URL((await browser.begin("google")).body.url).searchParams;
    for (const name of ["state", "nonce", "code_challenge"]) expect(other.get(name)).not.toBe(query[name]);
    const secret = browser.jar.get("sign-in")!;
    const kept = JSON.stringify(await (await rows("signIns")).find().toArray());
    for (const value of [secret, query["state"], query["nonce"]]) expect(kept).not.toContain(value);
  });
});

describe.each(["google", "outlook"])("an invitation that is accepted with an account at %s", (provider) => {
  it("makes its holder a member, who signs in with that account from then on, and keeps issuer and subject", async () => {
    const guest = await invite();
    const browser = visitor();

    expect(await browser.signsIn(provider, guest.email, guest.token)).toBe("/console");

    const me = await browser.ask("GET", "/console/session");
    expect(me.body).toMatchObject({ name: guest.name, email: guest.email, role: "member", scopes: ["send", "read"] });
    const row = await stored(guest.name);
    expect(row).toMatchObject({ identity: { issuer: expect.stringContaining(system.sandbox.graph.origin), address: guest.email } });
    for (const field of ["email", "passwordHash", "invitation", "goesAt"]) expect(row).not.toHaveProperty(field);
    expect(JSON.stringify(row)).not.toContain(guest.token);

    const later = visitor();
    expect(await later.signsIn(provider, guest.email)).toBe("/console");
    expect((await later.ask("GET", "/console/session")).body.name).toBe(guest.name);
    expect((await call("GET", "/v1/members")).body.find(({ id }: { id: string }) => id === guest.id)).toMatchObject({
      status: "active",
      email: guest.email,
    });
    const { entries } = (await call("GET", "/v1/audit-log?limit=20")).body;
    const [login, joined] = entries.filter((entry: { member_id?: string }) => entry.member_id === guest.id);
    expect([login, joined].map(({ action, outcome, operation }) => [action, outcome, operation])).toEqual([
      ["login", "done", "console/finish-sign-in"],
      ["member.joined", "done", "console/finish-sign-in"],
    ]);
  });
});

describe("a member with a password", () => {
  it("is found by the address that Google vouches for, and is bound to that account; the password still works", async () => {
    const anna = await withPassword();
    const browser = visitor();

    expect(await browser.signsIn("google", anna.login.email)).toBe("/console");

    expect((await browser.ask("GET", "/console/session")).body).toMatchObject({ name: anna.name, email: anna.login.email });
    expect(await stored(anna.name)).toMatchObject({ email: anna.login.email, identity: { address: anna.login.email } });
    expect(await anna.tries()).toBe(204);
  });

  it("is found by Microsoft's address where its domain's owner is verified, and not otherwise", async () => {
    const [anna, bert] = [await withPassword(), await withPassword()];
    expect(await visitor().signsIn("outlook", anna.login.email)).toBe(`${PROBLEM}unverified`);
    settings.claims = { xms_edov: "1" };
    expect(await visitor().signsIn("outlook", bert.login.email)).toBe("/console");
    settings.claims = {};
    expect(await visitor().signsIn("outlook", bert.login.email)).toBe("/console");
  });

  it("keeps the rights of his role", async () => {
    const viewer = await withPassword({ role: "viewer", mailbox_ids: [desk] });
    const browser = visitor();
    await browser.signsIn("google", viewer.login.email);
    expect((await browser.ask("GET", "/console/session")).body).toMatchObject({ role: "viewer", scopes: ["read"] });
    expect((await browser.ask("POST", "/v1/members", { name: "Eve", role: "admin" })).status).toBe(403);
  });

  it("who is removed, or invited again, is signed out and signs in no more", async () => {
    const [gone, again] = [await withPassword(), await withPassword()];
    for (const { login, id } of [gone, again]) {
      const browser = visitor();
      expect(await browser.signsIn("google", login.email)).toBe("/console");
      const answer = await (id === gone.id ? call("DELETE", `/v1/members/${id}`) : call("POST", `/v1/members/${id}/invitation`));
      expect(answer.status).toBeLessThan(300);
      await until(async () => ((await browser.ask("GET", "/console/session")).status === 401 ? true : undefined));
      expect(await visitor().signsIn("google", login.email)).toBe(`${PROBLEM}nobody`);
      if (id !== again.id) continue;
      expect(await visitor().signsIn("outlook", login.email, tokenIn(answer.body.url))).toBe("/console");
      expect(await visitor().signsIn("google", login.email)).toBe(`${PROBLEM}nobody`);
      expect(await visitor().signsIn("outlook", login.email)).toBe("/console");
    }
  });
});

describe("nobody signs in", () => {
  it("with the account of before, once a new link was accepted with a password", async () => {
    const guest = await invite();
    expect(await visitor().signsIn("google", guest.email, guest.token)).toBe("/console");
    const { url } = (await call("POST", `/v1/members/${guest.id}/invitation`)).body;
    const login = { email: `other-${guest.email}`, password: "a long password" };
    expect((await visitor().ask("POST", "/console/invitation", { token: tokenIn(url), ...login })).status).toBe(204);
    expect(await visitor().signsIn("google", guest.email)).toBe(`${PROBLEM}nobody`);
  });

  it("whom no account has, nor an owner, whose password is his alone", async () => {
    const owner = await anAccount(system, 0, "proprietor");
    const { email } = (await withPassword()).login;
    await (await rows("users")).updateOne({ email: owner.login.email }, { $set: { email } });
    for (const whose of ["stranger@team.test", email]) expect(await visitor().signsIn("google", whose)).toBe(`${PROBLEM}nobody`);
    expect(await (await rows("members")).countDocuments({ "identity.address": { $in: ["stranger@team.test", email] } })).toBe(0);
  });

  it("with an address that moved to another account at the provider", async () => {
    const anna = await withPassword();
    const bound = await invite();
    await visitor().signsIn("google", anna.login.email);
    await visitor().signsIn("google", bound.email, bound.token);
    settings.claims = { sub: "4711" };
    for (const { email } of [anna.login, bound]) expect(await visitor().signsIn("google", email)).toBe(`${PROBLEM}nobody`);
    settings.claims = {};
    const renamed = visitor();
    const { body } = await renamed.begin("google");
    settings.claims = { email: "new-name@team.test" };
    expect((await renamed.comeTo(await renamed.choose(body.url, anna.login.email))).location).toBe("/console");
    expect((await renamed.ask("GET", "/console/session")).body.name).toBe(anna.name);
  });

  it("with the same object id in another directory", async () => {
    const guest = await invite();
    await visitor().signsIn("outlook", guest.email, guest.token);
    const tid = "11111111-2222-3333-4444-555555555555";
    settings.claims = { tid, iss: `${system.sandbox.graph.origin}/${tid}/v2.0` };
    expect(await visitor().signsIn("outlook", guest.email)).toBe(`${PROBLEM}unverified`);
  });

  it.each([
    ["an address that is not verified", "google", { email_verified: false }],
    ["no word on whether it is", "google", { email_verified: undefined }],
    ["an address of another company's mail, whose account may be an old one", "google", { hd: undefined }],
    ["an address that anybody wrote into his directory", "outlook", { xms_edov: false }],
  ])("with %s", async (_what, provider, claims) => {
    const anna = await withPassword();
    settings.claims = claims;
    expect(await visitor().signsIn(provider, anna.login.email)).toBe(`${PROBLEM}unverified`);
    expect(await stored(anna.name)).not.toHaveProperty("identity");
  });

  it("by an invitation with an account of Google's whose address is not verified; the invitation stays open", async () => {
    const guest = await invite();
    settings.claims = { email_verified: false };
    expect(await visitor().signsIn("google", guest.email, guest.token)).toBe(`${PROBLEM}unverified`);
    settings.claims = {};
    expect(await visitor().signsIn("google", guest.email, guest.token)).toBe("/console");
  });

  it("by an invitation that is used, withdrawn or unknown, nor with another member's account, whoever invites", async () => {
    const [guest, foreign] = [await invite(), await invite(callAsOther, { role: "admin" })];
    const [first, second] = [visitor(), visitor()];
    const urls = [(await first.begin("google", guest.token)).body.url, (await second.begin("google", guest.token)).body.url];
    expect((await first.comeTo(await first.choose(urls[0], guest.email))).location).toBe("/console");
    expect((await second.comeTo(await second.choose(urls[1], "late@team.test"))).location).toBe(`${PROBLEM}invitation`);
    for (const token of [guest.token, "0".repeat(64), "x"]) expect((await visitor().begin("google", token)).status).toBe(404);
    expect(await visitor().signsIn("google", guest.email, foreign.token)).toBe(`${PROBLEM}taken`);
    expect(await stored(foreign.name)).toHaveProperty("invitation");
  });

  it("into a locked account", async () => {
    const [anna, guest] = [await withPassword(), await invite()];
    const users = await rows("users");
    const { userId } = await stored(anna.name);
    await users.updateOne({ _id: userId }, { $set: { lockedAt: new Date() } });
    expect(await visitor().signsIn("google", anna.login.email)).toBe(`${PROBLEM}nobody`);
    expect(await visitor().signsIn("google", guest.email, guest.token)).toBe(`${PROBLEM}invitation`);
    await users.updateOne({ _id: userId }, { $unset: { lockedAt: "" } });
  });

  it("more often than twenty times a minute from one network, whoever begins", async () => {
    const statuses = [];
    for (let n = 0; n < 22; n += 1) statuses.push((await visitor().begin("google")).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
  });
});
