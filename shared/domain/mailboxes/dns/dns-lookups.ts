/** The resolver failed (SERVFAIL, refused, timeout): whether the name has a record is unknown. */
export class DnsFailure extends Error {
  constructor(name: string, options?: ErrorOptions) {
    super(`DNS lookup failed: ${name}`, options);
    this.name = "DnsFailure";
  }
}

/** DNS queries. A name or record that does not exist gives the empty list; a failing resolver throws DnsFailure. */
export interface DnsLookups {
  /** TXT records, each as its list of strings; CNAMEs are followed. */
  txt(name: string): Promise<readonly (readonly string[])[]>;
  /** A and AAAA. */
  addresses(name: string): Promise<readonly string[]>;
  /** The hosts of the MX records. */
  mailServers(name: string): Promise<readonly string[]>;
  /** The addresses that a connection to the host would use, from the system's resolvers and its hosts file. */
  hostAddresses(host: string): Promise<readonly string[]>;
  /** The registrable domain by the public suffix list; undefined for a public suffix. */
  organisationalDomain(name: string): Promise<string | undefined>;
}
