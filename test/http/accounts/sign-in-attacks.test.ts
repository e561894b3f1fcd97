// What others try with a sign-in at a provider: foreign browsers and states, forged id_tokens, and a provider that lies or hangs.
import { createHmac, createPublicKey, generateKeyPairSync, type JsonWebKey, sign as signRaw } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Failure } from "#infra/local/sandbox/http/answer.ts";
import type { Claims } from "#infra/local/sandbox/http/tokens.ts";
import { connect } from "#shared/platform/wiring/database.ts";
import { asking } from "#test/support/client.ts";
import { aMember } from "#test/support/members.ts";
import { runSystem } from "#test/support/running-system.ts";
import { aVisitor } from "#test/support/sign-in.ts";

const system = await runSystem();
const { graph } = system.sandbox;
const { settings, faults } = graph;
afterAll(() => system.stop());
const rows = async (name: string) => (await connect()).raw.collection(name);
beforeEach(async () => void (await (await rows("rateLimits")).deleteMany({})));
afterEach(() => {
  settings.claims = {};
  settings.forges = undefined;
  faults.clear();
});

const desk = await system.connect("desk@sandbox.test");
const anna = await aMember(system, system.call, { role: "member", mailbox_ids: [desk] });
const { email } = anna.login;
const PROBLEM = "/console/sign-in?problem=";
const isOut = async (browser: ReturnType<typeof aVisitor>) => (await browser.ask("GET", "/console/session")).status;
const altered = (path: string, change: (query: URLSearchParams) => void): string => {
  const url = new URL(path, system.url);
  change(url.searchParams);
  return url.pathname + url.search;
};
/** A browser that has come back as far as the address with the code, and that address. */
const returning = async (provider = "google") => {
  const browser = aVisitor(system);
  return { browser, back: await browser.choose((await browser.begin(provider)).body.url, email) };
};
const tries = async (provider = "google"): Promise<string> => {
  const { browser, back } = await returning(provider);
  const { location } = await browser.comeTo(back);
  if (location !== "/console") expect(await isOut(browser)).toBe(401);
  return location;
};
const works = async () => expect(await tries()).toBe("/console");

// First: once they are read, the keys are kept for an hour. A failed read stands for two seconds.
describe("a provider whose keys", () => {
  afterEach(() => sleep(2_100));

  it.each<[string, Failure]>([
    ["are more than anybody reads", { answer: { status: 200, body: { keys: [], more: "x".repeat(200_000) } } }],
    ["do not come in time", { delayMs: 20_000 }],
    ["lie elsewhere", { answer: { status: 302, headers: { location: "https://keys.evil.test/" } } }],
  ])("%s signs nobody in, within seconds", async (_what, does) => {
    faults.plant({ on: /\/keys$/, does });
    const began = Date.now();
    expect(await tries()).toBe(`${PROBLEM}provider`);
    expect(Date.now() - began).toBeLessThan(10_000);
  });
});

describe("a browser that did not begin the sign-in", () => {
  it("learns nothing and signs nobody in: without a cookie, with its own, and with another state", async () => {
    const { browser, back } = await returning();
    const [stranger, other] = [aVisitor(system), await returning()];
    expect((await stranger.comeTo(back)).location).toBe(`${PROBLEM}again`);
    expect((await other.browser.comeTo(back)).location).toBe(`${PROBLEM}again`);
    expect((await browser.comeTo(altered(back, (query) => query.delete("state")))).location).toBe(`${PROBLEM}again`);
    for (const one of [stranger, other.browser]) expect(await isOut(one)).toBe(401);
    expect((await browser.comeTo(back)).location).toBe("/console");
  });

  it("cannot bring a code of its own into another browser's sign-in (login CSRF): the verifier and the nonce are that browser's", async () => {
    const [attacker, victim] = [await returning(), await returning()];
    const code = new URL(attacker.back, system.url).searchParams.get("code")!;
    expect((await victim.browser.comeTo(altered(victim.back, (query) => query.set("code", code)))).location).toBe(`${PROBLEM}provider`);
  });

  it("cannot begin one for the console's page: another site's request has no header of the console", async () => {
    const anyone = asking(system, "");
    const own = { "x-console": "1", "sec-fetch-site": "same-origin" };
    const { "x-console": _header, ...form } = own;
    for (const headers of [{ ...own, "sec-fetch-site": "cross-site" }, { ...own, "sec-fetch-site": "same-site" }, form])
      expect((await anyone("POST", "/console/sign-in/google", {}, headers)).status).toBe(401);
    expect((await anyone("POST", "/console/sign-in/google", {}, own)).status).toBe(200);
  });
});

