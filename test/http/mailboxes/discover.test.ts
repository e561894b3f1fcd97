// What GET /v1/mailboxes/discover finds (contract/README.md, "Mailboxes"), with a DNS server of the test's.
import { afterAll, beforeAll, expect, it } from "vitest";
import { startDnsServer } from "#test/support/dns-server.ts";
import { type RunningSystem, runSystem } from "#test/support/running-system.ts";

let system: RunningSystem;
let dns: Awaited<ReturnType<typeof startDnsServer>>;

beforeAll(async () => {
  dns = await startDnsServer({ "at-google.test": { MX: ["1 aspmx.l.google.com"] } });
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
  const server = { port: 993, secure: "tls", username: "Jane@at-google.test", source: "mx", guessed: false };
  expect(body).toEqual({
    email: "Jane@at-google.test",
    provider_id: "google",
    provider_name: "Google",
    type: "google",
    login: "oauth",
    app_password_url: "https://myaccount.google.com/apppasswords",
    source: "mx",
    guessed: false,
    smtp: { ...server, host: "smtp.gmail.com", port: 465 },
    imap: { ...server, host: "imap.gmail.com" },
  });
});

it.each(["", "?email=", "?email=jane", "?email=jane@localhost", "?email=a@b.test,c@d.test"])(
  "returns 400 that names email for %j",
  async (query) => {
    const { status, body } = await system.call("GET", `/v1/mailboxes/discover${query}`);

    expect(status).toBe(400);
    expect(body.details.map(({ field }: { field: string }) => field)).toEqual(["email"]);
  },
);
