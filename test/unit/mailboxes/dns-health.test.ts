import { describe, expect, it, test } from "vitest";
import { checkDnsHealth } from "#shared/domain/mailboxes/dns/dns-health.ts";
import { DnsFailure, type DnsLookups } from "#shared/domain/mailboxes/dns/dns-lookups.ts";
import type { Mailbox } from "#shared/domain/mailboxes/mailbox.ts";

type Names = Record<string, readonly string[] | "fails">;
interface World {
  readonly txt?: Names;
  readonly addresses?: Names;
  readonly mx?: Names;
  readonly hosts?: Names;
}

/** The DNS as plain data; a `|` parts the strings of a TXT record. */
const aDns = ({ txt = {}, addresses = {}, mx = {}, hosts = { "smtp.good.test": ["192.0.2.1"] } }: World) => {
  const asked: string[] = [];
  const ask = (names: Names) => async (name: string) => {
    asked.push(name);
    const answer = names[name] ?? [];
    if (answer === "fails") throw new DnsFailure(name);
    return answer;
  };
  const lookups: DnsLookups = {
    txt: async (name) => (await ask(txt)(name)).map((record) => record.split("|")),
    addresses: ask(addresses),
    mailServers: ask(mx),
    hostAddresses: ask(hosts),
    organisationalDomain: async (name) => name.split(".").slice(-2).join("."),
  };
  return { lookups, asked };
};

const aMailbox = (changes: Partial<Pick<Mailbox, "type" | "email" | "smtp" | "dkimSelector">> & { host?: string } = {}) => ({
  type: "smtp" as const,
  email: "ann@good.test",
  smtp: { host: changes.host ?? "smtp.good.test", port: 465, secure: "tls" as const, username: "ann" },
  ...changes,
});

const health = (world: World, mailbox = aMailbox()) => checkDnsHealth(mailbox, aDns(world).lookups);
const spf = async (world: World, mailbox = aMailbox()) => (await health(world, mailbox)).spf;
const dkim = async (world: World, mailbox = aMailbox()) => (await health(world, mailbox)).dkim;
const dmarc = async (world: World, mailbox = aMailbox()) => (await health(world, mailbox)).dmarc;

describe("a freemail domain", () => {
  test.each(["gmail.com", "GMX.net", "yahoo.co.uk", "hotmail.fr", "outlook.com.br", "live.com", "icloud.com"])(
    "%s is not asked about",
    async (domain) => {
      const { lookups, asked } = aDns({});

      const result = await checkDnsHealth(aMailbox({ email: `ann@${domain}` }), lookups);

      const record = { status: "not_applicable", expected: "", current: "" };
      expect(result).toEqual({ dkim: record, spf: record, dmarc: record });
      expect(asked).toEqual([]);
    },
  );

  test.each(["notgmail.com", "gmail.com.example", "yahoo.example", "live.example.com"])("%s is none", async (domain) => {
    expect((await health({}, aMailbox({ email: `ann@${domain}` }))).spf.status).toBe("missing");
  });
});

