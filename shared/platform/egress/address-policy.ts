/** An IP address: its 4 or 16 octets as one number. */
export interface IpAddress {
  readonly family: 4 | 6;
  readonly value: bigint;
}

/** A range of addresses: those whose first `prefix` bits equal the network's. */
export interface IpRange {
  readonly family: 4 | 6;
  readonly network: bigint;
  readonly prefix: number;
}

const octet = /^(?:0|[1-9]\d{0,2})$/;
const hextet = /^[0-9a-fA-F]{1,4}$/;

/** Parses a dotted quad or an IPv6 address (RFC 4291, 2.2) in strict spelling; undefined for any other text, also one with a zone. */
export const parseIp = (text: string): IpAddress | undefined => {
  if (text.includes(":")) return parseIpv6(text);
  const value = parseIpv4(text);
  return value === undefined ? undefined : { family: 4, value };
};

/** Reads `address/prefix`; undefined when either half is malformed. */
export const parseCidr = (text: string): IpRange | undefined => {
  const slash = text.indexOf("/");
  const address = slash < 0 ? undefined : parseIp(text.slice(0, slash));
  const digits = text.slice(slash + 1);
  if (!address || !octet.test(digits) || Number(digits) > bits(address.family)) return undefined;
  return { family: address.family, network: address.value, prefix: Number(digits) };
};

/** Whether the range contains the address; an IPv4 range contains no IPv6 address, nor the reverse. */
export const inRange = (address: IpAddress, range: IpRange): boolean => {
  if (address.family !== range.family) return false;
  const rest = BigInt(bits(range.family) - range.prefix);
  return address.value >> rest === range.network >> rest;
};

const bits = (family: 4 | 6) => (family === 4 ? 32 : 128);

const parseIpv4 = (text: string): bigint | undefined => {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => octet.test(part) && Number(part) <= 255)) return undefined;
  return parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n);
};

const parseIpv6 = (text: string): IpAddress | undefined => {
  const halves = text.split("::").map((half) => (half === "" ? [] : hextets(half)));
  const [head, tail] = halves;
  if (!head || halves.length > 2 || halves.includes(undefined)) return undefined;
  const gap = 8 - head.length - (tail?.length ?? 0);
  if (tail ? gap < 1 : gap !== 0) return undefined;
  const all = [...head, ...Array.from({ length: gap }, () => 0n), ...(tail ?? [])];
  return { family: 6, value: all.reduce((value, part) => (value << 16n) | part, 0n) };
};

const hextets = (text: string): bigint[] | undefined => {
  const parts = text.split(":");
  const last = parts.at(-1) ?? "";
  const embedded = last.includes(".") ? parseIpv4(last) : undefined;
  if (embedded !== undefined) parts.splice(-1, 1, (embedded >> 16n).toString(16), (embedded & 0xffffn).toString(16));
  return parts.every((part) => hextet.test(part)) ? parts.map((part) => BigInt(`0x${part}`)) : undefined;
};

/** An operator's exception: the range may be reached at this port, or at any port. */
export interface AllowedRange {
  readonly range: IpRange;
  readonly port: number | "any";
}

/** The ports of mail submission and IMAP, the only ones reachable at public addresses (S3 in SECURITY.md). */
export const MAIL_PORTS: ReadonlySet<number> = new Set([25, 465, 587, 2525, 143, 993]);

/** The port of webhooks and token endpoints at public addresses. */
export const WEB_PORTS: ReadonlySet<number> = new Set([443]);

const ranges = (text: string): readonly IpRange[] =>
  text
    .trim()
    .split(/\s+/)
    .map(parseCidr)
    .filter((range) => range !== undefined);

/** IPv4 ranges outside the public Internet (IANA special-purpose registry), and Azure's platform address 168.63.129.16. */
const blockedIpv4 = ranges(`
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12
  192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24
  224.0.0.0/4 240.0.0.0/4`);

/** Public IPv6 lies within 2000::/3, which excludes ::/96, ::ffff:0:0/96, 64:ff9b::/96, fc00::/7, fe80::/10 and ff00::/8. */
const publicIpv6 = ranges("2000::/3");

/** Exceptions within 2000::/3: protocol assignments with Teredo, documentation twice, and 6to4, which can contain any IPv4 address. */
const blockedIpv6 = ranges("2001::/23 2001:db8::/32 2002::/16 3fff::/20");

/** True unless the address is a public unicast address; also for text that is no address (S1 in SECURITY.md). */
export const isBlockedAddress = (text: string): boolean => {
  const address = parseIp(text);
  if (!address) return true;
  const within = (list: readonly IpRange[]) => list.some((entry) => inRange(address, entry));
  return address.family === 4 ? within(blockedIpv4) : !within(publicIpv6) || within(blockedIpv6);
};

/** Whether a connection to this address and port is allowed: a public address at one of the ports, or an operator's exception. */
export const mayConnect = (text: string, port: number, allowed: readonly AllowedRange[], ports = MAIL_PORTS): boolean => {
  const address = parseIp(text);
  if (!address) return false;
  if (allowed.some((entry) => (entry.port === "any" || entry.port === port) && inRange(address, entry.range))) return true;
  return ports.has(port) && !isBlockedAddress(text);
};

/** Whether any address may be reached at this port. No name is looked up for other ports, because the time would reveal whether it exists. */
export const isReachablePort = (port: number, allowed: readonly AllowedRange[], ports = MAIL_PORTS): boolean =>
  ports.has(port) || allowed.some((entry) => entry.port === "any" || entry.port === port);

/** Parses the operator's allow list, `cidr:port,…` with `*` for any port; throws for an invalid entry, so that a typo opens nothing. */
export const parseAllowList = (text: string): readonly AllowedRange[] => {
  const entries = text.split(",").map((entry) => entry.trim());
  return entries.filter((entry) => entry !== "").map(parseEntry);
};

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i;
const numeric = /^(?:\d+|0x[0-9a-f]*)$/i;

/**
 * Whether the text is a host name (RFC 1123, ASCII) or an address in strict spelling. Names that end in a number are refused: resolvers read
 * `2130706433`, `0x7f000001`, `0177.0.0.1` and `127.1` as 127.0.0.1.
 */
export const isHost = (text: string): boolean => {
  if (parseIp(text)) return true;
  const labels = text.split(".");
  return text.length <= 253 && labels.every((part) => label.test(part)) && !numeric.test(labels.at(-1) ?? "");
};

const parseEntry = (entry: string): AllowedRange => {
  const colon = entry.lastIndexOf(":");
  const cidr = parseCidr(entry.slice(0, colon));
  const port = entry.slice(colon + 1);
  if (!cidr || !/^(?:\*|[1-9]\d{0,4})$/.test(port) || Number(port) > 65_535)
    throw new Error(`the egress list's "${entry}" is not cidr:port`);
  return { range: cidr, port: port === "*" ? "any" : Number(port) };
};
