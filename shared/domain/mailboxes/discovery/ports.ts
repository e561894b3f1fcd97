import type { DnsLookups } from "../dns/dns-lookups.ts";
import type { CallHttp } from "../egress/post-http.ts";
import type { KnownProvider } from "./known-provider.ts";

/** An SRV record (RFC 2782); the lowest priority comes first, the highest weight of it. */
export interface ServiceRecord {
  readonly host: string;
  readonly port: number;
  readonly priority: number;
  readonly weight: number;
}

/** The queries that only discovery makes; like DnsLookups, nothing is the empty list, and a failing resolver throws DnsFailure. */
export interface ServiceLookups {
  /** SRV; a host of "" says that the service is not there. */
  services(name: string): Promise<readonly ServiceRecord[]>;
  /** The name that this one is an alias of (CNAME). */
  aliases(name: string): Promise<readonly string[]>;
}

/** The ports of discovery. */
export interface DiscoveryPorts {
  readonly dns: Pick<DnsLookups, "mailServers" | "addresses" | "organisationalDomain"> & ServiceLookups;
  /** Calls public HTTPS servers. */
  readonly callHttp: CallHttp;
  /** Whether a mail connection to this address and port is allowed. */
  mayConnect(address: string, port: number): boolean;
  /** The operator's own providers; they come before the known ones. */
  ownProviders(): readonly KnownProvider[];
}
