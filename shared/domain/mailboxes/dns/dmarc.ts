import { DnsFailure, type DnsLookups } from "./dns-lookups.ts";
import type { DnsRecordHealth } from "./dns-record.ts";

const SUGGESTED = "v=DMARC1; p=none";

/** Checks the domain's DMARC record, else its organisational domain's (RFC 7489, 6.6.3): there must be exactly one, with a policy. */
export const checkDmarc = async (domain: string, lookups: DnsLookups): Promise<DnsRecordHealth> => {
  try {
    const own = await dmarcRecords(domain, lookups);
    const records = own.length > 0 ? own : await recordsAbove(domain, lookups);
    return records.length > 0 ? judge(records) : { status: "missing", expected: SUGGESTED, current: "" };
  } catch (error) {
    if (error instanceof DnsFailure) return { status: "error", expected: SUGGESTED, current: "" };
    throw error;
  }
};

const recordsAbove = async (domain: string, lookups: DnsLookups): Promise<readonly string[]> => {
  const above = await lookups.organisationalDomain(domain);
  return above === undefined || above === domain ? [] : dmarcRecords(above, lookups);
};

const dmarcRecords = async (domain: string, lookups: DnsLookups): Promise<readonly string[]> => {
  const records = await lookups.txt(`_dmarc.${domain}`);
  return records.map((strings) => strings.join("")).filter((record) => /^\s*v\s*=\s*DMARC1\s*(?:;|$)/.test(record));
};

const judge = (records: readonly string[]): DnsRecordHealth => {
  const current = records.join("\n");
  const valid = records.length === 1 && /;\s*p\s*=\s*(?:none|quarantine|reject)\s*(?:;|$)/i.test(current);
  return { status: valid ? "verified" : "invalid", expected: valid ? current : SUGGESTED, current };
};
