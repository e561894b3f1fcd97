/** The resolver failed (SERVFAIL, refused, timeout): whether the name has a record is unknown. */
export class DnsFailure extends Error {
  constructor(name: string, options?: ErrorOptions) {
    super(`DNS lookup failed: ${name}`, options);
    this.name = "DnsFailure";
  }
}

/** DNS queries. A name or record that does not exist gives the empty list; a failing resolver throws DnsFailure. */
export interface DnsLookups {
  /** TXT records, each as its list of strings; CNAMEs are followed. */
  txt(name: string): Promise<readonly (readonly string[])[]>;
  /** A and AAAA. */
  addresses(name: string): Promise<readonly string[]>;
  /** The hosts of the MX records. */
  mailServers(name: string): Promise<readonly string[]>;
  /** The addresses that a connection to the host would use, from the system's resolvers and its hosts file. */
  hostAddresses(host: string): Promise<readonly string[]>;
  /** The registrable domain by the public suffix list; undefined for a public suffix. */
  organisationalDomain(name: string): Promise<string | undefined>;
}

/** `error`: a resolver failed; `not_applicable`: the domain belongs to a freemail provider (api/README.md, "Mailboxes", DNS). */
export type DnsStatus = "verified" | "missing" | "invalid" | "error" | "not_applicable";

/** A record's expected and actual value; empty where there is none. */
export interface DnsRecordHealth {
  readonly status: DnsStatus;
  readonly expected: string;
  readonly current: string;
}

/** The three records by which receivers judge a domain's mail. */
export interface DnsHealth {
  readonly dkim: DnsRecordHealth;
  readonly spf: DnsRecordHealth;
  readonly dmarc: DnsRecordHealth;
}

const dnsRecordNames = ["dkim", "spf", "dmarc"] as const satisfies readonly (keyof DnsHealth)[];
type DnsRecordName = (typeof dnsRecordNames)[number];

/** A record that was verified before and is not any more; its values are cut. */
export interface BrokenRecord {
  readonly name: DnsRecordName;
  readonly status: "missing" | "invalid";
  readonly expected: string;
  readonly current: string;
}

/** What a mailbox stores of the last check of its domain's records. */
export interface StoredDns extends Readonly<Record<DnsRecordName, DnsStatus>> {
  readonly checkedAt: Date;
  /** The broken records, and since when the first of them is broken; absent when none is. */
  readonly broken?: { readonly since: Date; readonly records: readonly BrokenRecord[] };
}

/** How much of a record's value is kept. */
const VALUE_MAX = 300;

/**
 * What a mailbox stores of a check, given what it stored before. A record that was verified is broken from the check that finds it missing or
 * invalid, until it is verified again. When the DNS did not answer, the earlier state stays.
 */
export const dnsAfterCheck = (before: StoredDns | undefined, health: DnsHealth, checkedAt: Date): StoredDns => {
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
