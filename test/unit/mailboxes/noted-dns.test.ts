import { afterEach, expect, it, vi } from "vitest";
import { checkDns, recheckDns } from "#shared/mailboxes/dns/check-dns.ts";
import { type DnsLookups, type DnsHealth, type DnsStatus, dnsAfterCheck, type StoredDns } from "#shared/mailboxes/dns/dns-record.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memoryMailboxes } from "#test/support/memory/mailboxes.ts";

const at = (hours: number) => new Date(Date.UTC(2026, 10, 20) + hours * 3_600_000);
const health = (spf: DnsStatus, dkim: DnsStatus = "verified"): DnsHealth => ({
  dkim: { status: dkim, expected: "v=DKIM1", current: "" },
  spf: { status: spf, expected: "v=spf1 ~all", current: spf === "missing" ? "" : "v=spf1 -all" },
  dmarc: { status: "verified", expected: "", current: "v=DMARC1" },
});
/** What is kept after checks an hour apart. */
const after = (...checks: readonly DnsHealth[]) =>
  checks.reduce<StoredDns | undefined>((before, check, hour) => dnsAfterCheck(before, check, at(hour)), undefined);

it("keeps the states of a check", () => {
  expect(after(health("missing"))).toEqual({ checkedAt: at(0), dkim: "verified", spf: "missing", dmarc: "verified" });
});

it("calls no record broken that was never verified", () => {
  expect(after(health("missing"), health("invalid"), health("missing"))?.broken).toBeUndefined();
  expect(after(health("not_applicable"), health("missing"))?.broken).toBeUndefined();
});

it("calls a record broken that was verified and is missing or invalid, since then, until it is verified again", () => {
  const spf = { name: "spf", expected: "v=spf1 ~all" };

  expect(after(health("verified"), health("missing"))?.broken).toEqual({
    since: at(1),
    records: [{ ...spf, status: "missing", current: "" }],
  });
  expect(after(health("verified"), health("missing"), health("invalid"))?.broken).toEqual({
    since: at(1),
    records: [{ ...spf, status: "invalid", current: "v=spf1 -all" }],
  });
  expect(after(health("verified"), health("missing"), health("verified"))).toEqual({
    checkedAt: at(2),
    dkim: "verified",
    spf: "verified",
    dmarc: "verified",
  });
});

it("names each broken record, and the time of the first", () => {
  const { broken } = after(health("verified"), health("invalid"), health("invalid", "missing"), health("verified", "missing"))!;

  expect(after(health("verified"), health("invalid"), health("invalid", "missing"))?.broken).toMatchObject({
    since: at(1),
    records: [{ name: "dkim" }, { name: "spf" }],
  });
  expect(broken).toMatchObject({ since: at(1), records: [{ name: "dkim" }] });
});

it("keeps what was known while the DNS does not answer", () => {
  const noAnswer = health("error", "error");

  expect(after(noAnswer)).toMatchObject({ spf: "error" });
  expect(after(health("verified"), noAnswer)).toEqual({ checkedAt: at(1), dkim: "verified", spf: "verified", dmarc: "verified" });
  expect(after(health("verified"), noAnswer, health("missing"))?.broken).toMatchObject({ since: at(2) });
  expect(after(health("verified"), health("missing"), noAnswer)).toMatchObject({
    spf: "missing",
    broken: { since: at(1), records: [{ name: "spf", status: "missing" }] },
  });
});

it("keeps no more than 300 characters of a value", () => {
  const long = { status: "invalid", expected: "e".repeat(999), current: "c".repeat(999) } as const;
  const broken = after(health("verified"), { ...health("verified"), spf: long })?.broken;

  expect(broken?.records).toEqual([{ name: "spf", status: "invalid", expected: "e".repeat(300), current: "c".repeat(300) }]);
});

/** A DNS whose TXT records may be changed, and that may hang. */
const aDns = () => {
  const state = { txt: {} as Record<string, string>, hangs: false, asked: 0 };
  const lookups: DnsLookups = {
    txt: async (name) => {
      state.asked += 1;
      if (state.hangs) await new Promise(() => undefined);
      const record = state.txt[name];
      return record === undefined ? [] : [[record]];
    },
    addresses: async () => [],
    mailServers: async () => [],
    hostAddresses: async () => [],
    organisationalDomain: async (name) => name,
  };
  return { state, lookups };
};
const DMARC = { "_dmarc.good.test": "v=DMARC1; p=none" };

/** A mailbox that was checked at hour 0 while its DMARC record was there. */
const checked = async () => {
  const { state, lookups } = aDns();
  const mailboxes = memoryMailboxes();
  const mailbox = aMailbox({ email: "ann@good.test", dkimSelector: "s1" });
  await mailboxes.insert(mailbox, {});
  state.txt = { ...DMARC };
  const ports = (hours: number) => ({ mailboxes, dns: lookups, clock: { now: () => at(hours) } });
  await checkDns(ports(0), mailbox.userId, mailbox.id);
  return { state, mailboxes, ports, noted: async () => (await mailboxes.find(mailbox.userId, mailbox.id))?.dns };
};

afterEach(() => void vi.useRealTimers());

it("is noted by a check", async () => {
  const { noted } = await checked();

  expect(await noted()).toEqual({ checkedAt: at(0), dkim: "missing", spf: "missing", dmarc: "verified" });
});

it("is checked again after a day, not before, and never unless it was checked once", async () => {
  const { state, mailboxes, ports, noted } = await checked();
  await mailboxes.insert(aMailbox({ email: "never@good.test" }), {});
  state.txt = {};
  state.asked = 0;

  await recheckDns(ports(24));
  expect([state.asked, (await noted())?.checkedAt]).toEqual([0, at(0)]);

  await recheckDns(ports(25));
  expect(await noted()).toMatchObject({ checkedAt: at(25), dmarc: "missing", broken: { since: at(25), records: [{ name: "dmarc" }] } });
  const asked = state.asked;
  await recheckDns(ports(26));
  expect(state.asked).toBe(asked);
});

it("counts a resolver that takes too long as one that does not answer, and asks it again a day later", async () => {
  const { state, ports, noted } = await checked();
  state.hangs = true;
  vi.useFakeTimers();

  const done = recheckDns(ports(25));
  await vi.advanceTimersByTimeAsync(4_000);
  await done;

  expect(await noted()).toEqual({ checkedAt: at(25), dkim: "missing", spf: "missing", dmarc: "verified" });
});
