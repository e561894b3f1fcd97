import { describe, expect, it, test } from "vitest";
import { checkDnsHealth } from "#shared/mailboxes/dns/check-dns.ts";
import { aDns, aMailbox, health, type World } from "./dns-world.ts";

const spf = async (world: World, mailbox = aMailbox()) => (await health(world, mailbox)).spf;

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

  it("is invalid by an include that stands behind `all`, at any depth, and expects it before", async () => {
    const txt = {
      "_spf.google.com": ["v=spf1 ip4:198.51.100.0/24 ~all"],
      "bad.good.test": ["v=spf1 -all include:_spf.google.com"],
      "softly.good.test": ["v=spf1 ?all include:_spf.google.com"],
    };
    const of = (record: string) => spf({ txt: { ...txt, "good.test": [record] } }, aMailbox({ type: "google" }));

    expect(await of("v=spf1 -all include:_spf.google.com")).toMatchObject({
      status: "invalid",
      expected: "v=spf1 include:_spf.google.com -all",
    });
    expect((await of("v=spf1 mx ~all ip4:192.0.2.9 include:_spf.google.com")).expected).toBe(
      "v=spf1 mx include:_spf.google.com ~all ip4:192.0.2.9",
    );
    expect(await of("v=spf1 include:bad.good.test ~all")).toMatchObject({
      status: "invalid",
      expected: "v=spf1 include:bad.good.test include:_spf.google.com ~all",
    });
    expect((await of("v=spf1 redirect=softly.good.test")).status).toBe("invalid");
    expect((await of("v=spf1 include:_spf.google.com -all include:x.test")).status).toBe("verified");
    expect((await spf({ txt: { "good.test": ["v=spf1 -all ip4:192.0.2.1"] } })).status).toBe("invalid");
  });

  test.each<[string, World]>([
    ["include:%{ir}.%{v}.%{d}.has.host.test", { txt: { "1.2.0.192.in-addr.good.test.has.host.test": ["v=spf1 ip4:192.0.2.1 -all"] } }],
    ["exists:%{i}._spf.host.test", { addresses: { "192.0.2.1._spf.host.test": ["127.0.0.2"] } }],
    ["exists:%{i2}.%{d1r}.host.test", { addresses: { "2.1.good.host.test": ["127.0.0.2"] } }],
    ["exists:%{l1r-}.%{o}.%{s}.host.test", { addresses: { "ann.good.test.ann@good.test.host.test": ["127.0.0.2"] } }],
    ["exists:%{L}%%%_%-%{h}.host.test", { addresses: { "ann% %20unknown.host.test": ["127.0.0.2"] } }],
    ["a:%{d}", { addresses: { "good.test": ["192.0.2.1"] } }],
    [
      "include:_spf.%{d2}",
      { txt: { "_spf.good.test": ["v=spf1 exists:%{i}.%{d} -all"] }, addresses: { "192.0.2.1._spf.good.test": ["127.0.0.2"] } },
    ],
  ])("is verified when hosted SPF answers for the host's address: %s", async (term, { txt, addresses }) => {
    const world = { txt: { ...txt, "good.test": [`v=spf1 ${term} -all`] }, addresses: { ...addresses } };

    expect((await spf(world)).status).toBe("verified");
    expect((await spf({ txt: { "good.test": [`v=spf1 ${term} -all`] } })).status).toBe("invalid");
    expect((await spf({ ...world, hosts: { "smtp.good.test": ["192.0.2.1", "192.0.3.3"] } })).status).toBe(
      term.includes("%{l") || term.includes("%{L") ? "verified" : "invalid",
    );
  });

  it("expands an IPv6 address in its digits, and takes an AAAA record for no answer of `exists`", async () => {
    const digits = "2.0.0.1.0.d.b.8.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.9";
    const of = (record: string, found: readonly string[]) =>
      spf(
        { txt: { "good.test": [record] }, addresses: { [`${digits}.ip6.host.test`]: found }, hosts: { "smtp.good.test": ["2001:db8::9"] } },
        aMailbox(),
      );

    expect((await of("v=spf1 exists:%{i}.%{v}.host.test -all", ["127.0.0.2"])).status).toBe("verified");
    expect((await of("v=spf1 exists:%{i}.%{v}.host.test -all", ["::1"])).status).toBe("invalid");
  });

  it("is verified by the provider's include in a record that hosted SPF makes for the address", async () => {
    const txt = {
      "good.test": ["v=spf1 include:%{ir}.has.host.test -all"],
      "1.2.0.192.has.host.test": ["v=spf1 include:_spf.google.com -all"],
      "_spf.google.com": ["v=spf1 -all"],
    };

    expect((await spf({ txt }, aMailbox({ type: "google" }))).status).toBe("verified");
    expect((await spf({ txt: { ...txt, "1.2.0.192.has.host.test": [] } }, aMailbox({ type: "google" }))).status).toBe("invalid");
  });

  test.each(["exists:%{x}.host.test", "exists:%{i0}.host.test", "include:%{d", "exists:%i.host.test"])(
    "is invalid by a malformed macro: %s",
    async (term) => {
      expect((await spf({ txt: { "good.test": [`v=spf1 ip4:192.0.2.1 ${term} -all`] } })).status).toBe("invalid");
    },
  );

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
