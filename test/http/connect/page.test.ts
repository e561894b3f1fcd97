// The page of a connect link: a mailbox's owner connects it with a password; what others try is refused.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAccount, type Ask, asking, until } from "#test/support/client.ts";
import { connectFaults } from "#test/support/connect-answers.ts";
import { aBrowser, type Shown, valueIn } from "#test/support/link-browser.ts";
import { openTarget, REDIRECT_URI, type Target } from "#test/support/target.ts";

let target: Target;
let ask: Ask;

beforeAll(async () => {
  target = await openTarget();
  ask = asking(target, (await anAccount(target, 0)).key);
  await ask("PATCH", "/v1/account", { connect_name: "Acme <CRM>", connect_redirect_uris: [REDIRECT_URI] });
}, 180_000);
afterAll(() => target?.stop());

const aLink = async (more: object = {}) => {
  const { url, id }: { url: string; id: string } = (
    await ask("POST", "/v1/connect-links", { redirect_uri: REDIRECT_URI, state: "s&1", ...more })
  ).body;
  return { id, path: url.slice(target.url.length) };
};
const servers = () => {
  const { host, smtps, imaps } = target.mail;
  return { smtp_host: host, smtp_port: String(smtps), smtp_secure: "tls", imap_host: host, imap_port: String(imaps), username: "" };
};
type Browser = ReturnType<typeof aBrowser>;
/** Fills in the form: the address, then the password. */
const connectBy = async (browser: Browser, path: string, email: string, password = "sandbox", more: object = {}): Promise<Shown> => {
  const first = await browser.get(path);
  const second = await browser.post(path, { key: valueIn(first, "key"), step: "find", email });
  return browser.post(path, { key: valueIn(second, "key"), step: "password", email, password, ...servers(), ...more });
};
const record = async (id: string) => (await ask("GET", `/v1/connect-links/${id}`)).body;
const events = async () => (await ask("GET", "/v1/events?latest=true&limit=200")).body.events as { type: string; data: { id: string } }[];
const mailboxes = async () => (await ask("GET", "/v1/mailboxes")).body as { id: string; email: string }[];

