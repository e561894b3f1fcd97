import { DnsFailure, type DnsLookups } from "./dns-lookups.ts";
import type { DnsRecordHealth } from "./dns-record.ts";

const SUGGESTED = "v=DMARC1; p=none";

/** Checks the domain's DMARC record, else its organisational domain's (RFC 7489, 6.6.3): there must be exactly one, with a policy. */
export const checkDmarc = async (domain: string, lookups: DnsLookups): Promise<DnsRecordHealth> => {
  const above = lookups.organisationalDomain(domain);
  const domains = above === undefined ? [domain] : [...new Set([domain, above])];
  try {
    for (const name of domains) {
      const records = await dmarcRecords(name, lookups);
      if (records.length > 0) return judge(records);
    }
    return { status: "missing", expected: SUGGESTED, current: "" };
  } catch (error) {
    if (error instanceof DnsFailure) return { status: "error", expected: SUGGESTED, current: "" };
    throw error;
  }
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
