import { describe, expect, it } from "vitest";
import { connectBody } from "#shared/mailboxes/contract/mailbox-settings.ts";
import type { OAuthFacts } from "#shared/providers/provider.ts";
import { listProviders } from "#shared/mailboxes/list-providers.ts";
import { transportOf } from "#shared/mailboxes/mailbox.ts";
import { isByConsent, isByPassword, isOfWorld, namesWith, oauthOf, providerNames, providers, quoted } from "#shared/providers/index.ts";
import { limitsOf } from "#shared/sending/deliver/claim.ts";
import { wantsCopies } from "#shared/sending/deliver/copies.ts";
import { aMailbox } from "#test/support/mailbox.ts";

describe("the list of providers", () => {
  it("has one login for each", () => {
    expect([namesWith("password"), namesWith("oauth"), namesWith("none")]).toEqual([["smtp"], ["google", "outlook"], ["sandbox"]]);
    expect(namesWith("password", "oauth")).toEqual(["smtp", "google", "outlook"]);
    for (const name of providerNames) expect([isByPassword, isByConsent, isOfWorld].filter((is) => is(name))).toHaveLength(1);
  });

  it("has the sentences of the contract", () => expect(quoted("oauth")).toBe("`google` or `outlook`"));

  it("names only scopes, servers and interfaces of its own, over TLS", () => {
    for (const name of namesWith("oauth")) {
      const { authorizeUrl, tokenUrl, api, scopes }: OAuthFacts = oauthOf(name);
      for (const url of [authorizeUrl, tokenUrl, ...(api ? [api.url] : [])]) expect(new URL(url).protocol).toBe("https:");
      for (const scope of api?.sharedScopes ?? []) expect(api?.scopes.full.map((one) => `${one}.Shared`)).toContain(scope);
      expect(scopes.every((scope) => !api?.scopes.full.includes(scope))).toBe(true);
    }
  });

  it("is what can be connected", () =>
    expect(connectBody.def.options.map((option) => option._zod.propValues?.["type"]?.values().next().value)).toEqual([...providerNames]));
});

describe("what a worker takes from a provider", () => {
  it.each([
    ["smtp", undefined, 3, true],
    ["google", undefined, 1, false],
    ["outlook", 30, 1, false],
    ["sandbox", undefined, 1, false],
  ] as const)("%s: its pace, its connections, whether copies are filed", (type, perMinute, connections, isFiled) => {
    const mailbox = aMailbox({ type, imap: { host: "imap.x.test", port: 993, username: "x" } });

    expect(limitsOf(mailbox).perMinute).toBe(perMinute);
    expect(providers[type].limits.connections).toBe(connections);
    expect(wantsCopies(mailbox, new Date())).toBe(isFiled);
  });

  it.each([
    ["outlook", "graph", "graph"],
    ["outlook", "imap_smtp", "imap_smtp"],
    ["outlook", undefined, "imap_smtp"],
    // Connected again as another type: the word of the former provider means nothing.
    ["google", "graph", "imap_smtp"],
    ["google", "gmail_api", "gmail_api"],
    ["google", undefined, "imap_smtp"],
    ["outlook", "gmail_api", "imap_smtp"],
    ["smtp", "graph", "imap_smtp"],
  ] as const)("%s with %s is reached by %s", (type, transportUsed, transport) =>
    expect(transportOf({ type, ...(transportUsed && { transportUsed }) })).toBe(transport),
  );
});

describe("GET /v1/providers", () => {
  const all = listProviders();
  const of = (type: string) => all.find((provider) => provider.type === type);

  it("lists each once, with words and an icon", () => {
    expect(all.map(({ type, name, login }) => [type, name, login])).toEqual([
      ["smtp", "SMTP and IMAP", "password"],
      ["google", "Google", "oauth"],
      ["outlook", "Outlook", "oauth"],
      ["sandbox", "Test world", "none"],
    ]);
    for (const { icon } of all) expect(icon).toMatch(/^M[\d\s.,a-zA-Z-]+$/);
  });

  it("says how each is reached", () => {
    expect(all.map(({ transports }) => transports)).toEqual([["imap_smtp"], ["imap_smtp", "gmail_api"], ["imap_smtp", "graph"], []]);
    expect(all.map(({ accesses }) => accesses)).toEqual([[], ["full", "read_send", "send"], ["full"], []]);
    expect(of("outlook")).toMatchObject({
      smtp: { host: "smtp.office365.com", port: 587, secure: "starttls" },
      imap: { host: "outlook.office365.com", port: 993, secure: "tls" },
      max_daily_sends: 1000,
      max_per_minute: 30,
      spf_include: "spf.protection.outlook.com",
      dkim_selectors: ["selector1", "selector2"],
      servers: [],
    });
    expect(of("smtp")).toMatchObject({ max_daily_sends: 500, files_sent_mail: "varies", spf_include: "", dkim_selectors: [] });
    expect(of("smtp")).not.toHaveProperty("smtp");
  });

  it("has well-known servers to choose from, which discovery knows", () =>
    expect(of("smtp")?.servers.map(({ name, smtp, imap }) => [name, smtp.host, smtp.port, smtp.secure, imap.host, imap.port])).toEqual([
      ["Gmail, by app password", "smtp.gmail.com", 465, "tls", "imap.gmail.com", 993],
      ["iCloud", "smtp.mail.me.com", 587, "starttls", "imap.mail.me.com", 993],
      ["Yahoo", "smtp.mail.yahoo.com", 465, "tls", "imap.mail.yahoo.com", 993],
      ["Fastmail", "smtp.fastmail.com", 465, "tls", "imap.fastmail.com", 993],
      ["Zoho", "smtp.zoho.com", 465, "tls", "imap.zoho.com", 993],
      ["GMX", "mail.gmx.net", 465, "tls", "imap.gmx.net", 993],
      ["IONOS", "smtp.ionos.com", 465, "tls", "imap.ionos.com", 993],
    ]));
});
