/** `error`: a resolver failed; `not_applicable`: the domain belongs to a freemail provider (contract/README.md, "Mailboxes", DNS). */
export type DnsStatus = "verified" | "missing" | "invalid" | "error" | "not_applicable";

/** A record as it should be and as it is, in the text of its value; empty where there is none. */
export interface DnsRecordHealth {
  readonly status: DnsStatus;
  readonly expected: string;
  readonly current: string;
}
