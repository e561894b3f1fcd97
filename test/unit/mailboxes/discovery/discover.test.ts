// Discovery over recorded DNS and HTTP answers (api/README.md, "Mailboxes"): 40 domains and what was found.
import { describe, expect, it, test } from "vitest";
import { discover } from "#shared/mailboxes/discovery/discover.ts";
import { knownProviders } from "#shared/mailboxes/discovery/known-providers.ts";
import { parseProviders } from "#shared/mailboxes/discovery/provider-settings.ts";
import { configFile, type RecordedDomain, recordedDomain } from "#test/support/recorded-domain.ts";

const IP = ["93.184.215.14"];
const AUTOCONFIG = "https://autoconfig.example.com/mail/config-v1.1.xml";
const WELL_KNOWN = "https://example.com/.well-known/autoconfig/mail/config-v1.1.xml";
const AUTODISCOVER = "https://autodiscover.example.com/autodiscover/autodiscover.xml";
const HOSTS = ["mail", "smtp", "imap"].map((name) => `${name}.example.com`);
const addresses = Object.fromEntries(HOSTS.map((host) => [host, IP]));
const only = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [`${name}.example.com`, IP]));
const SRV = {
  submissions: "_submissions._tcp.example.com",
  submission: "_submission._tcp.example.com",
  imaps: "_imaps._tcp.example.com",
  imap: "_imap._tcp.example.com",
};
const file = configFile([{ host: "smtp.example.com", port: 465 }], [{ host: "imap.example.com", port: 993 }]);

/** `provider type/login source`, the servers, and a `?` at what was guessed. */
const summary = async (email: string, recorded: RecordedDomain) => {
  const found = await discover(recordedDomain(recorded).ports, email, { allMs: 2_000, stepMs: 500 });
  const server = (one: typeof found.smtp) => (one ? ` ${one.secure}:${one.host}:${one.port}/${one.source}${one.guessed ? "?" : ""}` : " -");
  const whole = `${found.providerId || "-"} ${found.type}/${found.login} ${found.source}${found.guessed ? "?" : ""}`;
  return `${whole}${server(found.smtp)}${server(found.imap)}`;
};

const at = (id: string, way: string, smtp: string, imap: string) => (source: string) =>
  `${id} ${way} ${source} ${smtp}/${source} ${imap}/${source}`;
const google = at("google", "google/oauth", "tls:smtp.gmail.com:465", "tls:imap.gmail.com:993");
const microsoft = at("microsoft365", "outlook/oauth", "starttls:smtp.office365.com:587", "tls:outlook.office365.com:993");
const outlook = at("outlook", "outlook/oauth", "starttls:smtp-mail.outlook.com:587", "tls:outlook.office365.com:993");
const yahoo = at("yahoo", "smtp/app_password", "tls:smtp.mail.yahoo.com:465", "tls:imap.mail.yahoo.com:993");
const fastmail = at("fastmail", "smtp/app_password", "tls:smtp.fastmail.com:465", "tls:imap.fastmail.com:993");

