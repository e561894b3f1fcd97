// Connect links as an account meets them (api/README.md, "Connect links").
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAccount, type Ask, asking, fieldsOf, mailboxAt } from "#test/support/client.ts";
import { openTarget, REDIRECT_URI, type Target } from "#test/support/target.ts";

let target: Target;
let ask: Ask;

beforeAll(async () => {
  target = await openTarget();
  ask = asking(target, (await anAccount(target, 0)).key);
  await ask("PATCH", "/v1/account", { connect_redirect_uris: [REDIRECT_URI, "https://app.example.com/other?a=1"] });
}, 180_000);
afterAll(() => target?.stop());

const create = (more: object = {}) => ask("POST", "/v1/connect-links", { redirect_uri: REDIRECT_URI, ...more });

describe("the account's settings", () => {
  it("have the account's name, no logo, no redirect URI and no frame by default", async () => {
    const { key } = await anAccount(target, 0);

    const { body } = await asking(target, key)("GET", "/v1/account");

    expect(body).toMatchObject({ connect_name: "Ann", connect_logo_url: "", connect_redirect_uris: [], connect_frame_origins: [] });
  });

  it.each([
    ["connect_redirect_uris.0", { connect_redirect_uris: ["http://app.example.com/"] }],
    ["connect_redirect_uris.0", { connect_redirect_uris: ["javascript:alert(1)"] }],
    ["connect_redirect_uris.0", { connect_redirect_uris: ["https://user:pass@app.example.com/"] }],
    ["connect_redirect_uris.0", { connect_redirect_uris: ["https://app.example.com/#there"] }],
    ["connect_redirect_uris.0", { connect_redirect_uris: ["//app.example.com/"] }],
    ["connect_redirect_uris", { connect_redirect_uris: Array.from({ length: 21 }, (_, n) => `https://a.example/${n}`) }],
    ["connect_logo_url", { connect_logo_url: "http://app.example.com/logo.png" }],
    ["connect_logo_url", { connect_logo_url: "data:image/png;base64,AAAA" }],
    ["connect_logo_url", { connect_logo_url: "https://a;script-src*.example/logo.png" }],
    ["connect_frame_origins.0", { connect_frame_origins: ["https://app.example.com/path"] }],
    ["connect_frame_origins.0", { connect_frame_origins: ["*"] }],
    ["connect_frame_origins.0", { connect_frame_origins: ["https://a.example; script-src *"] }],
    ["connect_frame_origins.0", { connect_frame_origins: ["https://*.example.com"] }],
    ["connect_name", { connect_name: "" }],
  ])("are refused with 400 that names %s for %j", async (field, body) => {
    const answer = await ask("PATCH", "/v1/account", body);

    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toEqual([field]);
  });
});