describe("an address with a code", () => {
  it("works once", async () => {
    const { browser, back } = await returning();
    expect((await browser.comeTo(back)).location).toBe("/console");
    browser.jar.delete("console");
    expect((await browser.comeTo(back)).location).toBe(`${PROBLEM}again`);
    expect(await isOut(browser)).toBe(401);
  });

  it("works for ten minutes", async () => {
    const { browser, back } = await returning();
    const past = new Date(Date.now() - 1);
    await (await rows("signIns")).updateMany({}, { $set: { expiresAt: past } });
    expect((await browser.comeTo(back)).location).toBe(`${PROBLEM}again`);
  });

  it("works at the provider alone whose page it began at (mix-up)", async () => {
    const { browser, back } = await returning();
    expect((await browser.comeTo(back.replace("/google/", "/outlook/"))).location).toBe(`${PROBLEM}again`);
  });

  it("is refused before the code is used where it names another issuer (RFC 9207), and taken where it names its own", async () => {
    const { browser, back } = await returning();
    const before = graph.calls.length;
    expect((await browser.comeTo(altered(back, (query) => query.set("iss", "https://evil.test")))).location).toBe(`${PROBLEM}provider`);
    expect(graph.calls.slice(before)).toEqual([]);
    const right = await returning();
    const own = altered(right.back, (query) => query.set("iss", `${graph.origin}/accounts`));
    expect((await right.browser.comeTo(own)).location).toBe("/console");
  });

  it.each([
    ["access_denied", "denied"],
    ["login_required", "provider"],
    ["<script>alert(1)</script>", "provider"],
  ])("with the error %s leads to the sign-in screen, which has words of its own for it", async (error, problem) => {
    const { browser, back } = await returning();
    const failed = altered(back, (query) => {
      query.delete("code");
      query.set("error", error);
      query.set("error_description", "words of the provider");
    });
    expect((await browser.comeTo(failed)).location).toBe(PROBLEM + problem);
  });

  it("leads nowhere but to the console, whatever it asks for", async () => {
    const { browser, back } = await returning();
    const asked = altered(back, (query) => ["next", "return_to", "redirect_uri"].forEach((name) => query.set(name, "https://evil.test")));
    const { status, location, headers } = await browser.comeTo(asked);
    expect([status, location]).toEqual([303, "/console"]);
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^console=session_[0-9a-f]{64}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/),
    ]);
    expect([headers.get("referrer-policy"), headers.get("cache-control")]).toEqual(["no-referrer", "no-store"]);
  });

  it("is redeemed with this redirect address and this browser's verifier alone", async () => {
    const browser = aVisitor(system);
    const { body } = await browser.begin("google");
    const page = new URL(body.url);
    page.searchParams.set("code_challenge", "x".repeat(43));
    expect((await browser.comeTo(await browser.choose(page.href, email))).location).toBe(`${PROBLEM}provider`);
    page.searchParams.delete("code_challenge");
    const plain = aVisitor(system);
    const other = new URL((await plain.begin("google")).body.url);
    other.searchParams.set("redirect_uri", `${system.url}/console/sign-in/outlook/callback`);
    const back = await plain.choose(other.href, email);
    expect((await plain.comeTo(back.replace("/outlook/", "/google/"))).location).toBe(`${PROBLEM}provider`);
  });
});

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const foreign = generateKeyPairSync("rsa", { modulusLength: 2048 });
const KID = "sandbox-id-1";
const raw = (head: object, claims: Claims, signed: (text: string) => Buffer): string => {
  const text = `${base64(head)}.${base64(claims)}`;
  return `${text}.${signed(text).toString("base64url")}`;
};
const publicPem = (): string =>
  createPublicKey({ key: graph.idKeys.keys[0] as JsonWebKey, format: "jwk" }).export({ type: "spki", format: "pem" }) as string;

