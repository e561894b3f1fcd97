import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";
import { readFileSync, statSync } from "node:fs";
import { isIP } from "node:net";

/**
 * Finds every address of a name. Rejects with the code ENOTFOUND when it has none, and with another error, within its time limit, when DNS does not
 * answer.
 */
export type FindAddresses = (host: string) => Promise<readonly LookupAddress[]>;

/** The resolvers to ask (`ip:port`; the system's by default), the time limit of a lookup, ms, and the hosts file. */
export interface LookUpSettings {
  readonly servers?: readonly string[];
  readonly timeoutMs?: number;
  readonly hostsFile?: string;
}

/** How long the first try waits for a resolver, ms, and how many tries there are; each waits twice as long as the one before. */
const FIRST_TRY_MS = 2_000;
const TRIES = 3;
/**
 * How long a name's other address family is awaited after the first has answered, ms: some servers drop AAAA queries (RFC 8305, 3, recommends 50).
 */
const OTHER_FAMILY_MS = 500;

/**
 * Finds addresses by c-ares and the hosts file, never by getaddrinfo, which has no time limit and runs on libuv's four threads: four names whose DNS
 * does not answer would stop every other lookup, file and hash of the process (Node.js, "Implementation considerations" of `dns`). Concurrent lookups
 * of a name share one query.
 */
export const findAddresses = ({ servers = [], timeoutMs = 10_000, hostsFile = "/etc/hosts" }: LookUpSettings = {}): FindAddresses => {
  const underWay = new Map<string, Promise<readonly LookupAddress[]>>();
  const inHosts = hostsIn(hostsFile);
  return async (host) => {
    const family = isIP(host);
    if (family > 0) return [{ address: host, family }];
    const name = host.toLowerCase();
    const known = inHosts(name);
    if (known.length > 0) return known;
    const finding = underWay.get(name) ?? askDns(name, servers, timeoutMs).finally(() => underWay.delete(name));
    underWay.set(name, finding);
    return finding;
  };
};

const asEntry = (address: string): LookupAddress => ({ address, family: isIP(address) });

/** RFC 6761, 6.3: `localhost` and names below it are always the machine itself. */
const isLocalhost = (name: string): boolean => /^(?:.*\.)?localhost\.?$/.test(name);

/** The names of a hosts file, read again when it has changed; read at once, because a thread of libuv may be busy. */
const hostsIn = (file: string): ((name: string) => readonly LookupAddress[]) => {
  let names: ReadonlyMap<string, readonly LookupAddress[]> = new Map();
  let version = "";
  const read = (): void => {
    const facts = statSync(file, { throwIfNoEntry: false });
    const found = `${facts?.mtimeMs} ${facts?.size}`;
    if (found === version) return;
    const lines = facts ? readFileSync(file, "latin1").split("\n") : [];
    const entries = lines.flatMap((line) => {
      const [address = "", ...hosts] = line.replace(/#.*/, "").trim().split(/\s+/);
      return isIP(address) > 0 ? hosts.map((host) => ({ host: host.toLowerCase(), entry: asEntry(address) })) : [];
    });
    names = new Map([...Map.groupBy(entries, ({ host }) => host)].map(([host, all]) => [host, all.map(({ entry }) => entry)]));
    version = found;
  };
  return (name) => {
    read();
    return names.get(name) ?? (isLocalhost(name) ? [asEntry("127.0.0.1"), asEntry("::1")] : []);
  };
};

/**
 * Asks with a resolver of its own, which reads the system's settings again, shares neither sockets nor its view of servers with other lookups, and is
 * cancelled when the time is over.
 */
const askDns = async (name: string, servers: readonly string[], timeoutMs: number): Promise<readonly LookupAddress[]> => {
  const resolver = new Resolver({ timeout: FIRST_TRY_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  const deadline = setTimeout(() => resolver.cancel(), timeoutMs);
  let hurry: NodeJS.Timeout | undefined;
  const ask = async (query: Promise<string[]>): Promise<readonly string[]> => {
    const addresses = await query;
    hurry ??= setTimeout(() => resolver.cancel(), OTHER_FAMILY_MS);
    return addresses;
  };
  try {
    const answers = await Promise.allSettled([ask(resolver.resolve4(name)), ask(resolver.resolve6(name))]);
    const [ipv4 = [], ipv6 = []] = answers.map((answer) => (answer.status === "fulfilled" ? answer.value.map(asEntry) : []));
    if (ipv4.length + ipv6.length > 0) return inTurn(ipv4, ipv6);
    throw causeOf(answers);
  } finally {
    clearTimeout(deadline);
    clearTimeout(hurry);
  }
};

/** The addresses of both families in turn, IPv4 first, so that a caller who tries only some of them tries both families. */
const inTurn = <T>(one: readonly T[], other: readonly T[]): readonly T[] =>
  Array.from({ length: Math.max(one.length, other.length) }, (_, at) => [...one.slice(at, at + 1), ...other.slice(at, at + 1)]).flat();

/** Why a name has no address: it does not exist only if neither family has one. */
const causeOf = (answers: readonly PromiseSettledResult<unknown>[]): unknown => {
  const reasons = answers.map((answer): unknown => (answer.status === "rejected" ? answer.reason : undefined));
  return reasons.find((reason) => !isAbsent(reason)) ?? reasons[0];
};

/** Whether the error says that the name, or a record of it, does not exist (NXDOMAIN, NODATA). */
export const isAbsent = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOTFOUND" || error.code === "ENODATA");