test.each<[what: string, email: string, recorded: RecordedDomain, found: string]>([
  ["Gmail", "a@gmail.com", {}, google("provider_table")],
  ["Googlemail", "a@googlemail.com", {}, google("provider_table")],
  ["Outlook.com", "a@outlook.com", {}, outlook("provider_table")],
  ["Hotmail of a country", "a@hotmail.co.uk", {}, outlook("provider_table")],
  ["Live of a country", "a@live.nl", {}, outlook("provider_table")],
  ["Yahoo", "a@yahoo.com", {}, yahoo("provider_table")],
  ["Yahoo of a country", "a@yahoo.com.br", {}, yahoo("provider_table")],
  [
    "Yahoo! JAPAN, which is another company",
    "a@yahoo.co.jp",
    {},
    at("yahoo-japan", "smtp/password", "tls:smtp.mail.yahoo.co.jp:465", "tls:imap.mail.yahoo.co.jp:993")("provider_table?"),
  ],
  [
    "iCloud",
    "a@me.com",
    {},
    at("icloud", "smtp/app_password", "starttls:smtp.mail.me.com:587", "tls:imap.mail.me.com:993")("provider_table"),
  ],
  ["GMX", "a@gmx.de", {}, at("gmx", "smtp/password", "tls:mail.gmx.net:465", "tls:imap.gmx.net:993")("provider_table")],
  ["QQ", "a@qq.com", {}, at("qq", "smtp/app_password", "tls:smtp.qq.com:465", "tls:imap.qq.com:993")("provider_table")],
  ["Google Workspace", "a@example.com", { mx: ["aspmx.l.google.com", "alt1.aspmx.l.google.com"] }, google("mx")],
  ["Google Workspace by its new name", "a@example.com", { mx: ["smtp.google.com"] }, google("mx")],
  ["Microsoft 365", "a@example.com", { mx: ["example-com.mail.protection.outlook.com"] }, microsoft("mx")],
  ["Microsoft 365 with DNSSEC", "a@example.com", { mx: ["example-com.a-v1.mx.microsoft"] }, microsoft("mx")],
  ["a name in capitals with the final dot", "a@example.com", { mx: ["ASPMX.L.GOOGLE.COM."] }, google("mx")],
  ["a domain at Fastmail", "a@example.com", { mx: ["in1-smtp.messagingengine.com"] }, fastmail("mx")],
  [
    "a domain at Zoho's European site",
    "a@example.com",
    { mx: ["mx.zoho.eu"] },
    at("zoho-eu", "smtp/app_password", "tls:smtppro.zoho.eu:465", "tls:imappro.zoho.eu:993")("mx"),
  ],
  [
    "a domain at IONOS",
    "a@example.com",
    { mx: ["mx00.kundenserver.de"] },
    at("ionos", "smtp/password", "tls:smtp.ionos.de:465", "tls:imap.ionos.de:993")("mx"),
  ],
  [
    "a domain at STRATO",
    "a@example.com",
    { mx: ["smtpin.rzone.de"] },
    at("strato", "smtp/password", "tls:smtp.strato.de:465", "tls:imap.strato.de:993")("mx"),
  ],
  [
    "a domain at Yandex",
    "a@example.com",
    { mx: ["mx.yandex.net"] },
    at("yandex", "smtp/app_password", "tls:smtp.yandex.com:465", "tls:imap.yandex.com:993")("mx"),
  ],
  [
    "MX names that only look like Google's",
    "a@example.com",
    { mx: ["evilgoogle.com", "google.com.example.com"] },
    "- smtp/password guess? - -",
  ],
  [
    "a filter before Microsoft 365, known by its alias",
    "a@example.com",
    { mx: ["mx.pphosted.com"], cname: { "autodiscover.example.com": "autodiscover.outlook.com" } },
    microsoft("autodiscover"),
  ],
  [
    "a filter before Microsoft 365, known by its redirect",
    "a@example.com",
    { http: { [AUTODISCOVER]: { to: "https://autodiscover-s.outlook.com/autodiscover/autodiscover.xml" } } },
    microsoft("autodiscover"),
  ],
  [
    "an Exchange server by its header",
    "a@example.com",
    { http: { [AUTODISCOVER]: { status: 401, headers: { "x-feserver": "EX01" } } } },
    "exchange smtp/password autodiscover - -",
  ],
  [
    "an Exchange server by Windows' login, with its usual names",
    "a@example.com",
    { addresses, http: { [AUTODISCOVER]: { status: 401, headers: { "www-authenticate": "Negotiate, NTLM" } } } },
    "exchange smtp/password autodiscover starttls:smtp.example.com:587/guess? tls:imap.example.com:993/guess?",
  ],
  [
    "a panel that asks for a plain login, which is no Exchange",
    "a@example.com",
    { http: { [AUTODISCOVER]: { status: 401, headers: { "www-authenticate": 'Basic realm="cPanel"' } } } },
    "- smtp/password guess? - -",
  ],
  [
    "SRV with implicit TLS",
    "a@example.com",
    { addresses, srv: { [SRV.submissions]: ["0 1 465 smtp.example.com"], [SRV.imaps]: ["0 1 993 imap.example.com"] } },
    "- smtp/password srv tls:smtp.example.com:465/srv tls:imap.example.com:993/srv",
  ],
  [
    "SRV with STARTTLS alone",
    "a@example.com",
    { addresses, srv: { [SRV.submission]: ["0 1 587 mail.example.com"], [SRV.imap]: ["0 1 143 mail.example.com."] } },
    "- smtp/password srv starttls:mail.example.com:587/srv starttls:mail.example.com:143/srv",
  ],
  [
    "SRV with both, of which implicit TLS is better",
    "a@example.com",
    {
      addresses,
      srv: {
        [SRV.submission]: ["0 1 587 smtp.example.com"],
        [SRV.submissions]: ["9 1 465 mail.example.com"],
        [SRV.imaps]: ["0 1 993 imap.example.com"],
      },
    },
    "- smtp/password srv tls:mail.example.com:465/srv tls:imap.example.com:993/srv",
  ],
  [
    "SRV by priority, then weight",
    "a@example.com",
    {
      addresses,
      srv: {
        [SRV.submissions]: ["5 99 465 imap.example.com", "0 1 465 smtp.example.com", "0 9 465 mail.example.com"],
        [SRV.imaps]: ["0 1 993 imap.example.com"],
      },
    },
    "- smtp/password srv tls:mail.example.com:465/srv tls:imap.example.com:993/srv",
  ],
  [
    "SRV that says there is no IMAP",
    "a@example.com",
    { addresses: only("smtp"), srv: { [SRV.submissions]: ["0 1 465 smtp.example.com"], [SRV.imaps]: ["0 0 0 ."] } },
    "- smtp/password srv tls:smtp.example.com:465/srv -",
  ],
  [
    "SRV to another company, which the owner should confirm",
    "a@example.com",
    {
      addresses: { "mail.hoster.net": IP },
      srv: { [SRV.submissions]: ["0 1 465 mail.hoster.net"], [SRV.imaps]: ["0 1 993 mail.hoster.net"] },
    },
    "- smtp/password srv? tls:mail.hoster.net:465/srv? tls:mail.hoster.net:993/srv?",
  ],
  [
    "SRV to a known provider",
    "a@example.com",
    {
      addresses: { "smtp.fastmail.com": IP, "imap.fastmail.com": IP },
      srv: { [SRV.submissions]: ["0 1 465 smtp.fastmail.com"], [SRV.imaps]: ["0 1 993 imap.fastmail.com"] },
    },
    fastmail("srv"),
  ],
  [
    "a configuration file at autoconfig",
    "a@example.com",
    { addresses, http: { [AUTOCONFIG]: file } },
    "- smtp/password autoconfig tls:smtp.example.com:465/autoconfig tls:imap.example.com:993/autoconfig",
  ],
  [
    "a configuration file at the well-known place",
    "a@example.com",
    { addresses, http: { [WELL_KNOWN]: file } },
    "- smtp/password autoconfig tls:smtp.example.com:465/autoconfig tls:imap.example.com:993/autoconfig",
  ],
  [
    "a configuration file behind a redirect within the domain",
    "a@example.com",
    { addresses, http: { [WELL_KNOWN]: { to: "https://www.example.com/mail.xml" }, "https://www.example.com/mail.xml": file } },
    "- smtp/password autoconfig tls:smtp.example.com:465/autoconfig tls:imap.example.com:993/autoconfig",
  ],
  [
    "a configuration file of an address below the domain",
    "a@sales.example.com",
    { addresses, http: { "https://autoconfig.sales.example.com/mail/config-v1.1.xml": file } },
    "- smtp/password autoconfig tls:smtp.example.com:465/autoconfig tls:imap.example.com:993/autoconfig",
  ],
  [
    "SRV for submission and a file for IMAP",
    "a@example.com",
    { addresses, srv: { [SRV.submissions]: ["0 1 465 mail.example.com"] }, http: { [AUTOCONFIG]: file } },
    "- smtp/password srv tls:mail.example.com:465/srv tls:imap.example.com:993/autoconfig",
  ],
  [
    "usual names",
    "a@example.com",
    { addresses },
    "- smtp/password guess? starttls:smtp.example.com:587/guess? tls:imap.example.com:993/guess?",
  ],
  [
    "one usual name for both",
    "a@example.com",
    { addresses: only("mail") },
    "- smtp/password guess? starttls:mail.example.com:587/guess? tls:mail.example.com:993/guess?",
  ],
  ["a domain that does not exist", "a@example.com", {}, "- smtp/password guess? - -"],
  ["a domain that takes no mail (RFC 7505)", "a@example.com", { mx: [] }, "- smtp/password guess? - -"],
  [
    "resolvers that fail for MX",
    "a@example.com",
    { mx: "fails", addresses, http: { [AUTOCONFIG]: file } },
    "- smtp/password autoconfig tls:smtp.example.com:465/autoconfig tls:imap.example.com:993/autoconfig",
  ],
])("%s: %s", async (_what, email, recorded, found) => {
  expect(await summary(email, recorded)).toBe(found);
});

