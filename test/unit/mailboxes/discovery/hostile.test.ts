// What foreign servers may try through discovery (SECURITY.md, S48): none of it becomes a server, a connection or a long wait.
import { expect, it, test } from "vitest";
import { discover } from "#shared/mailboxes/discovery/discover.ts";
import { readXml } from "#shared/mailboxes/discovery/by-autoconfig.ts";
import { configFile, type FiledServer, recordedDomain, type Recorded } from "#test/support/recorded-domain.ts";

const IP = ["93.184.215.14"];
const AUTOCONFIG = "https://autoconfig.example.com/mail/config-v1.1.xml";
const good: FiledServer = { host: "good.example.com", port: 993 };
const file = (server: FiledServer) => configFile([server], [server]);
const addresses = {
  "good.example.com": IP,
  "private.example.com": ["10.0.0.1"],
  "metadata.example.com": ["169.254.169.254"],
  "loopback6.example.com": ["::1"],
  "mapped.example.com": ["::ffff:127.0.0.1"],
  "mixed.example.com": ["93.184.215.14", "127.0.0.1"],
  localhost: ["127.0.0.1"],
};
const LIMITS = { allMs: 150, stepMs: 40 };
const found = async (answer: Recorded, others: Readonly<Record<string, Recorded>> = {}) => {
  const { ports, asked } = recordedDomain({ addresses, http: { [AUTOCONFIG]: answer, ...others } });
  const { smtp, imap } = await discover(ports, "a@example.com", LIMITS);
  return { servers: [smtp, imap].filter(Boolean), called: asked.filter((question) => question.startsWith("GET")) };
};

it("takes the good file, which the others are like", async () => {
  expect((await found(file(good))).servers).toHaveLength(2);
});

test.each<[string, Partial<FiledServer>]>([
  ["a loopback address", { host: "127.0.0.1" }],
  ["a private address", { host: "192.168.1.1" }],
  ["the metadata service", { host: "169.254.169.254" }],
  ["a public address", { host: "93.184.215.14" }],
  ["an IPv6 address", { host: "[::1]" }],
  ["an address as a number", { host: "2130706433" }],
  ["an address in hexadecimal", { host: "0x7f000001" }],
  ["localhost", { host: "localhost" }],
  ["a name that is private", { host: "private.example.com" }],
  ["a name of the metadata service", { host: "metadata.example.com" }],
  ["a name of IPv6 loopback", { host: "loopback6.example.com" }],
  ["a name of a mapped address", { host: "mapped.example.com" }],
  ["a name of which one address is private (DNS rebinding)", { host: "mixed.example.com" }],
  ["a name that does not exist", { host: "nowhere.example.com" }],
  ["a URL", { host: "https://good.example.com/" }],
  ["a name with a login", { host: "a@good.example.com" }],
  ["a name with a line break", { host: "good.example.com\r\nRCPT" }],
  ["a name with a null byte", { host: "good.example.com\0.evil.test" }],
  ["a name without end", { host: `${"a".repeat(60_000)}.com` }],
  ["a web port", { port: 443 }],
  ["SSH", { port: 22 }],
  ["a database's port", { port: 27_017 }],
  ["port 0", { port: 0 }],
  ["a port beyond the last", { port: 65_993 }],
  ["no TLS", { socket: "plain" }],
  ["a word of Object's prototype for TLS", { socket: "constructor" }],
])("a file that names %s is not believed", async (_what, wrong) => {
  expect((await found(file({ ...good, ...wrong }))).servers).toEqual([]);
});

const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>`;
test.each([
  ["a bomb of entities", file(good).replace("<clientConfig", `${bomb}<clientConfig`)],
  ["a DTD elsewhere", file(good).replace("<clientConfig", `<!DOCTYPE x SYSTEM "http://169.254.169.254/"><clientConfig`)],
  ["an entity of a file", file({ ...good, host: "&file;" })],
  ["no end", file(good).slice(0, -20)],
  ["crossed tags", file(good).replace("</hostname><port>", "</port><hostname>")],
  ["two roots", `${file(good)}${file(good)}`],
  ["65,536 bytes and more", file(good).padEnd(70_000)],
  ["50,000 open elements", `<clientConfig>${"<a>".repeat(20_000)}`],
  ["HTML", "<!doctype html><html><body>404</body></html>"],
  ["nothing", ""],
  ["bytes", "\u0000\uffff<<<>>>"],
])("a file with %s is none", async (_what, text) => {
  expect((await found(text)).servers).toEqual([]);
});

test.each([
  ["another domain", "https://evil.test/config.xml"],
  ["a domain that ends alike", "https://evilexample.com/config.xml"],
  ["no TLS", "http://www.example.com/config.xml"],
  ["another port", "https://www.example.com:8443/config.xml"],
  ["an address", "https://127.0.0.1/config.xml"],
  ["the metadata service", "http://169.254.169.254/latest/meta-data/"],
  ["a login", "https://a:b@www.example.com/config.xml"],
  ["a file", "file:///etc/passwd"],
  ["no URL", "https://["],
])("a redirect to %s is not followed", async (_what, to) => {
  const { servers, called } = await found({ to }, { [to]: file(good) });

  expect(servers).toEqual([]);
  expect(called.filter((call) => call.startsWith(`GET ${to}`))).toEqual([]);
});

it("redirects in a circle end after three", async () => {
  const { called } = await found({ to: AUTOCONFIG });

  expect(called.filter((call) => call.startsWith(`GET ${AUTOCONFIG}`))).toHaveLength(4);
});

it("what hangs ends in time, and what was found before it stays", async () => {
  const hanging = {
    addresses,
    mx: "hangs" as const,
    srv: { "_imaps._tcp.example.com": ["0 1 993 good.example.com"] },
    http: { [AUTOCONFIG]: { hangs: true } as const },
  };

  const slow = await discover(recordedDomain(hanging).ports, "a@example.com", LIMITS);

  expect(slow).toMatchObject({ imap: { host: "good.example.com", source: "srv" } });
  expect(slow.smtp).toBeUndefined();
});

it("the time in all ends everything, however long a step may take", async () => {
  const found = await discover(recordedDomain({ mx: "hangs" }).ports, "a@example.com", { allMs: 20, stepMs: 1_000_000 });

  expect(found).toMatchObject({ source: "guess", guessed: true });
});

it("an element in a document is read with its text, without what comments and entities hide", () => {
  expect(readXml('<?xml version="1.0"?><a type="x"><!-- <b> --> &lt;&#65;&#x42;&nope;<![CDATA[<c>]]><d/></a>')).toEqual({
    name: "a",
    type: "x",
    text: " <AB&nope;<c>",
    children: [{ name: "d", type: "", text: "", children: [] }],
  });
});
