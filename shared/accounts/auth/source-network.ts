import { parseIp } from "#shared/platform/egress/address-policy.ts";

const SUBSCRIBER_BITS = 64n;

/** The network by which a client is counted: an IPv4 address; the /64 of an IPv6 address, because a subscriber has all of it (RFC 6177). */
export const networkOf = (address: string): string => {
  const ip = parseIp(address);
  return ip?.family === 6 ? `${(ip.value >> SUBSCRIBER_BITS).toString(16)}::/64` : address;
};
