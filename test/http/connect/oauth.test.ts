// OAuth on a connect link's page: state, browser, PKCE, and what others try with them.
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAccount, type Ask, asking } from "#test/support/client.ts";
import { aBrowser, consentIn, type Shown, valueIn } from "#test/support/link-browser.ts";
import { openTarget, REDIRECT_URI, type Target } from "#test/support/target.ts";

let target: Target;
let ask: Ask;
type Browser = ReturnType<typeof aBrowser>;

beforeAll(async () => {
  target = await openTarget();
  ask = asking(target, (await anAccount(target, 0)).key);
  await ask("PATCH", "/v1/account", { connect_redirect_uris: [REDIRECT_URI] });
}, 180_000);
afterAll(() => target?.stop());

const aLink = async (more: object = {}): Promise<{ id: string; path: string }> => {
  const { url, id } = (await ask("POST", "/v1/connect-links", { redirect_uri: REDIRECT_URI, ...more })).body;
  return { id, path: url.slice(target.url.length) };
};
const record = async (id: string) => (await ask("GET", `/v1/connect-links/${id}`)).body;
const mailboxes = async () => ((await ask("GET", "/v1/mailboxes")).body as { email: string }[]).map(({ email }) => email);

/** The consent page's address, as the page links to it. */
const begin = async (browser: Browser, path: string, email: string): Promise<URL> => {
  const first = await browser.get(path);
  return new URL(consentIn(await browser.post(path, { key: valueIn(first, "key"), step: "find", email })));
};
/** Consents at the sandbox as that address; the address to which it leads back. */
const consent = async (url: URL, email: string, decision = "accept"): Promise<string> => {
  const answer = await fetch(url, { method: "POST", redirect: "manual", body: new URLSearchParams({ email, decision }) });
  return (answer.headers.get("location") ?? "").slice(target.url.length);
};
const connectBy = async (browser: Browser, path: string, email: string, as = email): Promise<Shown> =>
  browser.get(await consent(await begin(browser, path, email), as));

