import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { createDnsLookups } from "#shared/mailboxes/dns/system-lookups.ts";
import { DnsFailure } from "#shared/mailboxes/dns/dns-record.ts";
import { startDnsServer } from "#test/support/dns-server.ts";

let server: Awaited<ReturnType<typeof startDnsServer>>;
let lookups: ReturnType<typeof createDnsLookups>;
beforeAll(async () => {
  server = await startDnsServer({
    "good.test": {
      TXT: [["v=spf1 ", "-all"], "other"],
      A: ["192.0.2.1", "192.0.2.2"],
      AAAA: ["2001:db8::1"],
      MX: ["10 mx.good.test", "20 mx2.good.test"],
    },
    "_imaps._tcp.good.test": { SRV: ["5 7 993 imap.good.test"] },
    "null.test": { MX: ["0 ."] },
    "alias.test": { CNAME: ["hop.test"] },
    "hop.test": { CNAME: ["good.test"] },
    "loop.test": { CNAME: ["loop.test"] },
    "dangling.test": { CNAME: ["nowhere.test"] },
    "broken.test": { CNAME: ["servfail.test"] },
    "servfail.test": "SERVFAIL",
    "refused.test": "REFUSED",
    "mute.test": "timeout",
  });
  lookups = createDnsLookups({ servers: [server.address], timeoutMs: 60 });
});
afterAll(() => server.stop());

describe("txt", () => {
  it("gives each record in its strings", async () => {
    expect(await lookups.txt("good.test")).toEqual([["v=spf1 ", "-all"], ["other"]]);
  });

  it("follows aliases to their end, and no loop for ever", async () => {
    expect(await lookups.txt("alias.test")).toEqual([["v=spf1 ", "-all"], ["other"]]);
    expect(await lookups.txt("dangling.test")).toEqual([]);
    expect(await lookups.txt("loop.test")).toEqual([]);
  });

  it("gives nothing for a name that does not exist, or has no such record", async () => {
    expect(await lookups.txt("nowhere.test")).toEqual([]);
    expect(await lookups.txt("null.test")).toEqual([]);
  });

  test.each(["servfail.test", "refused.test", "mute.test", "broken.test"])("throws DnsFailure for %s", async (name) => {
    await expect(lookups.txt(name)).rejects.toThrow(DnsFailure);
  });

  it("throws DnsFailure when no server listens", async () => {
    const deaf = createDnsLookups({ servers: ["127.0.0.1:1"], timeoutMs: 50 });

    await expect(deaf.txt("good.test")).rejects.toThrow(DnsFailure);
  });
});

describe("addresses and mailServers", () => {
  it("give both families, and the hosts", async () => {
    expect((await lookups.addresses("good.test")).toSorted()).toEqual(["192.0.2.1", "192.0.2.2", "2001:db8::1"]);
    expect((await lookups.mailServers("good.test")).toSorted()).toEqual(["mx.good.test", "mx2.good.test"]);
  });

  it("give nothing where nothing is", async () => {
    expect(await lookups.addresses("null.test")).toEqual([]);
    expect(await lookups.mailServers("null.test")).toEqual([]);
  });

  it("throw DnsFailure when either family fails", async () => {
    await expect(lookups.addresses("servfail.test")).rejects.toThrow(DnsFailure);
  });
});

describe("services and aliases", () => {
  it("give the record's four fields, the alias alone, and nothing where nothing is", async () => {
    expect(await lookups.services("_imaps._tcp.good.test")).toEqual([{ host: "imap.good.test", port: 993, priority: 5, weight: 7 }]);
    expect(await lookups.aliases("alias.test")).toEqual(["hop.test"]);
    expect(await lookups.services("_imap._tcp.good.test")).toEqual([]);
    expect(await lookups.aliases("good.test")).toEqual([]);
  });

  test.each(["services", "aliases"] as const)("%s throws DnsFailure when the resolver fails", async (query) => {
    await expect(lookups[query]("servfail.test")).rejects.toThrow(DnsFailure);
  });
});

describe("hostAddresses", () => {
  it("asks the system, which knows the hosts file", async () => {
    expect(await lookups.hostAddresses("localhost")).toContain("127.0.0.1");
    expect(await lookups.hostAddresses("192.0.2.7")).toEqual(["192.0.2.7"]);
  });
});

describe("organisationalDomain", () => {
  test.each([
    ["mail.sub.good.test", "good.test"],
    ["a.b.co.uk", "b.co.uk"],
    ["mail.ann.github.io", "ann.github.io"],
    ["co.uk", undefined],
  ])("of %s is %s", async (name, expected) => {
    expect(await lookups.organisationalDomain(name)).toBe(expected);
  });
});
