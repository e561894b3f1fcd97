import { inRange, parseCidr, parseIp, type IpRange } from "#shared/platform/egress/address-policy.ts";
import { expandMacros, parseTerms, SpfProblem, type SpfTerm, usesAddress, insertTerms, mergeRecords, testedWords } from "./spf-terms.ts";
import { type DnsLookups, DnsFailure, type DnsRecordHealth } from "./dns-record.ts";

/** An SPF record with all records that it refers to. */
export interface SpfTree {
  readonly terms: readonly ResolvedTerm[];
}

interface ResolvedTerm extends SpfTerm {
  readonly ranges: readonly IpRange[];
  /** Whether the name of an `exists` exists. */
  readonly matches?: boolean;
  /** Whether its macros contain the mail's IP address. */
  readonly depends?: boolean;
  /** The record of an include or a redirect. */
  readonly tree?: SpfTree;
}

const MAX_LOOKUPS = 10;
const MAX_MAIL_SERVERS = 10;

/** The mail that a receiver checks, as far as it is known; macros are expanded for it (RFC 7208, 7). */
export interface SpfMail {
  /** The envelope sender. */
  readonly email: string;
  /** The IP address from which the mail comes; without it, terms that depend on it match nothing. */
  readonly ip?: string;
}

interface Walk {
  readonly lookups: DnsLookups;
  readonly mail: SpfMail;
  spent: number;
}

/** The TXT records that are SPF records (RFC 7208, 4.5). */
const spfRecords = (txt: readonly (readonly string[])[]): readonly string[] => {
  return txt.map((strings) => strings.join("")).filter((record) => /^v=spf1(?: |$)/i.test(record));
};

/**
 * Looks up everything that the record of this domain refers to for one mail; throws SpfProblem above ten lookups in all (RFC 7208, 4.6.4) and
 * DnsFailure.
 */
const resolveSpf = (record: string, domain: string, mail: SpfMail, lookups: DnsLookups): Promise<SpfTree> => {
  return resolveTerms(record, domain, { lookups, mail, spent: 0 });
};

/** Whether the record, or one that it refers to, has terms that depend on the address from which a mail comes. */
const dependsOnAddress = ({ terms }: SpfTree): boolean =>
  terms.some(({ depends, tree }) => depends || (tree !== undefined && dependsOnAddress(tree)));

/** The qualifier of the mechanism that matches the address, `?` when none does (RFC 7208, 4.6). */
const evaluateSpf = ({ terms }: SpfTree, address: string): string => {
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
const includesDomain = ({ terms }: SpfTree, domain: string): boolean => {
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

/** The record of an included domain. A name made by a macro may have no record; then only this mail fails. */
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

/** The sender that the record must authorise: a provider, by its include, or an SMTP host, by its addresses. */
export interface SpfSender {
  readonly domain: string;
  /** The mailbox's address, from which mail is sent. */
  readonly email: string;
  readonly include: string | undefined;
  readonly host: string;
}

/**
 * Checks the domain's SPF record: there must be exactly one, with at most ten lookups, and it must authorise the sender. `expected` is the merged
 * record as it should be.
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
