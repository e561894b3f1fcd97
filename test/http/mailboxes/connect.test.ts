// The rules of connecting a mailbox as a client meets them (api/README.md, "Mailboxes"): statuses, fields, the words of errors.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningSystem, runSystem } from "#test/support/running-system.ts";

const DAY_MS = 24 * 3_600_000;
const ID = /^[0-9a-f]{24}$/;
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let system: RunningSystem;
const fieldsAtFault = ({ body }: { body: { details: { field: string }[] } }) => body.details.map(({ field }) => field);

beforeAll(async () => {
  system = await runSystem({
    EGRESS_ALLOW: "127.0.0.1/32:*",
    OAUTH_PROVIDERS: JSON.stringify({ google: { client_id: "our-client", client_secret: "shh" }, outlook: { client_id: "" } }),
  });
});
afterAll(() => system?.stop());

describe("POST /v1/mailboxes", () => {
  it("returns 201 with every field: empty strings and absent dates without IMAP, defaults everywhere", async () => {
    const { status, body } = await system.call(
      "POST",
      "/v1/mailboxes",
      system.mailboxBody("bare@sandbox.test", { imap_host: undefined, imap_port: undefined, imap_password: undefined }),
    );

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(ID),
      type: "smtp",
      email: "bare@sandbox.test",
      display_name: "",
      aliases: [],
      tenant: "",
      transport: "",
      transport_used: "",
      mailbox_user: "",
      access: "",
      oauth_client_id: "",
      status: "active",
      status_since: expect.stringMatching(DATE),
      smtp_last_error: "",
      max_daily_sends: 500,
      smtp_host: expect.any(String),
      smtp_port: expect.any(Number),
      smtp_username: "bare@sandbox.test",
      imap_host: "",
      imap_username: "",
      inbox_sync_enabled: false,
      max_poll_interval: "",
      folders: [],
      sync_changes: false,
      inbox_last_error: "",
      sent_copies_last_error: "",
      created_at: expect.stringMatching(DATE),
      updated_at: expect.stringMatching(DATE),
    });
  });

  it("returns 201 with the IMAP settings, sync on from 30 days back, and no password", async () => {
    const given = system.mailboxBody("full@sandbox.test", { display_name: "Full Name", aliases: ["hi@Sandbox.test"], max_daily_sends: 0 });

    const { status, body } = await system.call("POST", "/v1/mailboxes", given);

    expect(status).toBe(201);
    expect(body).toMatchObject({
      display_name: "Full Name",
      aliases: ["hi@sandbox.test"],
      max_daily_sends: 0,
      smtp_host: given["smtp_host"],
      smtp_port: given["smtp_port"],
      smtp_username: "full@sandbox.test",
      imap_host: given["imap_host"],
      imap_port: given["imap_port"],
      imap_username: "full@sandbox.test",
      inbox_sync_enabled: true,
    });
    expect(Date.parse(body.created_at) - Date.parse(body.inbox_sync_from)).toBe(30 * DAY_MS);
    expect(JSON.stringify(body)).not.toContain("password");
  });

  it("returns 400 that names every bad field at once", async () => {
    const answer = await system.call("POST", "/v1/mailboxes", {
      type: "smtp",
      email: "Jane <jane@sandbox.test>",
      display_name: "two\nlines",
      aliases: Array.from({ length: 21 }, (_, n) => `a${n}@x.test`),
      max_daily_sends: -1,
      inbox_sync_from: "yesterday",
      smtp_port: 70_000,
      smtp_secure: "none",
      imap_port: "993",
      surprise: 1,
    });

    expect(answer.status).toBe(400);
    expect(fieldsAtFault(answer).toSorted()).toEqual(
      [
        "display_name",
        "aliases",
        "email",
        "imap_port",
        "inbox_sync_from",
        "max_daily_sends",
        "smtp_password",
        "smtp_port",
        "smtp_secure",
        "surprise",
      ].toSorted(),
    );
  });

  it.each([
    ["email", { email: `${"a".repeat(300)}@x.test` }],
    ["display_name", { display_name: "n".repeat(2_000) }],
    ["smtp_host", { smtp_host: "h".repeat(400) }],
    ["smtp_username", { smtp_username: "u".repeat(400) }],
    ["inbox_sync_from", { inbox_sync_from: "yesterday" }],
    ["imap_password", { imap_password: "p".repeat(5_000) }],
  ])("names the missing password beside a wrong %s", async (field, wrong) => {
    const answer = await system.call("POST", "/v1/mailboxes", { type: "smtp", email: "jane@sandbox.test", ...wrong });

    expect(answer.status).toBe(400);
    expect(fieldsAtFault(answer).toSorted()).toEqual([field, "smtp_password"].toSorted());
  });

  it.each([
    ["type", {}],
    ["type", { type: "imap" }],
    ["code", { type: "google" }],
    ["redirect_uri", { type: "google", code: "c" }],
    ["refresh_token", { type: "google", code: "c", redirect_uri: "https://app.example/cb", refresh_token: "r" }],
    ["smtp_host", { type: "google", refresh_token: "r", smtp_host: "smtp.example.com" }],
    ["type", { type: "outlook", refresh_token: "r" }],
  ])("returns 400 that names %s for %j", async (field, body) => {
    const answer = await system.call("POST", "/v1/mailboxes", body);

    expect(answer.status).toBe(400);
    expect(fieldsAtFault(answer)).toEqual([field]);
  });

  it.each([
    [["smtp_password"], { smtp_password: "wrong" }],
    [["imap_password"], { imap_password: "wrong" }],
    [["smtp_password", "imap_password"], { smtp_password: "wrong", imap_password: "wrong" }],
    [["smtp_host"], { smtp_port: 1 }],
    [["imap_host"], { imap_port: 1 }],
    [["imap_password"], { imap_password: undefined }],
    [["smtp_host"], { smtp_host: "does-not-exist.invalid" }],
  ])("returns 400 that names %j when the test fails, and saves nothing", async (fields, more) => {
    const answer = await system.call("POST", "/v1/mailboxes", system.mailboxBody("failing@sandbox.test", more));

    expect(answer.status).toBe(400);
    expect(fieldsAtFault(answer)).toEqual(fields);
    const { body } = await system.call("GET", "/v1/mailboxes");
    expect(body.map(({ email }: { email: string }) => email)).not.toContain("failing@sandbox.test");
  });

  it("returns the same words for every host inside, and connects to none", async () => {
    const hosts = ["127.0.0.2", "::1", "::ffff:127.0.0.2", "10.0.0.1", "169.254.169.254", "100.100.100.200", "fd00:ec2::254"];
    const odd = [
      "2130706433",
      "0x7f000001",
      "0177.0.0.1",
      "127.1",
      "0",
      "①②⑦.⓪.⓪.①",
      "127.0.0.1\u0000.example.com",
      "[::1]",
      "a b",
      "127.0.0.1%00.b",
    ];

    for (const host of [...hosts, ...odd]) {
      const answer = await system.call(
        "POST",
        "/v1/mailboxes",
        system.mailboxBody("ssrf@sandbox.test", { smtp_host: host, imap_host: host }),
      );

      expect(answer.status, host).toBe(400);
      expect(fieldsAtFault(answer), host).toEqual(["smtp_host", "imap_host"]);
      const [{ message }] = answer.body.details;
      expect(message, host).toMatch(
        odd.includes(host) ? /^must be a host name/ : /^SMTP: no public mail server has this host name and port/,
      );
    }
  });

  it("returns 409 with details as text for an address that is connected, in any case, and 201 for another account's", async () => {
    await system.connect("twice@sandbox.test");

    const again = await system.call("POST", "/v1/mailboxes", system.mailboxBody("TWICE@Sandbox.test"));
    const others = await system.callAsOther("POST", "/v1/mailboxes", system.mailboxBody("twice@sandbox.test"));

    expect(again.status).toBe(409);
    expect(again.body).toEqual({
      error: "Conflict",
      message: expect.any(String),
      code: 409,
      type: "conflict",
      details: expect.stringContaining("twice@sandbox.test"),
    });
    expect(others.status).toBe(201);
  });

  it("replays the saved answer for the same Idempotency-Key, and returns 409 for another body", async () => {
    const key = { "idempotency-key": "connect-once" };
    const first = await system.call("POST", "/v1/mailboxes", system.mailboxBody("once@sandbox.test"), key);

    const second = await system.call("POST", "/v1/mailboxes", system.mailboxBody("once@sandbox.test"), key);
    const third = await system.call("POST", "/v1/mailboxes", system.mailboxBody("else@sandbox.test"), key);

    expect([first.status, second.status, third.status]).toEqual([201, 201, 409]);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
  });
});

