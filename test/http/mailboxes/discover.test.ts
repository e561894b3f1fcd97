// What GET /v1/mailboxes/discover finds (api/README.md, "Mailboxes"), with a DNS server of the test's.
import { afterAll, beforeAll, expect, it } from "vitest";
import { listProviders } from "#shared/mailboxes/list-providers.ts";
import { startDnsServer } from "#test/support/dns-server.ts";
import { type RunningSystem, runSystem } from "#test/support/running-system.ts";

let system: RunningSystem;
let dns: Awaited<ReturnType<typeof startDnsServer>>;

beforeAll(async () => {
  dns = await startDnsServer({ "at-google.test": { MX: ["1 aspmx.l.google.com"] } });
  delete process.env["MAIL_PROVIDERS"];
  system = await runSystem({ DNS_SERVERS: dns.address });
});
afterAll(async () => {
  await system?.stop();
  dns.stop();
});

const discover = (email: string) => system.call("GET", `/v1/mailboxes/discover?email=${encodeURIComponent(email)}`);

it("shows the provider behind a domain, its servers and the login, each with where it was found", async () => {
  const { status, body } = await discover("Jane@At-Google.test");

  expect(status).toBe(200);
  const server = { port: 993, secure: "tls", username: "Jane@at-google.test", source: "mx", guessed: false, outside: false };
  expect(body).toEqual({
    email: "Jane@at-google.test",
    provider_id: "google",
    provider_name: "Google",
    type: "google",
    login: "oauth",
    app_password_url: "https://myaccount.google.com/apppasswords",
    transports: ["imap_smtp", "gmail_api"],
    accesses: ["full", "read_send", "send"],
    source: "mx",
    guessed: false,
    smtp: { ...server, host: "smtp.gmail.com", port: 465 },
    imap: { ...server, host: "imap.gmail.com" },
  });
});

it("says first what a consent asks for, as the stage has set, and offers nothing where the owner has a password", async () => {
  process.env["GOOGLE_ACCESS"] = "gmail_api";
  const { body: google } = await discover("jane@gmail.com").finally(() => delete process.env["GOOGLE_ACCESS"]);
  const { body: outlook } = await discover("jane@outlook.com");
  const { body: byPassword } = await discover("jane@icloud.com");
  const offered = [google, outlook, byPassword].map(({ transports, accesses }) => [transports, accesses]);

  expect(offered).toEqual([
    [
      ["gmail_api", "imap_smtp"],
      ["full", "read_send", "send"],
    ],
    [["imap_smtp", "graph"], ["full"]],
    [[], []],
  ]);
});

it.each(["", "?email=", "?email=jane", "?email=jane@localhost", "?email=a@b.test,c@d.test"])(
  "returns 400 that names email for %j",
  async (query) => {
    const { status, body } = await system.call("GET", `/v1/mailboxes/discover${query}`);

    expect(status).toBe(400);
    expect(body.details.map(({ field }: { field: string }) => field)).toEqual(["email"]);
  },
);

it("finds the sandbox on a laptop, and POST /v1/mailboxes connects it with nothing but address and password", async () => {
  const { body: found } = await discover("anyone@sandbox.test");
  const given = { type: "smtp", email: "anyone@sandbox.test", smtp_password: system.mail.password };
  const { status, body } = await system.call("POST", "/v1/mailboxes", given);

  expect(found).toMatchObject({ type: "smtp", login: "password", smtp: { port: system.mail.smtps }, imap: { port: system.mail.imaps } });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    smtp_host: system.mail.host,
    smtp_port: system.mail.smtps,
    imap_host: system.mail.host,
    imap_port: system.mail.imaps,
    imap_username: "anyone@sandbox.test",
    inbox_sync_enabled: true,
  });
});

it("connects for sending alone where the inbox is not to be read, and still tests", async () => {
  const given = { type: "smtp", email: "sender@sandbox.test", smtp_password: "wrong", inbox_sync_enabled: false };
  const refused = await system.call("POST", "/v1/mailboxes", given);
  const taken = await system.call("POST", "/v1/mailboxes", { ...given, smtp_password: system.mail.password });

  expect([refused.status, refused.body.details[0].field]).toEqual([400, "smtp_password"]);
  expect([taken.status, taken.body.imap_host, taken.body.inbox_sync_enabled]).toEqual([201, "", false]);
});

it("returns 400 that names smtp_host where no server is found", async () => {
  const { status, body } = await system.call("POST", "/v1/mailboxes", { type: "smtp", email: "a@nowhere.test", smtp_password: "x" });

  expect(status).toBe(400);
  expect(body.details).toEqual([{ field: "smtp_host", message: "is required: none was found for nowhere.test" }]);
});

it("GET /v1/providers lists what the service knows of each provider, to any key and to no one else", async () => {
  const { status, body } = await system.call("GET", "/v1/providers");
  const types = body.map(({ type }: { type: string }) => type);

  expect([status, body]).toEqual([200, listProviders()]);
  const wrong = await system.call("POST", "/v1/mailboxes", { type: "other" });
  for (const type of types) expect(wrong.body.details[0].message).toContain(type);
  expect((await fetch(`${system.url}/v1/providers`)).status).toBe(401);
});