const now = () => Math.floor(Date.now() / 1000);

describe("an id_token", () => {
  it.each<[string, NonNullable<typeof settings.forges>]>([
    ["without a signature (alg none)", (claims) => raw({ alg: "none" }, claims, () => Buffer.alloc(0))],
    ["that says RS256 and has an empty signature", (claims) => raw({ alg: "RS256", kid: KID }, claims, () => Buffer.alloc(0))],
    [
      "signed by a stranger's key under the provider's key id",
      (claims) => raw({ alg: "RS256", kid: KID }, claims, (text) => signRaw("sha256", Buffer.from(text), foreign.privateKey)),
    ],
    [
      "with a key that it brings along",
      (claims) =>
        raw({ alg: "RS256", kid: KID, jwk: foreign.publicKey.export({ format: "jwk" }) }, claims, (text) =>
          signRaw("sha256", Buffer.from(text), foreign.privateKey),
        ),
    ],
    ["of an unknown key id", (claims, sign) => sign(claims, { kid: "unknown" })],
    ["without a key id", (claims, sign) => sign(claims, { kid: undefined })],
    ["by another algorithm than RS256 (PS256)", (claims, sign) => sign(claims, { alg: "PS256" })],
    ["with extensions that must be understood", (claims, sign) => sign(claims, { crit: ["x"] })],
    [
      "with claims that were changed after it was signed",
      (claims, sign) => sign(claims).replace(/\.[^.]+\./, `.${base64({ ...claims, hd: "x" })}.`),
    ],
    ["with the nonce of another sign-in", (claims, sign) => sign({ ...claims, nonce: "x".repeat(43) })],
    ["without a nonce", (claims, sign) => sign({ ...claims, nonce: undefined })],
    ["for another client", (claims, sign) => sign({ ...claims, aud: "another-client" })],
    ["for several clients", (claims, sign) => sign({ ...claims, aud: [claims["aud"], "another-client"] })],
    ["that another client asked for (azp)", (claims, sign) => sign({ ...claims, azp: "another-client" })],
    ["that has expired", (claims, sign) => sign({ ...claims, exp: now() - 120 })],
    ["without an end", (claims, sign) => sign({ ...claims, exp: undefined })],
    ["of the future", (claims, sign) => sign({ ...claims, iat: now() + 600 })],
    ["of another issuer", (claims, sign) => sign({ ...claims, iss: "https://evil.test" })],
    [
      "of the other provider's issuer",
      (claims, sign) =>
        sign({ ...claims, tid: "11111111-2222-3333-4444-555555555555", iss: `${graph.origin}/11111111-2222-3333-4444-555555555555/v2.0` }),
    ],
    ["without a subject", (claims, sign) => sign({ ...claims, sub: undefined })],
    ["with a subject that is no text", (claims, sign) => sign({ ...claims, sub: { $gt: "" } })],
    ["that is not one", () => "no.token"],
  ])("%s signs nobody in", async (_what, forges) => {
    settings.forges = forges;
    expect(await tries()).toBe(`${PROBLEM}provider`);
    settings.forges = undefined;
    await works();
  });

  it("signed by HS256 with the public key as its secret signs nobody in", async () => {
    const pem = publicPem();
    settings.forges = (claims) => raw({ alg: "HS256", kid: KID }, claims, (text) => createHmac("sha256", pem).update(text).digest());
    expect(await tries()).toBe(`${PROBLEM}provider`);
  });

  it("of Microsoft is of the directory that its issuer names", async () => {
    for (const claims of [
      { tid: "11111111-2222-3333-4444-555555555555" },
      { tid: "{tenantid}", iss: `${graph.origin}/{tenantid}/v2.0` },
      { tid: undefined },
      { oid: undefined },
    ]) {
      settings.claims = { xms_edov: true, ...claims };
      expect(await tries("outlook")).toBe(`${PROBLEM}provider`);
    }
  });
});
