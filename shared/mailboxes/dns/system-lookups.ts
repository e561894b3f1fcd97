import { Resolver } from "node:dns/promises";
import type { ServiceLookups } from "../discovery/discovered.ts";
import { DnsFailure, type DnsLookups } from "./dns-record.ts";
import { findAddresses, isAbsent } from "#shared/platform/dns/find-addresses.ts";

/** The resolvers to ask (`ip:port`; the system's by default), and how long the first of two attempts waits for one, ms. */
export interface DnsSettings {
  readonly servers?: readonly string[];
  readonly timeoutMs?: number;
}

const MAX_CNAMES = 8;

/** DNS lookups by node:dns, without a cache, because resolvers have one. */
export const createDnsLookups = ({ servers = [], timeoutMs = 1000 }: DnsSettings): DnsLookups & ServiceLookups => {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  // Resolves as a connection would, with the hosts file first.
  const findHost = findAddresses({ servers, timeoutMs: timeoutMs * 3 });
  return {
    txt: (name) => followingCnames(resolver, name),
    async addresses(name) {
      const [ipv4, ipv6] = await Promise.all([found(name, resolver.resolve4(name)), found(name, resolver.resolve6(name))]);
      return [...ipv4, ...ipv6];
    },
    async mailServers(name) {
      const records = await found(name, resolver.resolveMx(name));
      // RFC 7505: a lone "." says that the domain takes no mail.
      return records.map((record) => record.exchange).filter((host) => host !== "");
    },
    async services(name) {
      const records = await found(name, resolver.resolveSrv(name));
      return records.map(({ name: host, port, priority, weight }) => ({ host, port, priority, weight }));
    },
    aliases: (name) => found(name, resolver.resolveCname(name)),
    async hostAddresses(host) {
      const entries = await found(host, findHost(host));
      return entries.map((entry) => entry.address);
    },
    async organisationalDomain(name) {
      // Loaded on first use: the public suffix list is 120 KB, and most checks find the domain's own record.
      const { getDomain } = await import("tldts");
      return getDomain(name, { allowPrivateDomains: true }) ?? undefined;
    },
  };
};

/** A resolver follows a CNAME by itself; an authoritative server asked directly does not when it leads out of its zones. */
const followingCnames = async (resolver: Resolver, name: string): Promise<readonly string[][]> => {
  for (let at = name, hops = 0; hops < MAX_CNAMES; hops++) {
    const records = await found(at, resolver.resolveTxt(at));
    const [target] = records.length > 0 ? [] : await found(at, resolver.resolveCname(at));
    if (target === undefined) return records;
    at = target;
  }
  return [];
};

/** NXDOMAIN (ENOTFOUND) and NODATA are answers; everything else is a failure. */
const found = async <Answer>(name: string, query: Promise<readonly Answer[]>): Promise<readonly Answer[]> => {
  try {
    return await query;
  } catch (cause) {
    if (isAbsent(cause)) return [];
    throw cause instanceof DnsFailure ? cause : new DnsFailure(name, { cause });
  }
};