describe("SPF", () => {
  it("is missing without a record, and expects one", async () => {
    const txt = { "good.test": ["google-site-verification=x", "v=spf10 -all"] };

    expect(await spf({ txt })).toEqual({ status: "missing", expected: "v=spf1 a:smtp.good.test ~all", current: "" });
    expect((await spf({ txt }, aMailbox({ type: "google" }))).expected).toBe("v=spf1 include:_spf.google.com ~all");
    expect((await spf({ txt }, aMailbox({ type: "outlook" }))).expected).toBe("v=spf1 include:spf.protection.outlook.com ~all");
    expect((await spf({ txt }, aMailbox({ host: "smtp.sendgrid.net" }))).expected).toBe("v=spf1 include:sendgrid.net ~all");
  });

  it("expects an address as ip4 or ip6, also when the DNS does not answer, and looks up no address", async () => {
    const txt = { "good.test": "fails" } as const;

    expect((await spf({ txt }, aMailbox({ host: "192.0.2.9" }))).expected).toBe("v=spf1 ip4:192.0.2.9 ~all");
    expect((await spf({ txt }, aMailbox({ host: "2001:db8::9" }))).expected).toBe("v=spf1 ip6:2001:db8::9 ~all");
    expect(await spf({ txt: { "good.test": ["v=spf1 ip4:192.0.2.9 -all"] }, hosts: {} }, aMailbox({ host: "192.0.2.9" }))).toMatchObject({
      status: "verified",
    });
  });

  it("expects addresses where the host's name means nothing outside", async () => {
    const hosts = { localhost: ["127.0.0.1", "::1"], "192.0.2.9": ["192.0.2.9"], six: ["2606:4700::1"] };

    expect((await spf({ hosts }, aMailbox({ host: "localhost" }))).expected).toBe("v=spf1 ip4:127.0.0.1 ~all");
    expect((await spf({ hosts }, aMailbox({ host: "192.0.2.9" }))).expected).toBe("v=spf1 ip4:192.0.2.9 ~all");
    expect((await spf({ hosts }, aMailbox({ host: "six" }))).expected).toBe("v=spf1 ip6:2606:4700::1 ~all");
  });

  test.each([
    ["v=spf1 ip4:192.0.2.1 -all"],
    ["v=spf1 ip4:192.0.2.0/24 -all"],
    ["V=SPF1  +IP4:192.0.2.1 ?all"],
    ["v=spf1 a:smtp.good.test -all"],
    ["v=spf1 a -all"],
    ["v=spf1 a/24 -all"],
    ["v=spf1 a:near.good.test/30//64 -all"],
    ["v=spf1 mx -all"],
    ["v=spf1 mx:good.test/32 -all"],
    ["v=spf1 include:_spf.good.test -all"],
    ["v=spf1 -ip4:203.0.113.0/24 redirect=_spf.good.test"],
    ["v=spf1 ip4:192.0.2.1 -all redirect=nothing.test"],
    ["v=spf1 redirect=_spf.good.test exp=why.%{d} unknown=x ip4:203.0.113.1"],
    ["v=spf1 exists:%{i}.sp.good.test include:%{d}.x ptr ip4:192.0.2.1 -all"],
    ["v=spf1 ip4:192.0|.2.1 -all"],
  ])("is verified when %j covers the host's address", async (record) => {
    const world = {
      txt: { "good.test": [record], "_spf.good.test": ["v=spf1 ip4:192.0.2.1 ~all"] },
      addresses: {
        "good.test": ["192.0.2.1", "2606:4700::1"],
        "smtp.good.test": ["192.0.2.1"],
        "near.good.test": ["192.0.2.2"],
        "mx.good.test": ["192.0.2.1"],
      },
      mx: { "good.test": ["mx.good.test"] },
    };
    const current = record.replace("|", "");

    expect(await spf(world)).toEqual({ status: "verified", expected: current, current });
  });

  test.each([
    ["v=spf1 -all", "v=spf1 a:smtp.good.test -all"],
    ["v=spf1", "v=spf1 a:smtp.good.test"],
    ["v=spf1 ip4:192.0.2.2 ~all", "v=spf1 ip4:192.0.2.2 a:smtp.good.test ~all"],
    ["v=spf1 -ip4:192.0.2.1 +all", "v=spf1 -ip4:192.0.2.1 a:smtp.good.test +all"],
    ["v=spf1 ?include:_spf.good.test ip6:::/0 -all", "v=spf1 ?include:_spf.good.test ip6:::/0 a:smtp.good.test -all"],
    ["v=spf1 -all redirect=_spf.good.test", "v=spf1 a:smtp.good.test -all redirect=_spf.good.test"],
    ["v=spf1 redirect=empty.good.test", "v=spf1 a:smtp.good.test redirect=empty.good.test"],
    ["v=spf1 include:nothing.test -all", "v=spf1 include:nothing.test a:smtp.good.test -all"],
    ["v=spf1 include:double.good.test -all", "v=spf1 include:double.good.test a:smtp.good.test -all"],
    ["v=spf1 ip4:192.0.2.1 oops -all", "v=spf1 ip4:192.0.2.1 oops a:smtp.good.test -all"],
    ["v=spf1 ip4:192.0.2.1/33 -all", "v=spf1 ip4:192.0.2.1/33 a:smtp.good.test -all"],
    ["v=spf1 ip4:::1 ip4:192.0.2.1 -all", "v=spf1 ip4:::1 ip4:192.0.2.1 a:smtp.good.test -all"],
    ["v=spf1 include ip4:192.0.2.1 -all", "v=spf1 include ip4:192.0.2.1 a:smtp.good.test -all"],
    ["v=spf1 all:x ip4:192.0.2.1", "v=spf1 all:x ip4:192.0.2.1 a:smtp.good.test"],
  ])("is invalid when it is %j, and expects %j", async (record, expected) => {
    const txt = {
      "good.test": [record],
      "_spf.good.test": ["v=spf1 ip4:192.0.2.1 ~all"],
      "empty.good.test": ["v=spf1 -all"],
      "double.good.test": ["v=spf1 ip4:192.0.2.1", "v=spf1 ip4:192.0.2.1"],
    };

    expect(await spf({ txt })).toEqual({ status: "invalid", expected, current: record });
  });

  it("wants every IPv4 address of the host", async () => {
    const hosts = { "smtp.good.test": ["192.0.2.1", "192.0.2.2", "2606:4700::1"] };

    expect((await spf({ hosts, txt: { "good.test": ["v=spf1 ip4:192.0.2.1 -all"] } })).status).toBe("invalid");
    expect((await spf({ hosts, txt: { "good.test": ["v=spf1 ip4:192.0.2.0/30 -all"] } })).status).toBe("verified");
  });

  it("merges several records into the one that should be", async () => {
    const txt = {
      "good.test": ["v=spf1 include:_spf.google.com ip4:192.0.2.1 -all", "v=spf1 ip4:192.0.2.1 mx ~all", "v=spf1 redirect=x.test"],
    };

    const current = txt["good.test"].join("\n");
    const merged = "v=spf1 include:_spf.google.com ip4:192.0.2.1 mx -all";
    expect(await spf({ txt })).toEqual({
      status: "invalid",
      expected: "v=spf1 include:_spf.google.com ip4:192.0.2.1 mx a:smtp.good.test -all",
      current,
    });
    expect(await spf({ txt: { ...txt, "_spf.google.com": ["v=spf1 ip4:198.51.100.0/24 ~all"] } })).toEqual({
      status: "invalid",
      expected: merged,
      current,
    });
  });

  it("is verified by the provider's include, at any depth, and not by one that does not pass", async () => {
    const deep = { "_spf.google.com": ["v=spf1 -all"], "_spf.good.test": ["v=spf1 include:_spf.google.com -all"] };
    const of = (record: string) => spf({ txt: { ...deep, "good.test": [record] } }, aMailbox({ type: "google" }));

    expect((await of("v=spf1 include:_spf.google.com ~all")).status).toBe("verified");
    expect((await of("v=spf1 include:_spf.good.test ~all")).status).toBe("verified");
    expect((await of("v=spf1 redirect=_spf.good.test")).status).toBe("verified");
    expect((await of("v=spf1 include:_SPF.Google.com. ~all")).status).toBe("invalid");
    expect((await of("v=spf1 -include:_spf.google.com ~all")).status).toBe("invalid");
    expect((await of("v=spf1 ip4:192.0.2.1 ~all")).status).toBe("verified");
    expect(await of("v=spf1 ip4:192.0.2.9 ~all")).toMatchObject({
      status: "invalid",
      expected: "v=spf1 ip4:192.0.2.9 include:_spf.google.com ~all",
    });
  });

  it("allows ten look-ups, nested ones included, and not eleven", async () => {
    const chain = (length: number) =>
      Object.fromEntries(
        Array.from({ length }, (_, index) => [index === 0 ? "good.test" : `n${index}.test`, [`v=spf1 include:n${index + 1}.test a -all`]]),
      );
    const last = { "n5.test": ["v=spf1 ip4:192.0.2.1 -all"] };

    expect((await spf({ txt: { ...chain(5), ...last } })).status).toBe("verified");
    expect((await spf({ txt: { ...chain(5), "n5.test": ["v=spf1 mx ip4:192.0.2.1 -all"] } })).status).toBe("invalid");
  });

  it("ends on a record that includes itself", async () => {
    const { lookups, asked } = aDns({ txt: { "good.test": ["v=spf1 include:good.test -all"] } });

    const { spf } = await checkDnsHealth(aMailbox({ dkimSelector: "s1" }), lookups);

    expect(spf.status).toBe("invalid");
    expect(asked.length).toBeLessThan(20);
  });

  it("is an error, never missing, when any question fails", async () => {
    const record = "v=spf1 include:_spf.good.test a mx -all";
    const txt = { "good.test": [record], "_spf.good.test": ["v=spf1 -all"] };
    const failing: World[] = [
      { txt: { ...txt, "_spf.good.test": "fails" } },
      { txt, addresses: { "good.test": "fails" } },
      { txt, mx: { "good.test": "fails" } },
      { txt, hosts: { "smtp.good.test": "fails" } },
      { txt, hosts: {} },
    ];

    expect(await spf({ txt: { "good.test": "fails" } })).toEqual({
      status: "error",
      expected: "v=spf1 a:smtp.good.test ~all",
      current: "",
    });
    for (const world of failing) {
      expect(await spf(world)).toEqual({
        status: "error",
        expected: "v=spf1 include:_spf.good.test a mx a:smtp.good.test -all",
        current: record,
      });
    }
  });
});

