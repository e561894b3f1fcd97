/** `error`: a resolver failed; `not_applicable`: the domain belongs to a freemail provider (contract/README.md, "Mailboxes", DNS). */
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