describe("a consent", () => {
  it.each([
    ["google", "jane@gmail.com", {}],
    ["outlook", "jane@contoso.test", { types: ["outlook"] }],
  ])("connects a mailbox at %s, and leads away from the address with the code at once", async (type, email, more) => {
    const { id, path } = await aLink(more);
    const browser = aBrowser(target.url);

    const returned = await connectBy(browser, path, email);

    expect([returned.status, returned.headers.get("location"), returned.text]).toEqual([303, path, ""]);
    expect((await browser.get(path)).headers.get("refresh")).toContain(REDIRECT_URI);
    const link = await record(id);
    expect(link).toMatchObject({ status: "completed", email });
    expect((await ask("GET", `/v1/mailboxes/${link.mailbox_id}`)).body).toMatchObject({ type, email, status: "active" });
  });

  it("connects over Microsoft Graph where the tenant has SMTP AUTH and IMAP switched off", async () => {
    const email = "jane@graph-only.test";
    const { id, path } = await aLink({ types: ["outlook"] });

    const returned = await connectBy(aBrowser(target.url), path, email);

    expect(returned.headers.get("location")).toBe(path);
    const { mailbox_id } = await record(id);
    expect((await ask("GET", `/v1/mailboxes/${mailbox_id}`)).body).toMatchObject({
      type: "outlook",
      email,
      status: "active",
      transport_used: "graph",
    });
  });

  it("is asked for with PKCE, at the exact redirect address, with a state that names no token", async () => {
    const { path } = await aLink();

    const { searchParams } = await begin(aBrowser(target.url), path, "jane@gmail.com");

    expect(searchParams.get("redirect_uri")).toBe(`${target.url}/connect/oauth/google/callback`);
    expect([searchParams.get("code_challenge_method"), searchParams.get("login_hint")]).toEqual(["S256", "jane@gmail.com"]);
    expect(searchParams.get("code_challenge")).toMatch(/^[\w-]{43}$/);
    expect(searchParams.get("state")).toMatch(/^[0-9a-f]{24}\.[0-9a-f]{64}$/);
    const token = path.split("/").at(-1) ?? "";
    for (const secret of [token, createHash("sha256").update(token).digest("hex")]) expect(searchParams.toString()).not.toContain(secret);
  });

  it("that is not given leaves the link usable, and says so", async () => {
    const { path, id } = await aLink();
    const browser = aBrowser(target.url);

    const returned = await browser.get(await consent(await begin(browser, path, "denied@gmail.com"), "denied@gmail.com", "cancel"));

    expect([returned.status, returned.headers.get("location")]).toEqual([303, `${path}?problem=denied`]);
    expect((await browser.get(`${path}?problem=denied`)).text).toContain("You did not give permission.");
    expect((await record(id)).status).toBe("open");
    const again = new URL(consentIn(await browser.get(`${path}?step=connect`)));
    expect((await browser.get(await consent(again, "denied@gmail.com"))).headers.get("location")).toBe(path);
  });

  it("is reached again by going back: what the form led to is a page of its own, to this browser alone", async () => {
    const { path } = await aLink();
    const browser = aBrowser(target.url);
    const url = await begin(browser, path, "back@gmail.com");

    const back = await browser.get(`${path}?step=connect`);
    const other = await aBrowser(target.url).get(`${path}?step=connect`);

    expect([back.status, consentIn(back)]).toEqual([200, url.href]);
    expect([other.status, consentIn(other)]).toEqual([200, ""]);
    expect(other.text).not.toContain("back@gmail.com");
  });

  it("of another account is refused where the link is for a mailbox", async () => {
    const first = await aLink();
    await connectBy(aBrowser(target.url), first.path, "mine@gmail.com");
    const { mailbox_id } = await record(first.id);
    const { path, id } = await aLink({ mailbox_id });
    const browser = aBrowser(target.url);

    const returned = await connectBy(browser, path, "mine@gmail.com", "thief@gmail.com");

    expect(returned.headers.get("location")).toBe(`${path}?problem=otherAccount`);
    expect((await browser.get(`${path}?problem=otherAccount`)).text).toContain("Please sign in as");
    expect(await record(id)).toMatchObject({ status: "open", failures: 1 });
    expect(await mailboxes()).not.toContain("thief@gmail.com");
    expect((await connectBy(browser, path, "mine@gmail.com")).headers.get("location")).toBe(path);
  });
});

