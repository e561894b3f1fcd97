/** An address, its 4 or 16 octets as one number. */
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