describe("the page", () => {
  it("has headers that keep it out of caches, frames and other sites, from the first to the last", async () => {
    const { key } = await anAccount(target, 0);

    expect(await connectFaults({ ...target, key })).toEqual([]);
  });

  it("connects the mailbox by its password, tells of it, and leads back with the link and the state", async () => {
    const link = await aLink({ display_name: "Jane", tenant: "acme" });
    const browser = aBrowser(target.url);

    const posted = await connectBy(browser, link.path, "jane@sandbox.test");
    const shown = await browser.get(link.path);

    expect([posted.status, posted.headers.get("location")]).toEqual([303, link.path]);
    expect(shown.status).toBe(200);
    const back = `${REDIRECT_URI}?connect_link=${link.id}&state=s%261`;
    expect(shown.headers.get("refresh")).toBe(`4; url=${back}`);
    expect(shown.text).toContain(`href="${back.replaceAll("&", "&#38;")}"`);
    const mailbox = (await mailboxes()).find(({ email }) => email === "jane@sandbox.test");
    expect(mailbox).toMatchObject({ status: "active", type: "smtp", display_name: "Jane", tenant: "acme", inbox_sync_enabled: true });
    expect(await record(link.id)).toMatchObject({ status: "completed", mailbox_id: mailbox?.id, email: "jane@sandbox.test" });
    const told = await until(async () => (await events()).find(({ type }) => type === "connect_link.completed"));
    expect(told.data).toMatchObject({ id: link.id, mailbox_id: mailbox?.id, state: "s&1", tenant: "acme" });
    const { entries } = (await ask("GET", "/v1/audit-log")).body;
    expect(entries).toContainEqual(
      expect.objectContaining({ action: "mailbox.connected", operation: "connect/submit", resource_id: mailbox?.id }),
    );
  });

  it("says in the owner's words why a login failed, counts it, and can be tried again", async () => {
    const link = await aLink();
    const browser = aBrowser(target.url);

    const refused = await connectBy(browser, link.path, "wrong@sandbox.test", "not it");

    expect(refused.status).toBe(400);
    expect(refused.text).toContain("The user name or password is wrong.");
    expect(refused.text).not.toContain("not it");
    expect(await record(link.id)).toMatchObject({
      status: "open",
      failures: 1,
      last_error: expect.stringContaining("user name or password refused"),
    });
    const told = await until(async () => (await events()).find(({ type }) => type === "connect_link.failed"));
    expect(told.data).toMatchObject({ id: link.id, failures: 1 });
    expect((await connectBy(browser, link.path, "wrong@sandbox.test")).status).toBe(303);
  });

  it.each([
    ["unreachable", { smtp_port: "1" }, "cannot be reached"],
    ["settings", { imap_host: "" }, "server settings are incomplete"],
    ["settings", { smtp_port: "99999" }, "server settings are incomplete"],
    ["settings", { smtp_host: "mail.example.com\r\nEHLO x" }, "server settings are incomplete"],
    ["settings", { username: "a\u0000b" }, "server settings are incomplete"],
    ["settings", { smtp_secure: "none" }, "server settings are incomplete"],
  ])("names what is wrong: %s for %j", async (_problem, more, words) => {
    const shown = await connectBy(aBrowser(target.url), (await aLink()).path, "bad@sandbox.test", "sandbox", more);

    expect([shown.status, shown.text]).toEqual([400, expect.stringContaining(words)]);
  });

  it("refuses what is no address, and shows it escaped", async () => {
    const { path } = await aLink();
    const browser = aBrowser(target.url);
    const key = valueIn(await browser.get(path), "key");

    const shown = await browser.post(path, { key, step: "find", email: `"><script>alert(1)</script>` });

    expect(shown.status).toBe(400);
    expect(shown.text).toContain("This is not an email address.");
    expect(shown.text).not.toContain("<script");
  });

  it("speaks the browser's language, or the link's", async () => {
    const { path } = await aLink();
    const fixed = await aLink({ locale: "ja" });
    const langOf = async (at: string, language: string) =>
      /<html lang="(\w+)">/.exec((await aBrowser(target.url).get(at, { "accept-language": language })).text)?.[1];

    const preferred = ["de-CH,de;q=0.9", "fr", "es-MX", "pt-BR", "nl", "it", "pl", "ja", "sv, en;q=0.5"].map((tag) => langOf(path, tag));

    expect(await Promise.all(preferred)).toEqual(["de", "fr", "es", "pt", "nl", "it", "pl", "ja", "en"]);
    expect(await langOf(fixed.path, "de")).toBe("ja");
  });

  it("shows the account's name escaped, loads nothing but its logo, and sends no referrer", async () => {
    const { path } = await aLink();
    await ask("PATCH", "/v1/account", { connect_logo_url: "https://cdn.example.com/logo.png" });

    const { headers, text } = await aBrowser(target.url).get(path);
    await ask("PATCH", "/v1/account", { connect_logo_url: "" });

    expect(text).toContain("Acme &#60;CRM&#62;");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^style-src 'sha256-[^']+'$/),
      "img-src https://cdn.example.com",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]);
    expect([headers.get("referrer-policy"), headers.get("cache-control")]).toEqual(["no-referrer", "no-store"]);
    expect(text).not.toMatch(/<script|javascript:|style=|onload=/);
  });

  it("may be framed by the origins that the account lists, and by no other", async () => {
    const { path } = await aLink();
    await ask("PATCH", "/v1/account", { connect_frame_origins: ["https://app.example.com", "http://localhost:3000"] });

    const framed = (await aBrowser(target.url).get(path)).headers.get("content-security-policy");
    await ask("PATCH", "/v1/account", { connect_frame_origins: [] });

    expect(framed).toMatch(/; frame-ancestors https:\/\/app\.example\.com http:\/\/localhost:3000$/);
    expect((await aBrowser(target.url).get(path)).headers.get("content-security-policy")).toMatch(/frame-ancestors 'none'$/);
  });
});

describe("a used link", () => {
  it("shows any other browser that it is used, without the address, and connects nothing more", async () => {
    const { path } = await aLink();
    expect((await connectBy(aBrowser(target.url), path, "once@sandbox.test")).status).toBe(303);
    const other = aBrowser(target.url);

    const [seen, posted] = [await other.get(path), await other.post(path, { key: "x", step: "find", email: "twice@sandbox.test" })];

    for (const { status, text } of [seen, posted]) {
      expect([status, text]).toEqual([410, expect.stringContaining("This link has been used")]);
      expect(text).not.toContain("once@");
    }
    expect((await mailboxes()).map(({ email }) => email)).not.toContain("twice@sandbox.test");
  });

  it("has one winner of two browsers that finish at once; the other sees that it is used", async () => {
    const { path, id } = await aLink();
    const browsers = [aBrowser(target.url), aBrowser(target.url)];

    const posted = await Promise.all(browsers.map((browser, n) => connectBy(browser, path, `race${n}@sandbox.test`)));
    const shown = await Promise.all(browsers.map((browser) => browser.get(path)));

    expect(posted.map(({ status }) => status)).toEqual(expect.arrayContaining([303]));
    expect(shown.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410]);
    const made = (await mailboxes()).filter(({ email }) => email.startsWith("race"));
    expect(made).toHaveLength(1);
    expect((await record(id)).mailbox_id).toBe(made[0]?.id);
  });
});