describe("the return from a consent is refused", () => {
  const unchanged = async (email: string, id: string) => {
    expect(await mailboxes()).not.toContain(email);
    expect((await record(id)).status).toBe("open");
  };

  it("in another browser, even one that has opened the link itself; the first can still finish", async () => {
    const email = "victim@gmail.com";
    const { path, id } = await aLink();
    const [attacker, victim, opened] = [aBrowser(target.url), aBrowser(target.url), aBrowser(target.url)];
    await opened.get(path);
    const returning = await consent(await begin(attacker, path, email), email);

    const [seen, other] = [await victim.get(returning), await opened.get(returning)];

    expect([seen.status, seen.text]).toEqual([403, expect.stringContaining("the browser in which you opened the link")]);
    expect([other.status, other.headers.get("location")]).toEqual([303, `${path}?problem=again`]);
    await unchanged(email, id);
    expect((await attacker.get(returning)).headers.get("location")).toBe(path);
  });

  it("a second time: the state and the code are used up", async () => {
    const { path, id } = await aLink();
    const browser = aBrowser(target.url);
    const returning = await consent(await begin(browser, path, "again@gmail.com"), "again@gmail.com");
    await browser.get(returning);
    const { completed_at } = await record(id);

    const replayed = await browser.get(returning);

    expect([replayed.status, replayed.headers.get("location")]).toEqual([303, `${path}?problem=again`]);
    expect((await record(id)).completed_at).toBe(completed_at);
  });

  it("with a state of another link of the same browser, an older one, or none of ours", async () => {
    const email = "mixed@gmail.com";
    const [one, two] = [await aLink(), await aLink()];
    const browser = aBrowser(target.url);
    const older = await consent(await begin(browser, one.path, email), email);
    const newer = await consent(await begin(browser, one.path, email), email);
    const others = await consent(await begin(browser, two.path, email), email);
    const stateOf = (path: string) => new URLSearchParams(path.split("?")[1]).get("state") ?? "";
    const crossed = newer.replace(encodeURIComponent(stateOf(newer)), `${one.id}.${stateOf(others).split(".")[1]}`);

    expect((await browser.get(older)).headers.get("location")).toBe(`${one.path}?problem=again`);
    expect((await browser.get(crossed)).headers.get("location")).toBe(`${one.path}?problem=again`);
    for (const state of ["", "x", `${one.id}.`, `%24ne.${"0".repeat(64)}`, "a".repeat(4_000)])
      expect((await browser.get(`/connect/oauth/google/callback?code=x&state=${state}`)).status).toBe(403);
    await unchanged(email, one.id);
  });

  it("at the address of another provider: the consent is bound to its own, which can still finish", async () => {
    const email = "mixup@gmail.com";
    const { path, id } = await aLink();
    const browser = aBrowser(target.url);
    const returning = await consent(await begin(browser, path, email), email);

    const returned = await browser.get(returning.replace("/google/", "/outlook/"));

    expect(returned.headers.get("location")).toBe(`${path}?problem=again`);
    await unchanged(email, id);
    expect((await browser.get(returning.replace("/google/", "/yahoo/"))).status).toBe(400);
    expect((await browser.get(returning)).headers.get("location")).toBe(path);
  });

  it("with a code that was made for another browser's challenge", async () => {
    const email = "injected@gmail.com";
    const { path, id } = await aLink();
    const [attacker, victim] = [aBrowser(target.url), aBrowser(target.url)];
    const stolen = new URLSearchParams((await consent(await begin(attacker, (await aLink()).path, email), email)).split("?")[1]);
    const state = (await begin(victim, path, email)).searchParams.get("state");

    const returned = await victim.get(`/connect/oauth/google/callback?code=${stolen.get("code")}&state=${state}`);

    expect(returned.headers.get("location")).toBe(`${path}?problem=consent`);
    await unchanged(email, id);
  });

  it("leads nowhere but to the link's own page, whatever the query says", async () => {
    const { path } = await aLink();
    const browser = aBrowser(target.url);
    const returning = await consent(await begin(browser, path, "open@gmail.com"), "open@gmail.com");

    const returned = await browser.get(`${returning}&redirect_uri=https://evil.example&next=//evil.example`);
    const shown = await browser.get(`${path}?problem=https://evil.example&redirect_uri=https://evil.example`);

    expect(returned.status === 400 || returned.headers.get("location") === path).toBe(true);
    expect(shown.text).not.toContain("evil.example");
  });
});

describe("what is kept", () => {
  it("has neither the token, nor the browser's secret, nor a code in clear", async () => {
    const { connect } = await import("#shared/platform/wiring/database.ts");
    const { path } = await aLink();
    const browser = aBrowser(target.url);
    const returning = await consent(await begin(browser, path, "kept@gmail.com"), "kept@gmail.com");
    const secrets = [...browser.jar.values()].flatMap((value) => value.split("."));
    const before = JSON.stringify(await (await connect()).collection("connectLinks").find().toArray());
    await browser.get(returning);
    const after = JSON.stringify(await (await connect()).collection("connectLinks").find().toArray());

    expect(secrets).toHaveLength(2);
    for (const secret of secrets) expect(before + after).not.toContain(secret);
    expect(after).not.toContain(new URLSearchParams(returning.split("?")[1]).get("code"));
  });
});
