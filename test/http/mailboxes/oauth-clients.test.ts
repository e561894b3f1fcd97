// OAuth clients of an account's own, over HTTP and with the sandbox's consent page (api/README.md, "OAuth clients").
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ABSENT, type Ask, anAccount, asking, fieldsOf } from "#test/support/client.ts";
import { aBrowser, consentIn, valueIn } from "#test/support/link-browser.ts";
import { REDIRECT_URI } from "#test/support/target.ts";
import { type RunningSystem, runSystem } from "#test/support/running-system.ts";

let system: RunningSystem;
let ask: Ask;
let stranger: Ask;

beforeAll(async () => {
  system = await runSystem();
  ask = asking(system, (await anAccount(system, 0)).key);
  stranger = asking(system, (await anAccount(system, 0)).key);
  await ask("PATCH", "/v1/account", { connect_redirect_uris: [REDIRECT_URI] });
}, 180_000);
afterAll(() => system?.stop());

let made = 0;
const aClient = async (more: object = {}, as = ask) => {
  const body = { provider: "google", client_id: `own-${(made += 1)}`, client_secret: "secret-4711", name: "Acme", ...more };
  return as("POST", "/v1/oauth-clients", body);
};
const keyWith = async (more: object): Promise<Ask> =>
  asking(system, (await ask("POST", "/v1/api-keys", { name: "bound", scopes: ["send", "read", "admin"], ...more })).body.token);

const urlFor = (id: string, provider = "google", as = ask) =>
  as("GET", `/v1/mailboxes/oauth/${provider}/url?redirect_uri=${encodeURIComponent(REDIRECT_URI)}&oauth_client_id=${id}`);
/** Consents as an address to a client; the code. */
const consented = async (id: string, email: string, provider = "google"): Promise<string> => {
  const { url } = (await urlFor(id, provider)).body;
  const answer = await fetch(url, { method: "POST", redirect: "manual", body: new URLSearchParams({ email, decision: "accept" }) });
  return new URL(answer.headers.get("location") ?? "").searchParams.get("code") ?? "";
};
const connectBy = async (id: string, email: string, more: { type?: string } = {}, as = ask) => {
  const code = await consented(id, email, more.type);
  return as("POST", "/v1/mailboxes", { type: "google", code, redirect_uri: REDIRECT_URI, oauth_client_id: id, ...more });
};