describe("DKIM", () => {
  const key = "v=DKIM1; k=rsa; p=MIGfMA0G";

  test.each<[ReturnType<typeof aMailbox>, string]>([
    [aMailbox({ type: "google" }), "google"],
    [aMailbox({ type: "outlook" }), "selector1"],
    [aMailbox({ type: "outlook" }), "selector2"],
    [aMailbox({ dkimSelector: "own.2026" }), "own.2026"],
    ...["default", "dkim", "mail", "s1", "s2", "k1"].map((selector): [ReturnType<typeof aMailbox>, string] => [aMailbox(), selector]),
  ])("is verified by a key where the mailbox's type looks (%#)", async (mailbox, selector) => {
    expect(await dkim({ txt: { [`${selector}._domainkey.good.test`]: [key] } }, mailbox)).toEqual({
      status: "verified",
      expected: key,
      current: key,
    });
  });

  it("does not look at other selectors when the mailbox names its own", async () => {
    const result = await dkim({ txt: { "s1._domainkey.good.test": [key] } }, aMailbox({ dkimSelector: "own" }));

    expect(result.status).toBe("missing");
    expect(result.expected).toContain("own._domainkey.good.test");
  });

  test.each([
    "v=DKIM1; k=rsa; p=MIG|fMA0G",
    "p=MIGfMA0G==",
    "v=DKIM1;p=MIGf MA0G;",
    "v=DKIM1; t=y; k=ed25519; h=sha256; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
  ])("accepts %j", async (record) => {
    const current = record.replace("|", "");

    expect(await dkim({ txt: { "s1._domainkey.good.test": [record] } })).toEqual({ status: "verified", expected: current, current });
  });

  test.each([
    ["v=DKIM1; p="],
    ["p="],
    ["v=DKIM1; k=rsa"],
    ["v=DKIM2; p=MIGf"],
    ["k=rsa; v=DKIM1; p=MIGf"],
    ["v=DKIM1; k=dsa; p=MIGf"],
    ["v=DKIM1; p=<key>"],
    [key, key],
  ])("is invalid by %j", async (...records) => {
    const result = await dkim({ txt: { "s1._domainkey.good.test": records } });

    expect(result).toMatchObject({
      status: "invalid",
      current: records.join("\n"),
      expected: expect.stringMatching(/^v=DKIM1; k=rsa; p=</),
    });
  });

  it("takes no wildcard TXT record for a key", async () => {
    expect((await dkim({ txt: { "s1._domainkey.good.test": ["v=spf1 -all"] } })).status).toBe("missing");
  });

  it("is an error when one selector fails and no other has a key, verified when one has", async () => {
    const failing = { "mail._domainkey.good.test": "fails", "s1._domainkey.good.test": ["v=DKIM1; p="] } as const;

    expect(await dkim({ txt: failing })).toMatchObject({ status: "error", current: "" });
    expect((await dkim({ txt: { ...failing, "k1._domainkey.good.test": [key] } })).status).toBe("verified");
  });
});

