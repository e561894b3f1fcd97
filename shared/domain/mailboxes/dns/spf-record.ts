import { inRange, parseCidr, parseIp, type IpRange } from "../egress/ip-address.ts";
import { expandMacros, parseTerms, SpfProblem, type SpfTerm, usesAddress } from "./spf-terms.ts";
import type { DnsLookups } from "./dns-lookups.ts";

/** An SPF record with all records that it refers to. */
export interface SpfTree {
  readonly terms: readonly ResolvedTerm[];
}

interface ResolvedTerm extends SpfTerm {
  readonly ranges: readonly IpRange[];
  /** An `exists` whose name exists. */
  readonly matches?: boolean;
  /** Whether its macros contain the address of a mail. */
  readonly depends?: boolean;
  /** The record of an include or a redirect. */
  readonly tree?: SpfTree;
}

const MAX_LOOKUPS = 10;
const MAX_MAIL_SERVERS = 10;

/** The mail that a receiver checks, as far as it is known: macros are expanded for it (RFC 7208, 7). */
export interface SpfMail {
  /** The envelope sender. */
  readonly email: string;
  /** The address from which the mail comes; without it, terms that depend on it match nothing. */
  readonly ip?: string;
}

interface Walk {
  readonly lookups: DnsLookups;
  readonly mail: SpfMail;
  spent: number;
}

/** The TXT records that are SPF records (RFC 7208, 4.5). */
export const spfRecords = (txt: readonly (readonly string[])[]): readonly string[] => {
  return txt.map((strings) => strings.join("")).filter((record) => /^v=spf1(?: |$)/i.test(record));
};

/**
 * Looks up everything that the record of this domain refers to for one mail; throws SpfProblem above ten lookups in all (RFC 7208, 4.6.4) and
 * DnsFailure.
 */
export const resolveSpf = (record: string, domain: string, mail: SpfMail, lookups: DnsLookups): Promise<SpfTree> => {
  return resolveTerms(record, domain, { lookups, mail, spent: 0 });
};

/** Whether the record, or one that it refers to, has terms that depend on the address from which a mail comes. */
export const dependsOnAddress = ({ terms }: SpfTree): boolean =>
  terms.some(({ depends, tree }) => depends || (tree !== undefined && dependsOnAddress(tree)));

/** The qualifier of the mechanism that matches the address, `?` when none does (RFC 7208, 4.6). */
export const evaluateSpf = ({ terms }: SpfTree, address: string): string => {
  const ip = parseIp(address);
  const match = terms.find((term) => {
    if (term.name === "all") return true;
    if (term.name === "include") return term.tree !== undefined && evaluateSpf(term.tree, address) === "+";
    if (term.name === "exists") return term.matches === true;
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
  // Behind `all` nothing is tested, and with it redirect has no effect (RFC 7208, 5.1).
  const all = parsed.findIndex((term) => term.name === "all");
  const tested = all < 0 ? parsed : parsed.slice(0, all + 1).filter((term) => term.name !== "redirect");
  const terms: ResolvedTerm[] = [];
  for (const term of tested) terms.push(await resolveTerm(term, domain, walk));
  return { terms };
};

const resolveTerm = async (term: SpfTerm, domain: string, walk: Walk): Promise<ResolvedTerm> => {
  const { name } = term;
  if (name === "ip4" || name === "ip6") return { ...term, ranges: [addressRange(term.value, name)] };
  if (name === "all") return { ...term, ranges: [] };
  walk.spent += 1;
  if (walk.spent > MAX_LOOKUPS) throw new SpfProblem("more than ten look-ups");
  const value = expandMacros(term.value, { ...walk.mail, domain });
  const depends = usesAddress(term.value);
  // `ptr` should not be used (RFC 7208, 5.5): it costs a look-up and proves nothing here
  if (value === undefined || name === "ptr") return { ...term, ranges: [], depends };
  if (name === "exists") return { ...term, ranges: [], depends, matches: await exists(value, walk.lookups) };
  if (name !== "include" && name !== "redirect")
    return { ...term, ranges: await hostRanges({ name, value }, domain, walk.lookups), depends };
  const tree = await resolveDomain(value, term.value.includes("%"), walk);
  return { ...term, value, ranges: [], depends, ...(tree && { tree }) };
};

const exists = async (name: string, lookups: DnsLookups): Promise<boolean> =>
  (await lookups.addresses(name)).some((address) => !address.includes(":"));

/** The record of an included domain; a name made from the mail may have none, which says no to this mail alone. */
const resolveDomain = async (domain: string, isMade: boolean, walk: Walk): Promise<SpfTree | undefined> => {
  const [record, ...more] = spfRecords(await walk.lookups.txt(domain));
  if (record === undefined && isMade) return undefined;
  if (record === undefined || more.length > 0) throw new SpfProblem("an included domain has no single SPF record");
  return resolveTerms(record, domain, walk);
};

/** `a` and `mx`: the addresses of the domain, or of its mail servers, extended to the given prefixes. */
const hostRanges = async (
  { name, value }: Pick<SpfTerm, "name" | "value">,
  domain: string,
  lookups: DnsLookups,
): Promise<readonly IpRange[]> => {
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
