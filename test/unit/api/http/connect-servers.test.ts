// The page of a connect link: no password is asked for while a server that only others name is not confirmed.
import { expect, it } from "vitest";
import { show } from "#functions/connect/show.ts";
import { hashOf, type KeptStep, type SeenLink } from "#shared/connect/connect-link.ts";
import { discover, withDiscovered } from "#shared/mailboxes/discovery/discover.ts";
import { formKey } from "#shared/connect/page/browser.ts";
import { submitStep, type SubmitPorts } from "#shared/connect/page/submit.ts";
import { type RecordedDomain, recordedDomain } from "#test/support/recorded-domain.ts";

const IP = ["93.184.215.14"];
const srv = (smtp: string, imap: string): RecordedDomain => ({
  addresses: Object.fromEntries([smtp, imap].map((host) => [host, IP])),
  srv: { "_submissions._tcp.example.com": [`0 1 465 ${smtp}`], "_imaps._tcp.example.com": [`0 1 993 ${imap}`] },
});
const config = (smtp: string, imap: string): RecordedDomain => ({
  addresses: Object.fromEntries([smtp, imap].map((host) => [host, IP])),
  http: {
    "https://autoconfig.example.com/mail/config-v1.1.xml":
      `<clientConfig><emailProvider><incomingServer type="imap"><hostname>${imap}</hostname><port>993</port><socketType>SSL</socketType></incomingServer>` +
      `<outgoingServer type="smtp"><hostname>${smtp}</hostname><port>465</port><socketType>SSL</socketType></outgoingServer></emailProvider></clientConfig>`,
  },
});

const TOKEN = "a".repeat(64);
const browser = { token: TOKEN, secret: "b".repeat(64) };

/** A browser at a link's page, whose discovery answers from recorded DNS; which hosts a login went to. */
const aPage = (recorded: RecordedDomain) => {
  const { ports: discovery } = recordedDomain(recorded);
  let step: SeenLink["step"];
  const link = { id: "0".repeat(24), userId: "u", status: "open", redirectUri: "https://a.test/", state: "s", failures: 0 } as const;
  const now = new Date();
  const seen = (): SeenLink => ({ ...link, createdAt: now, expiresAt: new Date(now.getTime() + 1e6), ...(step && { step }) });
  const logins: string[] = [];
  const ports = {
    openLinks: {
      findByToken: async (hash: string) => (hash === hashOf(TOKEN) ? seen() : undefined),
      keepStep: async (_link: object, hash: string, kept: KeptStep) => {
        step = { ...kept, browser: hash, until: new Date(now.getTime() + 1e6) };
      },
      beginConsents: async () => undefined,
      fail: async () => undefined,
    },
    users: { find: async () => ({ id: "u", name: "Acme" }) },
    clock: { now: () => now },
    ids: { random: () => "c".repeat(64), objectId: () => "1".repeat(24) },
    rateLimits: { take: async () => ({ wait: 0 }) },
    accountBucket: () => ({ burst: 50, perSecond: 10 }),
    outsideCalls: { shares: { take: async () => ({ free: async () => undefined }) }, most: () => 10 },
    providers: async () => ({ google: { clientId: "" }, outlook: { clientId: "" } }),
    discover: (email: string) => discover(discovery, email),
    egressProxies: { proxy: async () => undefined },
    mailboxesOfLink: () => ({ findByEmail: async () => undefined, insert: async () => undefined }),
    connectionTests: {
      smtp: async ({ host }: { host: string }) => void logins.push(host),
      imap: async ({ host }: { host: string }) => void logins.push(host),
    },
    eventOutbox: { publish: async () => [] },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    auditLog: { record: async () => undefined },
  } as unknown as SubmitPorts;
  const cookies = [`connect-${link.id}=${browser.token}.${browser.secret}`];
  const facts = { headers: {}, cookies, sourceIp: "127.0.0.1", params: { token: TOKEN } };
  const see = async (query: object) => (await show(ports)({ ...facts, query } as never)) as { status: number; body: string };
  const post = async (form: Readonly<Record<string, string>>) => {
    const answer = await submitStep(ports, { ...facts, body: () => ({ key: formKey(browser), email: "a@example.com", ...form }) } as never);
    expect(answer.headers?.["location"]).toBe(`/connect/${TOKEN}?step=connect`);
    return (await see({ step: "connect" })).body;
  };
  const fillIn = () =>
    withDiscovered({ mailboxes: { findByEmail: async () => undefined }, discovery }, "u", {
      type: "smtp",
      email: "a@example.com",
      smtp: { password: "p" },
      imap: { password: "p" },
    });
  return { post, logins, fillIn };
};