describe("DMARC", () => {
  const record = "v=DMARC1; p=none; rua=mailto:d@good.test";

  test.each([record, "v=DMARC1;p=reject", "v = DMARC1 ; sp=none; P=Quarantine;"])("is verified by %j", async (text) => {
    expect(await dmarc({ txt: { "_dmarc.good.test": [text] } })).toEqual({ status: "verified", expected: text, current: text });
  });

  test.each([["v=DMARC1; rua=mailto:d@good.test"], ["v=DMARC1; p="], ["v=DMARC1; p=maybe"], ["v=DMARC1; sp=none"], [record, record]])(
    "is invalid by %j",
    async (...records) => {
      const result = await dmarc({ txt: { "_dmarc.good.test": records } });

      expect(result).toEqual({ status: "invalid", expected: "v=DMARC1; p=none", current: records.join("\n") });
    },
  );

  it("is missing without a record, other texts aside", async () => {
    expect(await dmarc({ txt: { "_dmarc.good.test": ["p=none", "v=spf1 -all", "v=dmarc1; p=none"] } })).toEqual({
      status: "missing",
      expected: "v=DMARC1; p=none",
      current: "",
    });
  });

  it("comes from the organisational domain when the domain has none, and only then", async () => {
    const mailbox = aMailbox({ email: "ann@mail.sub.good.test" });
    const above = { "_dmarc.good.test": [record], "_dmarc.sub.good.test": ["v=DMARC1; p=reject"] };

    expect((await dmarc({ txt: above }, mailbox)).current).toBe(record);
    expect((await dmarc({ txt: { ...above, "_dmarc.mail.sub.good.test": ["v=DMARC1; rua=x"] } }, mailbox)).status).toBe("invalid");
    expect((await dmarc({ txt: { ...above, "_dmarc.mail.sub.good.test": "fails" } }, mailbox)).status).toBe("error");
  });
});