describe("POST /v1/connect-links", () => {
  it("returns the link with its URL, for a day, and shows the URL nowhere else", async () => {
    const { status, body } = await create({ state: "s", email: "jane@Sandbox.test", types: ["smtp"], locale: "de", tenant: "acme" });

    expect(status).toBe(200);
    const { url, ...link } = body;
    expect(url).toMatch(new RegExp(`^${target.url}/connect/[0-9a-f]{64}$`));
    expect(link).toMatchObject({
      status: "open",
      state: "s",
      email: "jane@sandbox.test",
      types: ["smtp"],
      locale: "de",
      tenant: "acme",
      failures: 0,
    });
    expect(Date.parse(link.expires_at) - Date.parse(link.created_at)).toBe(86_400_000);
    expect((await ask("GET", `/v1/connect-links/${link.id}`)).body).toEqual(link);
    const listed = await ask("GET", "/v1/connect-links");
    expect(listed.body.connect_links[0]).toEqual(link);
    expect(listed.text).not.toContain(url.slice(-64));
  });

  it("makes a random state and a new token each time", async () => {
    const [one, two] = [(await create()).body, (await create()).body];

    expect(one.state).toMatch(/^[0-9a-f]{32}$/);
    expect(one.state).not.toBe(two.state);
    expect(one.url).not.toBe(two.url);
  });

  it.each([
    ["redirect_uri", { redirect_uri: undefined }],
    ["redirect_uri", { redirect_uri: "https://evil.example/" }],
    ["redirect_uri", { redirect_uri: `${REDIRECT_URI}/` }],
    ["redirect_uri", { redirect_uri: `${REDIRECT_URI}?next=https://evil.example` }],
    ["redirect_uri", { redirect_uri: "https://app.example.com.evil.example/connected" }],
    ["redirect_uri", { redirect_uri: "javascript:alert(1)" }],
    ["expires_in", { expires_in: 604_801 }],
    ["expires_in", { expires_in: 59 }],
    ["types", { types: [] }],
    ["types.0", { types: ["imap"] }],
    ["locale", { locale: "xx" }],
    ["email", { email: "Jane <jane@example.com>" }],
    ["state", { state: "a\nb" }],
    ["surprise", { surprise: 1 }],
    ["access", { access: "most" }],
    ["access", { access: "send", types: ["outlook"] }],
    ["access", { access: "send", types: ["smtp"] }],
    ["transport", { transport: "gmail_api", types: ["outlook", "smtp"] }],
  ])("returns 400 that names %s for %j", async (field, body) => {
    const answer = await create(body);

    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toEqual([field]);
  });

  it("keeps the transport and the access that it asks for", async () => {
    expect((await create({ access: "send" })).body).toMatchObject({ access: "send", transport: "" });
    expect((await create({ transport: "graph", types: ["outlook"] })).body).toMatchObject({ access: "", transport: "graph" });
    expect((await create()).body).toMatchObject({ access: "", transport: "" });
  });

  it("takes a mailbox's address over, refuses another, and knows no foreign mailbox", async () => {
    const { id } = (await ask("POST", "/v1/mailboxes", mailboxAt(target.mail, "again@sandbox.test"))).body;
    const theirs = (await asking(target, target.otherKey)("POST", "/v1/mailboxes", mailboxAt(target.mail, "theirs@sandbox.test"))).body;

    expect((await create({ mailbox_id: id })).body).toMatchObject({ mailbox_id: id, email: "again@sandbox.test" });
    expect(fieldsOf(await create({ mailbox_id: id, email: "other@sandbox.test" }))).toEqual(["email"]);
    expect((await create({ mailbox_id: theirs.id })).status).toBe(404);
  });
});

describe("GET /v1/connect-links", () => {
  it("lists by state, newest first", async () => {
    const { connectLinksOf } = await import("#shared/connect/store.ts");
    const { oid } = await import("#shared/platform/mongo/documents.ts");
    const { connect } = await import("#shared/platform/wiring/database.ts");
    const [open, expired] = [(await create()).body, (await create()).body];
    await connectLinksOf(await connect()).updateOne({ _id: oid(expired.id) }, { $set: { expiresAt: new Date(0) } });

    const idsOf = async (status: string) =>
      (await ask("GET", `/v1/connect-links?status=${status}`)).body.connect_links.map(({ id }: { id: string }) => id);

    expect((await idsOf("open"))[0]).toBe(open.id);
    expect(await idsOf("expired")).toEqual([expired.id]);
    expect(await idsOf("completed")).toEqual([]);
    expect((await ask("GET", `/v1/connect-links/${expired.id}`)).body.status).toBe("expired");
  });
});

describe("DELETE /v1/connect-links/{id}", () => {
  it("ends the link: its page is 404, and so is its record", async () => {
    const { id, url } = (await create()).body;
    expect((await fetch(url)).status).toBe(200);

    expect((await ask("DELETE", `/v1/connect-links/${id}`)).status).toBe(204);

    expect((await fetch(url)).status).toBe(404);
    expect((await ask("GET", `/v1/connect-links/${id}`)).status).toBe(404);
    expect((await ask("DELETE", `/v1/connect-links/${id}`)).status).toBe(404);
  });
});
