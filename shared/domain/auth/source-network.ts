import { parseIp } from "../mailboxes/egress/ip-address.ts";

const SUBSCRIBER_BITS = 64n;

/** What a client's address is counted as: an IPv4 address itself; of IPv6 the /64, for a subscriber has all of it (RFC 6177). */
export const networkOf = (address: string): string => {
  const ip = parseIp(address);
  return ip?.family === 6 ? `${(ip.value >> SUBSCRIBER_BITS).toString(16)}::/64` : address;
};