describe("an expired link", () => {
  it("shows that it has expired, and connects nothing", async () => {
    const { connectLinksOf } = await import("#shared/connect/store.ts");
    const { oid } = await import("#shared/platform/mongo/documents.ts");
    const { connect } = await import("#shared/platform/wiring/database.ts");
    const { path, id } = await aLink();
    const browser = aBrowser(target.url);
    await browser.get(path);
    await connectLinksOf(await connect()).updateOne({ _id: oid(id) }, { $set: { expiresAt: new Date(Date.now() - 1) } });

    const shown = await connectBy(browser, path, "late@sandbox.test");

    expect([shown.status, shown.text]).toEqual([410, expect.stringContaining("This link has expired")]);
  });
});

describe("a link for a mailbox", () => {
  it("connects it again, in place, and no other address", async () => {
    const first = await aLink();
    await connectBy(aBrowser(target.url), first.path, "again@sandbox.test");
    const { id } = (await mailboxes()).find(({ email }) => email === "again@sandbox.test") ?? { id: "" };
    const link = await aLink({ mailbox_id: id });
    const browser = aBrowser(target.url);

    // The address that the form sends is not even looked at.
    const posted = await connectBy(browser, link.path, "another@sandbox.test");

    expect(posted.status).toBe(303);
    expect(await record(link.id)).toMatchObject({ status: "completed", mailbox_id: id, email: "again@sandbox.test" });
    expect((await mailboxes()).map(({ email }) => email)).not.toContain("another@sandbox.test");
  });

  it("connects nothing again once its mailbox is another tenant's, whether it had one or none", async () => {
    for (const [n, tenant] of ["acme", undefined].entries()) {
      const email = `moved${n}@sandbox.test`;
      await connectBy(aBrowser(target.url), (await aLink(tenant ? { tenant } : {})).path, email);
      const { id } = (await mailboxes()).find((one) => one.email === email) ?? { id: "" };
      const link = await aLink({ mailbox_id: id });
      await ask("PATCH", `/v1/mailboxes/${id}`, { tenant: "globex" });

      const shown = await connectBy(aBrowser(target.url), link.path, email);

      expect([shown.status, shown.text]).toEqual([400, expect.stringContaining("This mailbox is connected already.")]);
    }
  });
});

describe("a link that names no mailbox", () => {
  const disconnected = async (email: string, more: object = {}) => {
    await connectBy(aBrowser(target.url), (await aLink(more)).path, email);
    const { id } = (await mailboxes()).find((one) => one.email === email) ?? { id: "" };
    await ask("DELETE", `/v1/mailboxes/${id}`);
    return id;
  };

  it.each([
    ["none, of a tenant's", {}, { tenant: "acme" }],
    ["none, of none", {}, {}],
    ["a tenant, of another's", { tenant: "globex" }, { tenant: "acme" }],
    ["a tenant, of its own", { tenant: "acme" }, { tenant: "acme" }],
    ["a tenant, of none", { tenant: "acme" }, {}],
  ])("takes over no disconnected mailbox: %s", async (what, linkOf, mailboxOf) => {
    const email = `left-${what.replaceAll(/\W/g, "-")}@sandbox.test`.toLowerCase();
    const id = await disconnected(email, mailboxOf);
    const link = await aLink(linkOf);
    const browser = aBrowser(target.url);

    const wrong = await connectBy(browser, link.path, email, "not it");
    const before = await record(link.id);
    const right = await connectBy(browser, link.path, email);

    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("The user name or password is wrong.")]);
    expect(wrong.text + before.last_error).not.toMatch(/connected already|mailbox_exists/);
    expect([right.status, right.text]).toEqual([400, expect.stringContaining("This mailbox is connected already.")]);
    expect(await record(link.id)).toMatchObject({ status: "open", failures: 2, last_error: expect.stringMatching(/^mailbox_exists/) });
    expect((await record(link.id)).last_error).not.toContain(id);
    expect((await ask("GET", `/v1/mailboxes/${id}`)).body.status).toBe("disconnected");
  });

  it("tells of an address that is connected after a login that worked alone", async () => {
    await connectBy(aBrowser(target.url), (await aLink()).path, "there@sandbox.test");
    const browser = aBrowser(target.url);
    const { path } = await aLink();

    const wrong = await connectBy(browser, path, "there@sandbox.test", "not it");
    const right = await connectBy(browser, path, "there@sandbox.test");

    expect([wrong.status, wrong.text]).toEqual([400, expect.not.stringContaining("connected already")]);
    expect([right.status, right.text]).toEqual([400, expect.stringContaining("This mailbox is connected already.")]);
  });
});

