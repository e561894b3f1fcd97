import { DnsFailure, type DnsLookups } from "./dns-lookups.ts";
import { parseIp } from "../egress/ip-address.ts";
import { dependsOnAddress, evaluateSpf, includesDomain, resolveSpf, spfRecords } from "./spf-record.ts";
import { insertTerms, mergeRecords, SpfProblem, testedWords } from "./spf-terms.ts";
import type { DnsRecordHealth } from "./dns-record.ts";

/** The sender that the record must authorise: the provider, by its include, or the SMTP host, by its addresses. */
export interface SpfSender {
  readonly domain: string;
  /** The mailbox's address, from which mail is sent. */
  readonly email: string;
  readonly include: string | undefined;
  readonly host: string;
}

/**
 * Checks the domain's SPF record: there must be exactly one, within ten lookups, that covers the sender; `expected` is the record as it should be,
 * merged.
 */
export const checkSpf = async (sender: SpfSender, lookups: DnsLookups): Promise<DnsRecordHealth> => {
  let wanted = sender.include === undefined ? hostTerm(sender.host) : `include:${sender.include}`;
  let current = "";
  try {
    const records = spfRecords(await lookups.txt(sender.domain));
    current = records.join("\n");
    if (sender.include === undefined && !isPublicName(sender.host)) wanted = addressTerms(await sendingAddresses(sender, lookups));
    if (records.length === 0) return { status: "missing", expected: suggestion("", wanted), current };
    const merged = mergeRecords(records);
    const covered = await covers(merged, sender, lookups);
    return {
      status: covered && records.length === 1 ? "verified" : "invalid",
      expected: covered ? merged : suggestion(merged, wanted),
      current,
    };
  } catch (error) {
    if (!(error instanceof DnsFailure)) throw error;
    return { status: "error", expected: suggestion(current === "" ? "" : mergeRecords(current.split("\n")), wanted), current };
  }
};

const covers = async (record: string, sender: SpfSender, lookups: DnsLookups): Promise<boolean> => {
  try {
    const { domain, email, include } = sender;
    const tree = await resolveSpf(record, domain, { email }, lookups);
    if (include !== undefined && includesDomain(tree, include)) return true;
    for (const ip of await sendingAddresses(sender, lookups)) {
      const seen = dependsOnAddress(tree) ? await resolveSpf(record, domain, { email, ip }, lookups) : tree;
      if (evaluateSpf(seen, ip) !== "+" && !(include !== undefined && includesDomain(seen, include))) return false;
    }
    return true;
  } catch (error) {
    if (error instanceof SpfProblem) return false;
    throw error;
  }
};

/** The host's IPv4 addresses, from which most mail leaves; its IPv6 addresses when it has no others. */
const sendingAddresses = async ({ host }: SpfSender, lookups: DnsLookups): Promise<readonly string[]> => {
  const all = parseIp(host) ? [host] : await lookups.hostAddresses(host);
  if (all.length === 0) throw new DnsFailure(host);
  const ipv4 = all.filter((address) => parseIp(address)?.family === 4);
  return ipv4.length > 0 ? ipv4 : all;
};

/** An address, or a name without a dot, cannot be resolved by receivers. */
const isPublicName = (host: string) => host.includes(".") && !parseIp(host);

const hostTerm = (host: string): string => (parseIp(host) ? addressTerms([host]) : `a:${host}`);

const addressTerms = (addresses: readonly string[]) =>
  addresses.map((address) => `${address.includes(":") ? "ip6" : "ip4"}:${address}`).join(" ");

/** The record with the missing term added; a broken record that already names the sender is returned unchanged. */
const suggestion = (record: string, wanted: string): string => {
  if (record === "") return `v=spf1 ${wanted} ~all`;
  const words = testedWords(record);
  const lacking = wanted.split(" ").filter((term) => !words.includes(term.toLowerCase()));
  return lacking.length === 0 ? record : insertTerms(record, lacking.join(" "));
};