describe("what a server named", () => {
  it.each([
    ["%EMAILLOCALPART%", "jane"],
    ["%EMAILDOMAIN%/%EMAILLOCALPART%", "example.com/jane"],
    ["%REALNAME%", "jane@example.com"],
    ["a\nb", "jane@example.com"],
    ["x".repeat(321), "jane@example.com"],
  ])("fills the user name %j in as %s", async (username, wanted) => {
    const text = configFile([], [{ host: "imap.%EMAILDOMAIN%", port: 993, username }]);
    const { ports } = recordedDomain({ addresses, http: { [AUTOCONFIG]: text } });

    expect((await discover(ports, "jane@example.com")).imap).toMatchObject({ host: "imap.example.com", username: wanted });
  });
});

it("a provider of the table is known without a question", async () => {
  const { ports, asked } = recordedDomain({});

  const found = await discover(ports, "jane@icloud.com");

  expect(asked).toEqual([]);
  expect(found).toMatchObject({ providerName: "iCloud", appPasswordUrl: "https://account.apple.com/account/manage" });
});

it("Exchange is asked neither with credentials nor for the address, and only the file's own place hears it", async () => {
  const { ports, asked } = recordedDomain({});

  await discover(ports, "jane@example.com");

  const calls = asked.filter((question) => question.startsWith("GET"));
  expect(calls).toEqual([`GET ${AUTOCONFIG}?emailaddress=jane%40example.com`, `GET ${WELL_KNOWN}`, `GET ${AUTODISCOVER}`]);
});