describe("a form that the page did not send", () => {
  const refused = async (send: (path: string, browser: Browser, key: string) => Promise<Shown>) => {
    const { path, id } = await aLink();
    const browser = aBrowser(target.url);
    const key = valueIn(await browser.get(path), "key");
    const shown = await send(path, browser, key);
    expect((await record(id)).failures).toBe(0);
    return shown;
  };
  const fields = (key: string) => ({ key, step: "password", email: "csrf@sandbox.test", password: "sandbox", ...servers() });

  it.each([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["a sibling of the host", { "sec-fetch-site": "same-site" }],
  ])("is refused when it comes from %s", async (_from, headers) => {
    const { status, text } = await refused((path, browser, key) => browser.post(path, fields(key), headers));

    expect([status, text]).toEqual([403, expect.stringContaining("Please start again.")]);
  });

  it("is refused without the browser's cookie, with another browser's key, and without a key", async () => {
    const without = await refused((path, _browser, key) => aBrowser(target.url).post(path, fields(key)));
    const others = await refused(async (path, browser) => {
      const key = valueIn(await aBrowser(target.url).get(path), "key");
      return browser.post(path, fields(key));
    });
    const none = await refused((path, browser) => browser.post(path, fields("")));

    expect([without.status, others.status, none.status]).toEqual([403, 403, 403]);
  });

  it("is refused when it is too long, has too many fields, or is no form", async () => {
    const { path } = await aLink();
    const browser = aBrowser(target.url);
    const key = valueIn(await browser.get(path), "key");
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`f${n}`, "x"]));

    expect((await browser.post(path, { ...fields(key), password: "x".repeat(5_000) })).status).toBe(400);
    expect((await browser.post(path, { ...fields(key), ...many })).status).toBe(400);
    expect((await browser.post(path, { ...fields(key), email: "x".repeat(6_000_000) })).status).toBe(413);
    expect(
      (await fetch(`${target.url}${path}`, { method: "POST", body: "{}", headers: { "content-type": "application/json" } })).status,
    ).toBe(415);
  });
});

describe("a token that is none", () => {
  it.each(["0".repeat(64), "x", "%24gt", `${"0".repeat(63)}G`, "a".repeat(3_000)])("is a page with 404: %s", async (token) => {
    const { status, text, headers } = await aBrowser(target.url).get(`/connect/${token}`);

    expect([status, text]).toEqual([404, expect.stringContaining("This link does not work")]);
    expect(headers.get("set-cookie")).toBeNull();
  });

  it("is that of a locked account", async () => {
    const { users } = await import("#shared/accounts/wiring/stores.ts");
    const { id, key } = await anAccount(target, 0);
    const theirs = asking(target, key);
    await theirs("PATCH", "/v1/account", { connect_redirect_uris: [REDIRECT_URI] });
    const { url } = (await theirs("POST", "/v1/connect-links", { redirect_uri: REDIRECT_URI })).body;
    expect((await fetch(url)).status).toBe(200);

    await users.setLocked(id, new Date());

    expect((await fetch(url)).status).toBe(404);
  });
});

describe("tries beyond the limits", () => {
  it("are told to wait: ten at once for a link", async () => {
    Object.assign(process.env, { RATE_BURST: "50", RATE_PER_SECOND: "10" });
    const { path } = await aLink();
    const browser = aBrowser(target.url);
    const key = valueIn(await browser.get(path), "key");

    const tries: Shown[] = [];
    for (let n = 0; n < 11; n += 1) tries.push(await browser.post(path, { key, step: "find", email: "jane@sandbox.test" }));
    Object.assign(process.env, { RATE_BURST: "1000000", RATE_PER_SECOND: "1000000" });

    expect(tries.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect(tries[10]?.text).toContain("Too many tries.");
    expect(tries[10]?.headers.get("retry-after")).toBe("60");
  });
});