describe("an OAuth client", () => {
  it("is stored without ever showing its secret, listed, renamed, and unknown to other accounts", async () => {
    const { status, body } = await aClient({ tenant: "acme" });
    const { id } = body;

    expect([status, body]).toEqual([
      201,
      {
        id,
        provider: "google",
        client_id: `own-${made}`,
        name: "Acme",
        tenant: "acme",
        directory_id: "",
        pubsub_topic: "",
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    const renamed = await ask("PATCH", `/v1/oauth-clients/${id}`, { name: "Acme Ltd" });
    const list = await ask("GET", "/v1/oauth-clients");
    expect(renamed.body.name).toBe("Acme Ltd");
    expect(list.body).toContainEqual(renamed.body);
    expect(list.text + renamed.text).not.toContain("secret-4711");
    for (const method of ["GET", "DELETE"]) expect((await stranger(method, `/v1/oauth-clients/${id}`)).status).toBe(404);
    expect((await stranger("PATCH", `/v1/oauth-clients/${id}`, { name: "Mine" })).status).toBe(404);
    expect((await stranger("GET", "/v1/oauth-clients")).body).toEqual([]);
  });

  it.each([
    [["provider", "client_id", "client_secret", "name"], { provider: "yahoo", client_id: "", client_secret: "two words", name: "" }],
    [["directory_id"], { directory_id: "contoso.com" }],
    [["directory_id"], { provider: "outlook", directory_id: "../common" }],
  ])("is refused with 400 that names %s", async (fields, more) => {
    const answer = await aClient(more);

    expect([answer.status, fieldsOf(answer).toSorted()]).toEqual([400, fields.toSorted()]);
  });

  it("exists once for a provider, and a repeated request makes no second one", async () => {
    const body = { provider: "google", client_id: "twice", client_secret: "s", name: "Twice" };
    const key = { "idempotency-key": "oauth-client" };

    const [first, second] = [await ask("POST", "/v1/oauth-clients", body, key), await ask("POST", "/v1/oauth-clients", body, key)];

    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
    expect((await aClient({ client_id: "twice" })).status).toBe(409);
    expect((await aClient({ client_id: "twice", provider: "outlook" })).status).toBe(201);
  });

  it("is closed to bound keys and to keys without admin", async () => {
    const { id } = (await aClient()).body;
    const keys = [await keyWith({ tenant: "acme" }), await keyWith({ scopes: ["send", "read"] })];

    const statuses = await Promise.all(
      keys.map(async (as) => [
        (await as("GET", "/v1/oauth-clients")).status,
        (await as("GET", `/v1/oauth-clients/${id}`)).status,
        (await as("PATCH", `/v1/oauth-clients/${id}`, { name: "x" })).status,
        (await as("DELETE", `/v1/oauth-clients/${id}`)).status,
        (await aClient({}, as)).status,
      ]),
    );

    expect(statuses).toEqual([
      [404, 404, 404, 404, 404],
      [403, 403, 403, 403, 403],
    ]);
  });
});

describe("a consent", () => {
  it("is asked for by the chosen client, at its directory, and by this service's where none is chosen", async () => {
    const own = (await aClient()).body;
    const inDirectory = (await aClient({ provider: "outlook", directory_id: "contoso.com" })).body;

    const [url, atDirectory, ours] = [
      await urlFor(own.id),
      await urlFor(inDirectory.id, "outlook"),
      await urlFor("").catch(() => undefined),
    ];

    expect(new URL(url.body.url).searchParams.get("client_id")).toBe(own.client_id);
    expect(new URL(atDirectory.body.url).pathname).toBe("/contoso.com/oauth2/v2.0/authorize");
    expect(ours?.status).toBe(400);
    const { body } = await ask("GET", `/v1/mailboxes/oauth/google/url?redirect_uri=${encodeURIComponent(REDIRECT_URI)}`);
    expect(new URL(body.url).searchParams.get("client_id")).toBe("local-google");
  });

  it("is 404 for a client that is absent, another account's, another provider's or another tenant's, all alike", async () => {
    const foreign = (await aClient({}, stranger)).body.id;
    const elsewhere = (await aClient({ provider: "outlook" })).body.id;
    const theirs = (await aClient({ tenant: "b" })).body.id;
    const bound = await keyWith({ tenant: "a" });
    const withoutId = (text: string) => text.replace(/"requestId":"[^"]*"/, "");

    const absent = await urlFor(ABSENT);

    expect([absent.status, fieldsOf(absent)]).toEqual([404, ["oauth_client_id"]]);
    for (const answer of [await urlFor(foreign), await urlFor(elsewhere), await urlFor(theirs, "google", bound)])
      expect([answer.status, withoutId(answer.text)]).toEqual([404, withoutId(absent.text)]);
    expect((await urlFor(theirs)).status).toBe(200);
  });
});

describe("a mailbox", () => {
  it.each(["google", "outlook"])("of %s is connected, renewed and reached with the client that its owner consented to", async (type) => {
    const { id } = (await aClient({ provider: type })).body;
    const email = `own@${type}.test`;

    const connected = await connectBy(id, email, { type });

    expect([connected.status, connected.body]).toMatchObject([201, { type, email, status: "active", oauth_client_id: id }]);
    const path = `/v1/mailboxes/${connected.body.id}`;
    expect((await ask("POST", `${path}/test`)).body).toEqual({ status: "ok" });
    // Its present client is kept for a new code, another is taken when it is named.
    const again = { code: await consented(id, email, type), redirect_uri: REDIRECT_URI };
    expect((await ask("PATCH", path, again)).body.oauth_client_id).toBe(id);
    const other = (await aClient({ provider: type })).body.id;
    const moved = { code: await consented(other, email, type), redirect_uri: REDIRECT_URI, oauth_client_id: other };
    expect((await ask("PATCH", path, moved)).body.oauth_client_id).toBe(other);
    expect((await ask("DELETE", `/v1/oauth-clients/${id}`)).status).toBe(204);
  });

  it("names client_secret, and not the owner's consent, when the provider refuses the client at the code exchange", async () => {
    const { id } = (await aClient({ client_secret: "wrong-secret" })).body;

    const answer = await connectBy(id, "wrong@google.test");

    expect([answer.status, fieldsOf(answer)]).toEqual([400, ["client_secret"]]);
    expect(answer.text).not.toContain("wrong-secret");
  });

  it("is not connected with another tenant's client", async () => {
    const { id } = (await aClient({ tenant: "b" })).body;
    const code = await consented(id, "tenant@google.test");
    const grant = { type: "google", code, redirect_uri: REDIRECT_URI, oauth_client_id: id };

    const refused = await ask("POST", "/v1/mailboxes", { ...grant, tenant: "a" });

    expect([refused.status, fieldsOf(refused)]).toEqual([404, ["oauth_client_id"]]);
    expect((await ask("POST", "/v1/mailboxes", { ...grant, tenant: "b" })).body).toMatchObject({ tenant: "b", oauth_client_id: id });
  });

  it("keeps its client: deleting it is 409 with the number, until the mailbox is gone", async () => {
    const { id } = (await aClient()).body;
    const first = (await connectBy(id, "used1@google.test")).body.id;
    await connectBy(id, "used2@google.test");

    const refused = await ask("DELETE", `/v1/oauth-clients/${id}`);

    expect([refused.status, refused.text]).toMatchObject([409, expect.stringContaining("2 mailboxes are connected with it")]);
    await ask("DELETE", `/v1/mailboxes/${first}`);
    expect((await ask("DELETE", `/v1/oauth-clients/${id}`)).text).toContain("1 mailbox is connected with it");
    // Connected again by this service's client it is free.
    const list = (await ask("GET", "/v1/mailboxes")).body as { id: string; email: string }[];
    const second = list.find(({ email }) => email === "used2@google.test")!;
    const ours = (await ask("GET", `/v1/mailboxes/oauth/google/url?redirect_uri=${encodeURIComponent(REDIRECT_URI)}`)).body.url;
    const form = new URLSearchParams({ email: second.email, decision: "accept" });
    const back = await fetch(ours, { method: "POST", redirect: "manual", body: form });
    const code = new URL(back.headers.get("location") ?? "").searchParams.get("code");
    const moved = await ask("PATCH", `/v1/mailboxes/${second.id}`, { code, redirect_uri: REDIRECT_URI, oauth_client_id: "" });
    expect([moved.status, moved.body.oauth_client_id]).toEqual([200, ""]);
    expect((await ask("DELETE", `/v1/oauth-clients/${id}`)).status).toBe(204);
  });

  it("takes a client only with a grant, and only where its owner consents", async () => {
    const { id } = (await aClient()).body;
    const mailbox = (await connectBy(id, "grant@google.test")).body.id;
    const password = await ask("POST", "/v1/mailboxes", { ...system.mailboxBody("plain@sandbox.test") });

    const alone = await ask("PATCH", `/v1/mailboxes/${mailbox}`, { oauth_client_id: id });
    const misplaced = await ask("PATCH", `/v1/mailboxes/${password.body.id}`, { oauth_client_id: id });

    expect([alone.status, fieldsOf(alone)]).toEqual([400, ["oauth_client_id"]]);
    expect([misplaced.status, fieldsOf(misplaced)]).toEqual([400, ["oauth_client_id"]]);
  });
});

describe("a new secret", () => {
  it("is tried with a mailbox's grant first: a refused one is 400 and changes nothing", async () => {
    const { id } = (await aClient()).body;
    const mailbox = (await connectBy(id, "rotate@google.test")).body.id;

    const refused = await ask("PATCH", `/v1/oauth-clients/${id}`, { client_secret: "wrong-new" });
    const taken = await ask("PATCH", `/v1/oauth-clients/${id}`, { client_secret: "right-new" });

    expect([refused.status, fieldsOf(refused)]).toEqual([400, ["client_secret"]]);
    expect(taken.status).toBe(200);
    expect((await ask("POST", `/v1/mailboxes/${mailbox}/test`)).body).toEqual({ status: "ok" });
    expect((await ask("GET", `/v1/mailboxes/${mailbox}`)).body.status).toBe("active");
  });

  it("of a client without mailboxes is stored as it is", async () => {
    const { id } = (await aClient()).body;

    expect((await ask("PATCH", `/v1/oauth-clients/${id}`, { client_secret: "wrong-untried" })).status).toBe(200);
  });
});

describe("a connect link", () => {
  const linkWith = (more: object) => ask("POST", "/v1/connect-links", { redirect_uri: REDIRECT_URI, ...more });
  const connectAt = async (path: string, email: string): Promise<string> => {
    const browser = aBrowser(system.url);
    const first = await browser.get(path);
    const url = new URL(consentIn(await browser.post(path, { key: valueIn(first, "key"), step: "find", email })));
    const answer = await fetch(url, { method: "POST", redirect: "manual", body: new URLSearchParams({ email, decision: "accept" }) });
    await browser.get((answer.headers.get("location") ?? "").slice(system.url.length));
    return url.searchParams.get("client_id") ?? "";
  };

  it("asks for consent as its client, and connects the mailbox with it; a link for that mailbox has it too", async () => {
    const { id, client_id } = (await aClient()).body;
    const link = (await linkWith({ oauth_client_id: id })).body;

    const asked = await connectAt(link.url.slice(system.url.length), "linked@gmail.com");

    expect([asked, link.oauth_client_id]).toEqual([client_id, id]);
    const { mailbox_id } = (await ask("GET", `/v1/connect-links/${link.id}`)).body;
    expect((await ask("GET", `/v1/mailboxes/${mailbox_id}`)).body.oauth_client_id).toBe(id);
    expect((await linkWith({ mailbox_id })).body.oauth_client_id).toBe(id);
  });

  it("is 404 for a client that does not suit its types or tenant", async () => {
    const { id } = (await aClient({ tenant: "b" })).body;

    for (const more of [{ tenant: "a" }, { tenant: "b", types: ["outlook"] }, {}]) {
      const answer = await linkWith({ oauth_client_id: id, ...more });
      expect([answer.status, fieldsOf(answer)]).toEqual([404, ["oauth_client_id"]]);
    }
    expect((await linkWith({ oauth_client_id: id, tenant: "b" })).status).toBe(200);
  });

  it("whose client was deleted asks for no consent, and never for one to this service's client", async () => {
    const { id } = (await aClient()).body;
    const { url } = (await linkWith({ oauth_client_id: id, types: ["google"] })).body;
    await ask("DELETE", `/v1/oauth-clients/${id}`);
    const [path, browser] = [url.slice(system.url.length), aBrowser(system.url)];

    const first = await browser.get(path);
    const next = await browser.post(path, { key: valueIn(first, "key"), step: "find", email: "late@gmail.com" });

    expect(consentIn(next)).toBe("");
  });
});