it("the operator's own providers come first; a typo in their list is refused", async () => {
  const { ports } = recordedDomain({});
  const own = parseProviders("example.com gmail.com=smtps://127.0.0.1:3465,imaps://mail.inside:3993");

  const found = await discover({ ...ports, ownProviders: () => own }, "a@gmail.com");

  expect(found.smtp).toMatchObject({ host: "127.0.0.1", port: 3465, secure: "tls" });
  expect(found.imap).toMatchObject({ host: "mail.inside", port: 3993, source: "provider_table" });
  for (const wrong of ["x", "a.test=smtps://h", "a.test=https://h,imaps://h", "a.test=smtps://h:99999,imaps://h"])
    expect(() => parseProviders(wrong), wrong).toThrow(/is not domain=/);
});

it("each provider has servers, a page, and an id and domains of its own", () => {
  const ids = knownProviders.map(({ id }) => id);
  const domains = knownProviders.flatMap((provider) => provider.domains.split(" ").filter(Boolean));

  expect(ids.length).toBeGreaterThanOrEqual(60);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(domains).size).toBe(domains.length);
  // A new row names its source; these are shown as guesses.
  expect(knownProviders.filter(({ page }) => page === "").map(({ id }) => id)).toEqual([
    "yahoo-japan",
    "godaddy",
    "ukrnet",
    "seznam",
    "wp",
    "onet",
    "interia",
    "laposte",
    "sfr",
    "aruba",
    "bluewin",
    "btinternet",
    "qq-business",
    "netease163",
    "netease126",
    "neteaseYeah",
  ]);
  for (const { smtp, imap, page, domains: own, mx } of knownProviders) {
    expect(smtp).toMatch(/^smtps?:\/\/[a-z0-9.-]+$/);
    expect(imap).toMatch(/^imaps?:\/\/[a-z0-9.-]+$/);
    if (page !== "") expect(page).toMatch(/^https?:\/\//);
    expect(`${own}${mx ?? ""}`, smtp).not.toBe("");
  }
});
