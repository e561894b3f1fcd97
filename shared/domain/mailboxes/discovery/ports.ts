import type { DnsLookups } from "../dns/dns-lookups.ts";

/** The ports of discovery. */
export interface DiscoveryPorts {
  readonly dns: Pick<DnsLookups, "mailServers">;
}
