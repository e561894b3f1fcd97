import { describe, expect, it, test } from "vitest";
import { discover } from "#shared/domain/mailboxes/discovery/discover.ts";
import { knownProviders } from "#shared/domain/mailboxes/discovery/known-providers.ts";
import { DnsFailure } from "#shared/domain/mailboxes/dns/dns-lookups.ts";

/** A resolver that knows the MX hosts of `example.com` alone. */
const withMailServers = (...hosts: readonly string[]) => ({
  dns: { mailServers: async (name: string) => (name === "example.com" ? hosts : []) },
});

describe("a provider of the table", () => {
  it("is known by the address's domain, and nobody is asked", async () => {
    const dns = { mailServers: () => Promise.reject(new Error("asked")) };

    expect(await discover({ dns }, "jane@icloud.com")).toEqual({
      email: "jane@icloud.com",
      providerId: "icloud",
      providerName: "iCloud",
      type: "smtp",
      login: "app_password",
      appPasswordUrl: "https://account.apple.com/account/manage",
      source: "provider_table",
      guessed: false,
      smtp: {
        host: "smtp.mail.me.com",
        port: 587,
        secure: "starttls",
        username: "jane@icloud.com",
        source: "provider_table",
        guessed: false,
      },
      imap: { host: "imap.mail.me.com", port: 993, secure: "tls", username: "jane@icloud.com", source: "provider_table", guessed: false },
    });
  });

  test.each([
    ["aspmx.l.google.com", "google", "google", "oauth"],
    ["example-com.mail.protection.outlook.com", "microsoft365", "outlook", "oauth"],
    ["example-com.a-v1.mx.microsoft", "microsoft365", "outlook", "oauth"],
    ["MX01.MAIL.ICLOUD.COM.", "icloud", "smtp", "app_password"],
  ])("%s shows that a domain's mail is at %s", async (host, providerId, type, login) => {
    const found = await discover(withMailServers(host), "jane@example.com");

    expect(found).toMatchObject({ providerId, type, login, source: "mx", guessed: false, smtp: { username: "jane@example.com" } });
  });

  test.each(["evilgoogle.com", "aspmx.l.google.com.evil.test", "mx.example.com"])("%s is none", async (host) => {
    const found = await discover(withMailServers(host), "jane@example.com");

    expect(found).toMatchObject({ providerId: "", type: "smtp", login: "password", source: "guess", guessed: true });
  });
});

it("a resolver that fails is one that knows nothing", async () => {
  const dns = { mailServers: (name: string) => Promise.reject(new DnsFailure(name)) };

  expect(await discover({ dns }, "jane@example.com")).toMatchObject({ source: "guess", guessed: true });
});

it("each provider has servers, a page, and an id and domains of its own", () => {
  const ids = knownProviders.map(({ id }) => id);
  const domains = knownProviders.flatMap((provider) => provider.domains.split(" ").filter(Boolean));

  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(domains).size).toBe(domains.length);
  for (const { smtp, imap, page } of knownProviders) {
    expect(smtp).toMatch(/^smtps?:\/\/[a-z0-9.-]+$/);
    expect(imap).toMatch(/^imaps?:\/\/[a-z0-9.-]+$/);
    expect(page).toMatch(/^https:\/\//);
  }
});
