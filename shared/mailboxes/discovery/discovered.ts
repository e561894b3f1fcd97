import type { ServedType, SmtpSettings } from "../mailbox.ts";
import type { DnsLookups } from "../dns/dns-record.ts";
import type { CallHttp } from "#shared/platform/egress/egress.ts";
import { parseDomain } from "#shared/mail/addresses.ts";

/**
 * Where a setting comes from: the table of known providers, the domain's MX records, its SRV records (RFC 6186, RFC 8314), a configuration file at
 * the domain (Thunderbird's autoconfig), Exchange's Autodiscover, or the names that servers usually have.
 */
export type DiscoverySource = "provider_table" | "mx" | "srv" | "autoconfig" | "autodiscover" | "guess";

/** How a mailbox's owner logs in: at the provider's consent page, with the mailbox's password, or with an app password. */
type DiscoveredLogin = "oauth" | "password" | "app_password";

/** The source of a finding, and whether it is a guess that the owner should confirm. */
export interface Found {
  readonly source: DiscoverySource;
  readonly guessed: boolean;
}

/** A server as it was found; nothing was connected to. `tls` is implicit TLS. */
export interface DiscoveredServer extends SmtpSettings, Found {
  /** Whether it is outside the address's domain and belongs to no known provider: a forged DNS answer or file may have named it (RFC 6186, 6). */
  readonly outside: boolean;
}

/** What is known about connecting an address (api/README.md, "Mailboxes"); `source` and `guessed` refer to `type` and `login`. */
export interface Discovered extends Found {
  readonly email: string;
  /** The provider's id in the table of known providers; "" for any other. */
  readonly providerId: string;
  readonly providerName: string;
  /** The `type` with which POST /v1/mailboxes connects it. */
  readonly type: ServedType;
  readonly login: DiscoveredLogin;
  /** The provider's page on which the owner makes an app password. */
  readonly appPasswordUrl?: string;
  /** Absent when none was found. */
  readonly smtp?: DiscoveredServer;
  readonly imap?: DiscoveredServer;
}

/** A server to confirm, with its protocol. */
export interface ServerToConfirm extends DiscoveredServer {
  readonly protocol: "smtp" | "imap";
}

/**
 * The servers that the mailbox's owner must confirm by name before a password is sent to them, each judged by itself. The page of a connect link asks
 * for it; the API does not fill them in.
 */
export const serversToConfirm = (found: Pick<Discovered, "smtp" | "imap">): readonly ServerToConfirm[] =>
  (["smtp", "imap"] as const).flatMap((protocol) => {
    const server = found[protocol];
    return server?.outside === true ? [{ ...server, protocol }] : [];
  });

/** A provider of mailboxes. `smtps` and `imaps` are implicit TLS (ports 465 and 993), `smtp` and `imap` are STARTTLS (587 and 143). */
export interface KnownProvider {
  readonly id: string;
  readonly name: string;
  /** The domains of its addresses, with spaces between them; `yahoo.*` stands for yahoo.fr, yahoo.co.uk and the like. */
  readonly domains: string;
  /** The ends of the MX hosts' names for its customers' own domains. */
  readonly mx?: string;
  readonly type?: ServedType;
  readonly login: DiscoveredLogin;
  readonly smtp: string;
  readonly imap: string;
  /** Whether the user name is the part before the @. */
  readonly isLocalName?: true;
  /** The page on which the owner makes an app password. */
  readonly appPasswordUrl?: string;
  /** The page that documents this row, such as Thunderbird's collection of providers' settings; "" when none was found. */
  readonly page: string;
}

/** An SRV record (RFC 2782). The lowest priority comes first, and within it the highest weight. */
export interface ServiceRecord {
  readonly host: string;
  readonly port: number;
  readonly priority: number;
  readonly weight: number;
}

/** The DNS queries that only discovery makes. As with DnsLookups, no record gives the empty list, and a failing resolver throws DnsFailure. */
export interface ServiceLookups {
  /** SRV records; a host of "" means that the service does not exist. */
  services(name: string): Promise<readonly ServiceRecord[]>;
  /** The name that this one is an alias of (CNAME). */
  aliases(name: string): Promise<readonly string[]>;
}

/** The dependencies of discovery. */
export interface DiscoveryPorts {
  readonly dns: Pick<DnsLookups, "mailServers" | "addresses" | "organisationalDomain"> & ServiceLookups;
  /** Calls public HTTPS servers. */
  readonly callHttp: CallHttp;
  /** Whether a mail connection to this address and port is allowed. */
  mayConnect(address: string, port: number): boolean;
  /** The operator's own providers; they come before the known ones. */
  ownProviders(): readonly KnownProvider[];
}

/** A server that a step of discovery found, before `outside` is determined. */
export type FoundServer = Omit<DiscoveredServer, "outside">;
/** A server that an answer names, before it is checked. */
export type NamedServer = Omit<FoundServer, "source" | "guessed">;

const USERNAME_MAX = 320;

/** The domain of an address. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1);

/** Whether the host lies in the address's domain, or in the domain that its owner registered. */
export const isWithin = async ({ dns }: Pick<DiscoveryPorts, "dns">, host: string, domain: string): Promise<boolean> => {
  const registered = (await dns.organisationalDomain(domain)) ?? domain;
  return host === registered || host.endsWith(`.${registered}`);
};

/** A host name in an answer, in lower case; undefined for an IP address, a name without a dot, and anything else. */
export const hostNameIn = (text: string): string | undefined => parseDomain(text.trim().replace(/\.$/, ""));

/**
 * The user name in an answer, with Thunderbird's placeholders filled in; the whole address when there is none, or when it is no single line of text
 * (https://wiki.mozilla.org/Thunderbird:Autoconfiguration:ConfigFileFormat).
 */
export const usernameIn = (text: string, email: string): string => {
  const values: Readonly<Record<string, string>> = {
    EMAILADDRESS: email,
    EMAILLOCALPART: email.slice(0, email.lastIndexOf("@")),
    EMAILDOMAIN: domainOf(email),
  };
  const name = text.trim().replace(/%([A-Z]{1,20})%/g, (written, placeholder: string) => values[placeholder] ?? written);
  return name === "" || name.length > USERNAME_MAX || /[\p{Cc}\u2028\u2029]|%[A-Z]+%/u.test(name) ? email : name;
};

/** Whether mail connections to this server are allowed: its port, and every address of its name, of which there must be one. */
const isReachable = async (ports: DiscoveryPorts, { host, port }: Pick<NamedServer, "host" | "port">) => {
  const addresses = await ports.dns.addresses(host).catch(() => []);
  return addresses.length > 0 && addresses.every((address) => ports.mayConnect(address, port));
};

/** The first of these servers that mail connections are allowed to reach. */
export const firstReachable = async <S extends NamedServer>(ports: DiscoveryPorts, servers: readonly S[]): Promise<S | undefined> => {
  for (const server of servers.slice(0, TRIED_MAX)) if (await isReachable(ports, server)) return server;
  return undefined;
};

/** How many servers of one answer are looked at. */
const TRIED_MAX = 4;

/** The result of one step of discovery: a provider, which settles everything, or servers. */
export interface Finding {
  readonly source: DiscoverySource;
  readonly provider?: KnownProvider;
  /** The name of a provider that is not in the table. */
  readonly named?: Pick<Discovered, "providerId" | "providerName">;
  readonly smtp?: FoundServer;
  readonly imap?: FoundServer;
}

/** One step of discovery, with the time that is left for it, ms. */
export type Step = (ports: DiscoveryPorts, email: string, leftMs: number) => Promise<Finding>;
