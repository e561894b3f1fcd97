import { inRange, parseCidr, parseIp, type IpRange } from "../egress/ip-address.ts";
import { parseTerms, SpfProblem, type SpfTerm } from "./spf-terms.ts";
import type { DnsLookups } from "./dns-lookups.ts";

/** An SPF record with all records that it refers to. */
export interface SpfTree {
  readonly terms: readonly ResolvedTerm[];
}

interface ResolvedTerm extends SpfTerm {
  readonly ranges: readonly IpRange[];
  /** The record of an include or a redirect. */
  readonly tree?: SpfTree;
}

const MAX_LOOKUPS = 10;
const MAX_MAIL_SERVERS = 10;

interface Walk {
  readonly lookups: DnsLookups;
  spent: number;
}

/** The TXT records that are SPF records (RFC 7208, 4.5). */
export const spfRecords = (txt: readonly (readonly string[])[]): readonly string[] => {
  return txt.map((strings) => strings.join("")).filter((record) => /^v=spf1(?: |$)/i.test(record));
};

/** Looks up everything that the record of this domain refers to; throws SpfProblem above ten lookups in all (RFC 7208, 4.6.4) and DnsFailure. */
export const resolveSpf = (record: string, domain: string, lookups: DnsLookups): Promise<SpfTree> => {
  return resolveTerms(record, domain, { lookups, spent: 0 });
};

/** The qualifier of the mechanism that matches the address, `?` when none does (RFC 7208, 4.6). */
export const evaluateSpf = ({ terms }: SpfTree, address: string): string => {
  const ip = parseIp(address);
  const match = terms.find((term) => {
    if (term.name === "all") return true;
    if (term.name === "include") return term.tree !== undefined && evaluateSpf(term.tree, address) === "+";
    return ip !== undefined && term.ranges.some((range) => inRange(ip, range));
  });
  if (match) return match.qualifier;
  const redirect = terms.find((term) => term.name === "redirect")?.tree;
  return redirect ? evaluateSpf(redirect, address) : "?";
};

/** Whether the record, or one that it includes, contains an include of the domain. */
export const includesDomain = ({ terms }: SpfTree, domain: string): boolean => {
  return terms.some(
    (term) =>
      term.tree !== undefined &&
      term.qualifier === "+" &&
      (term.value.toLowerCase().replace(/\.$/, "") === domain || includesDomain(term.tree, domain)),
  );
};

const resolveTerms = async (record: string, domain: string, walk: Walk): Promise<SpfTree> => {
  const parsed = parseTerms(record);
  const hasAll = parsed.some((term) => term.name === "all");
  const terms: ResolvedTerm[] = [];
  for (const term of parsed) {
    // RFC 7208, 6.1: in a record with `all`, redirect has no effect.
    if (!(hasAll && term.name === "redirect")) terms.push(await resolveTerm(term, domain, walk));
  }
  return { terms };
};

const resolveTerm = async (term: SpfTerm, domain: string, walk: Walk): Promise<ResolvedTerm> => {
  const { name, value } = term;
  if (name === "ip4" || name === "ip6") return { ...term, ranges: [addressRange(value, name)] };
  if (name === "all") return { ...term, ranges: [] };
  walk.spent += 1;
  if (walk.spent > MAX_LOOKUPS) throw new SpfProblem("more than ten look-ups");
  // Macros depend on the sender of a single message; `exists` and `ptr` need them. They cost a lookup and prove nothing here.
  if (value.includes("%") || name === "exists" || name === "ptr") return { ...term, ranges: [] };
  if (name === "include" || name === "redirect") return { ...term, ranges: [], tree: await resolveDomain(value, walk) };
  return { ...term, ranges: await hostRanges(term, domain, walk.lookups) };
};

const resolveDomain = async (domain: string, walk: Walk): Promise<SpfTree> => {
  const [record, ...more] = spfRecords(await walk.lookups.txt(domain));
  if (record === undefined || more.length > 0) throw new SpfProblem("an included domain has no single SPF record");
  return resolveTerms(record, domain, walk);
};

/** `a` and `mx`: the addresses of the domain, or of its mail servers, extended to the given prefixes. */
const hostRanges = async ({ name, value }: SpfTerm, domain: string, lookups: DnsLookups): Promise<readonly IpRange[]> => {
  const [, host = "", prefix4 = "32", prefix6 = "128"] = /^([^/]*)(?:\/(\d+))?(?:\/\/(\d+))?$/.exec(value) ?? [];
  const target = host === "" ? domain : host;
  const hosts = name === "mx" ? (await lookups.mailServers(target)).slice(0, MAX_MAIL_SERVERS) : [target];
  const addresses = (await Promise.all(hosts.map((each) => lookups.addresses(each)))).flat();
  return addresses.map((address) => addressRange(`${address}/${address.includes(":") ? prefix6 : prefix4}`, "address"));
};

const addressRange = (text: string, name: string): IpRange => {
  const range = parseCidr(text.includes("/") ? text : `${text}/${name === "ip4" ? 32 : 128}`);
  if (!range || (name !== "address" && range.family !== (name === "ip4" ? 4 : 6))) throw new SpfProblem("a malformed address");
  return range;
};