describe("GET /v1/mailboxes/oauth/{provider}/url", () => {
  it("returns the consent page with the client, and a state that is new each time", async () => {
    const path = "/v1/mailboxes/oauth/google/url?redirect_uri=https%3A%2F%2Fapp.example%2Fcb";
    const [first, second] = [await system.call("GET", path), await system.call("GET", path)];

    expect(Object.keys(first.body)).toEqual(["url", "state"]);
    const url = new URL(first.body.url);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: "our-client",
      redirect_uri: "https://app.example/cb",
      response_type: "code",
      scope: "https://mail.google.com/ openid email profile",
      access_type: "offline",
      prompt: "consent",
      state: first.body.state,
    });
    expect(second.body.state).not.toBe(first.body.state);
    expect(first.body.url).not.toContain("shh");
  });

  it.each([
    ["provider", "yahoo/url?redirect_uri=https://app.example/cb"],
    ["provider", "outlook/url?redirect_uri=https://app.example/cb"],
    ["redirect_uri", "google/url"],
    ["redirect_uri", "google/url?redirect_uri=nonsense"],
  ])("returns 400 that names %s for %s", async (field, path) => {
    const answer = await system.call("GET", `/v1/mailboxes/oauth/${path}`);

    expect(answer.status).toBe(400);
    expect(fieldsAtFault(answer)).toEqual([field]);
  });
});
