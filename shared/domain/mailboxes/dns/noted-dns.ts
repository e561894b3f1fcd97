import type { DnsHealth, DnsStatus } from "./dns-record.ts";

const dnsRecordNames = ["dkim", "spf", "dmarc"] as const satisfies readonly (keyof DnsHealth)[];
type DnsRecordName = (typeof dnsRecordNames)[number];

/** A record that was verified and is not any more; its values are cut. */
export interface BrokenRecord {
  readonly name: DnsRecordName;
  readonly status: "missing" | "invalid";
  readonly expected: string;
  readonly current: string;
}

/** What a mailbox keeps of the last check of its domain's records. */
export interface NotedDns extends Readonly<Record<DnsRecordName, DnsStatus>> {
  readonly checkedAt: Date;
  /** The records that broke, and since when the first of them is; absent while none is. */
  readonly broken?: { readonly since: Date; readonly records: readonly BrokenRecord[] };
}

/** How much of a record's value is kept. */
const VALUE_MAX = 300;

/**
 * What is kept of a check, given the one before. A record is broken when it was verified and is missing or invalid now, until it is verified again.
 * Where the DNS did not answer, what was known stays.
 */
export const noteDns = (before: NotedDns | undefined, health: DnsHealth, checkedAt: Date): NotedDns => {
  const brokenBefore = (name: DnsRecordName) => before?.broken?.records.find((record) => record.name === name);
  const statusOf = (name: DnsRecordName) => (health[name].status === "error" && before ? before[name] : health[name].status);
  const records = dnsRecordNames.flatMap((name): readonly BrokenRecord[] => {
    const { status, expected, current } = health[name];
    const known = brokenBefore(name);
    if (status === "error") return known ? [known] : [];
    if (!(status === "missing" || status === "invalid") || !(known ?? before?.[name] === "verified")) return [];
    return [{ name, status, expected: expected.slice(0, VALUE_MAX), current: current.slice(0, VALUE_MAX) }];
  });
  const broken = records.length > 0 && { since: before?.broken?.since ?? checkedAt, records };
  return { checkedAt, dkim: statusOf("dkim"), spf: statusOf("spf"), dmarc: statusOf("dmarc"), ...(broken && { broken }) };
};