it.each([
  ["IMAP by SRV", srv("smtp.example.com", "imap.evil.test"), ["imap.evil.test"], ["smtp.example.com"]],
  ["SMTP by SRV", srv("smtp.evil.test", "imap.example.com"), ["smtp.evil.test"], ["imap.example.com"]],
  ["both by SRV", srv("smtp.evil.test", "imap.evil.test"), ["smtp.evil.test", "imap.evil.test"], []],
  ["a name that only begins alike", srv("smtp.example.com", "example.com.evil.test"), ["example.com.evil.test"], ["smtp.example.com"]],
  ["a name that only ends alike", srv("smtp.example.com", "notexample.com"), ["notexample.com"], ["smtp.example.com"]],
  ["IMAP by a configuration file", config("smtp.example.com", "imap.evil.test"), ["imap.evil.test"], ["smtp.example.com"]],
])("names servers outside of the domain, and asks before any password: %s", async (_what, recorded, outside, inside) => {
  const { post, logins, fillIn } = aPage(recorded);

  const asked = await post({ step: "find" });

  // Without it the form would be sent to the step's own address, with its query.
  expect(asked).toContain('<form method="post" action="?">');
  for (const host of outside) expect(asked).toContain(`<dd><bdi>${host}</bdi></dd>`);
  for (const host of inside) expect(asked).not.toContain(host);
  expect(asked).not.toContain('name="password"');
  // The API's rule is the same one: it fills none of them in.
  const problems = (await fillIn().catch((error: { details: { message: string }[] }) => error.details)) as { message: string }[];
  for (const host of outside) expect(JSON.stringify(problems)).toContain(host);
  // A password that is posted nevertheless goes nowhere.
  expect(await post({ step: "password", password: "p", username: "", smtp_host: outside[0]!, smtp_port: "465" })).not.toContain(
    'name="password"',
  );
  expect(logins).toEqual([]);

  const confirmed = await post({ step: "confirm" });
  expect(confirmed).toContain('name="password"');
  for (const host of [...outside, ...inside]) expect(confirmed).toContain(`value="${host}"`);
});

it("lets the owner enter other servers, and keeps those of the domain", async () => {
  const { post } = aPage(srv("smtp.example.com", "imap.evil.test"));
  await post({ step: "find" });

  const others = await post({ step: "others" });

  expect(others).toContain('value="smtp.example.com"');
  expect(others).not.toContain("imap.evil.test");
  expect(others).toContain('name="imap_host" value=""');
});

it.each([
  ["in the domain", srv("smtp.example.com", "mail.example.com")],
  ["a known provider's", { mx: ["mx.zoho.eu"] }],
])("asks for the password at once where the servers are %s", async (_what, recorded) => {
  expect(await aPage(recorded).post({ step: "find" })).toContain('name="password"');
});

it("says in one sentence that nothing was found, with ways out", async () => {
  const shown = await aPage({}).post({ step: "find" });

  expect(shown).toContain("The mail servers of <b><bdi>example.com</bdi></b> were not found.");
  expect(shown).toContain('<a href="?">Use another address</a>');
  expect(shown).toContain('<a rel="noreferrer" href="https://a.test/?connect_link=');
  expect(shown).toContain("<details open>");
});

it("asks again for the servers of another address: what was confirmed for one holds for it alone", async () => {
  const { post, logins } = aPage(srv("smtp.example.com", "imap.evil.test"));
  await post({ step: "find" });
  expect(await post({ step: "confirm" })).toContain('name="password"');

  const servers = { smtp_host: "smtp.example.com", smtp_port: "465", smtp_secure: "tls", imap_host: "imap.evil.test", imap_port: "993" };
  const other = await post({ step: "password", email: "b@example.com", password: "p", username: "", ...servers });

  expect(other).toContain("<dd><bdi>imap.evil.test</bdi></dd>");
  expect(other).not.toContain('name="password"');
  expect(logins).toEqual([]);
});
