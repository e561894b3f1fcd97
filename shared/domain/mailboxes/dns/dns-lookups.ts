/** The resolver failed (SERVFAIL, refused, timeout): nothing is known about the name, least of all that it has no record. */
export class DnsFailure extends Error {
  constructor(name: string, options?: ErrorOptions) {
    super(`DNS lookup failed: ${name}`, options);
    this.name = "DnsFailure";
  }
}

/** Questions to the DNS. No such name and no such record are the empty list; a failing resolver throws DnsFailure. */
export interface DnsLookups {
  /** TXT records, each in its strings; CNAMEs are followed. */
  txt(name: string): Promise<readonly (readonly string[])[]>;
  /** A and AAAA. */
  addresses(name: string): Promise<readonly string[]>;
  /** The hosts of the MX records. */
  mailServers(name: string): Promise<readonly string[]>;
  /** The addresses that a connection to the host would use: the system's resolver, hosts file included. */
  hostAddresses(host: string): Promise<readonly string[]>;
  /** The registrable domain by the public suffix list; undefined for a public suffix itself. */
  organisationalDomain(name: string): string | undefined;
}
