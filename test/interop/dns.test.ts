import { createSocket } from "node:dgram";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDnsLookups } from "#shared/mailboxes/dns/system-lookups.ts";
import { checkDnsHealth } from "#shared/mailboxes/dns/check-dns.ts";
import { hasKnot, startKnot } from "./knot.ts";

const LONG_KEY = "A".repeat(720);

if (!hasKnot) console.log("skipped: DNS against Knot needs Debian's knot (/usr/sbin/knotd)");

describe.skipIf(!hasKnot)("the DNS check against Knot", () => {
  let knot: Awaited<ReturnType<typeof startKnot>>;
  beforeAll(async () => {
    knot = await startKnot({
      "good.test": [
        '@ TXT "v=spf1 ip4:127.0.0.1 -all"',
        's1._domainkey TXT "v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEF" "AAOCAQ8AMIIBCgKCAQEAvxL"',
        '_dmarc TXT "v=DMARC1; p=none; rua=mailto:d@good.test"',
        'sub TXT "v=spf1 include:good.test ~all"',
        "selector1._domainkey.sub CNAME selector1.keys.good.test.",
        `selector1.keys TXT ${LONG_KEY.match(/.{1,240}/g)?.reduce((text, part) => `${text} "${part}"`, '"v=DKIM1; k=rsa; p="')}`,
        "s2._domainkey.alias CNAME dkim.provider.test.",
      ],
      "provider.test": ['dkim TXT "v=DKIM1; k=rsa; p=MIGf"'],
      "bare.test": [],
      "wrong.test": [
        '@ TXT "v=spf1 -all"',
        '@ TXT "v=spf1 ip4:127.0.0.1 -all"',
        's1._domainkey TXT "v=DKIM1; p="',
        '_dmarc TXT "v=DMARC1; rua=mailto:d@wrong.test"',
      ],
      "deep.test": Array.from(
        { length: 12 },
        (_, index) => `${index === 0 ? "@" : `n${index}`} TXT "v=spf1 include:n${index + 1}.deep.test ip4:127.0.0.1 -all"`,
      ),
      "broken.test": "absent",
    });
  });
  afterAll(() => knot?.stop());

  const check = (domain: string, type: "smtp" | "outlook" = "smtp", servers = [knot.address]) =>
    checkDnsHealth(
      { type, email: `ann@${domain}`, smtp: { host: "localhost", port: 465, secure: "tls", username: "ann" } },
      createDnsLookups({ servers, timeoutMs: 100 }),
    );

  it("verifies a domain with all three records", async () => {
    const { dkim, spf, dmarc } = await check("good.test");

    expect([dkim.status, spf.status, dmarc.status]).toEqual(["verified", "verified", "verified"]);
    expect(dkim.current).toBe("v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAvxL");
    expect(spf).toEqual({ status: "verified", expected: "v=spf1 ip4:127.0.0.1 -all", current: "v=spf1 ip4:127.0.0.1 -all" });
  });

  it("follows includes, an alias to a key too long for a datagram, and the organisational domain's policy", async () => {
    const { dkim, spf, dmarc } = await check("sub.good.test", "outlook");

    expect([dkim.status, spf.status, dmarc.status]).toEqual(["verified", "verified", "verified"]);
    expect(dkim.current).toBe(`v=DKIM1; k=rsa; p=${LONG_KEY}`);
    expect(dmarc.current).toBe("v=DMARC1; p=none; rua=mailto:d@good.test");
  });

  it("follows an alias out of the zone", async () => {
    expect((await check("alias.good.test")).dkim).toMatchObject({ status: "verified", current: "v=DKIM1; k=rsa; p=MIGf" });
  });

  it("finds all three missing in a bare zone, and in a name that does not exist", async () => {
    for (const domain of ["bare.test", "nothing.bare.test"]) {
      const { dkim, spf, dmarc } = await check(domain);

      expect([dkim.status, spf.status, dmarc.status]).toEqual(["missing", "missing", "missing"]);
      expect([spf.expected, dmarc.expected]).toEqual(["v=spf1 ip4:127.0.0.1 ~all", "v=DMARC1; p=none"]);
    }
  });

  it("finds two SPF records, a revoked key and a policy without p= invalid, and expects one merged SPF record", async () => {
    const { dkim, spf, dmarc } = await check("wrong.test");

    expect([dkim.status, spf.status, dmarc.status]).toEqual(["invalid", "invalid", "invalid"]);
    expect(spf.expected).toBe("v=spf1 ip4:127.0.0.1 -all");
    expect(spf.current.split("\n").toSorted()).toEqual(["v=spf1 -all", "v=spf1 ip4:127.0.0.1 -all"]);
  });

  it("finds a chain of more than ten includes invalid", async () => {
    expect((await check("deep.test")).spf.status).toBe("invalid");
  });

  it("reports a failing zone, a refused one and a resolver that never answers as errors", async () => {
    const silent = createSocket("udp4");
    await new Promise<void>((resolve) => silent.bind(0, "127.0.0.1", resolve));

    const results = [
      await check("broken.test"),
      await check("elsewhere.example"),
      await check("good.test", "smtp", [`127.0.0.1:${silent.address().port}`]),
    ];
    silent.close();

    for (const { dkim, spf, dmarc } of results) expect([dkim.status, spf.status, dmarc.status]).toEqual(["error", "error", "error"]);
  });
});
