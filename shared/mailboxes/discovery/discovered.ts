import type { ServedType, SmtpSettings } from "../mailbox.ts";
import type { DnsLookups } from "../dns/dns-record.ts";
import type { CallHttp } from "#shared/platform/egress/egress.ts";
import { parseDomain } from "#shared/mail/addresses.ts";

/**
 * Where a setting comes from: the table of known providers, the domain's MX records, its SRV records (RFC 6186, RFC 8314), a configuration file at the
 * domain (Thunderbird's autoconfig), Exchange's Autodiscover, or the names that servers usually have.
 */
export type DiscoverySource = "provider_table" | "mx" | "srv" | "autoconfig" | "autodiscover" | "guess";

/** How a mailbox's owner proves who they are: at the provider's consent page, or with a password, or with one made for programs alone. */
type DiscoveredLogin = "oauth" | "password" | "app_password";

/** Where a finding comes from, and whether it is a guess that the owner should confirm. */
export interface Found {
  readonly source: DiscoverySource;
  readonly guessed: boolean;
}

/** A server as it was found; nothing was connected to. `tls` is implicit TLS. */
export interface DiscoveredServer extends SmtpSettings, Found {
  /** It lies outside of the address's domain and is no known provider's: whoever answers for the domain may have been made to name it (RFC 6186, 6). */
  readonly outside: boolean;
}

/** What is known about connecting an address (api/README.md, "Mailboxes"); `source` and `guessed` are of `type` and `login`. */
export interface Discovered extends Found {
  readonly email: string;
  /** The provider in the table of known providers; "" for any other. */
  readonly providerId: string;
  readonly providerName: string;
  /** With which `type` POST /v1/mailboxes connects it. */
  readonly type: ServedType;
  readonly login: DiscoveredLogin;
  /** The provider's page where the owner makes a password for programs. */
  readonly appPasswordUrl?: string;
  /** Absent when none was found. */
  readonly smtp?: DiscoveredServer;
  readonly imap?: DiscoveredServer;
}

/** A server with what it is for. */
export interface ServerToConfirm extends DiscoveredServer {
  readonly protocol: "smtp" | "imap";
}

/**
 * The servers to which no password goes before its owner has confirmed them by name, each judged by itself: the page of a connect link asks, and the
 * API refuses to fill them in.
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
  /** The ends of the names of the servers that take mail for its customers' own domains. */
  readonly mx?: string;
  readonly type?: ServedType;
  readonly login: DiscoveredLogin;
  readonly smtp: string;
  readonly imap: string;
  /** The user name is the part before the @. */
  readonly isLocalName?: true;
  /** The page where the owner makes a password for programs. */
  readonly appPasswordUrl?: string;
  /** The page with these facts, such as Thunderbird's collection of providers' settings; "" where none was found. */
  readonly page: string;
}

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

/** A server of a step of discovery, before it is judged by whose it is. */
export type FoundServer = Omit<DiscoveredServer, "outside">;
/** A server that somebody's answer names, before it is believed. */
export type NamedServer = Omit<FoundServer, "source" | "guessed">;

const USERNAME_MAX = 320;

/** The domain of an address. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1);

/** Whether the host lies in the address's domain, or in the domain that its owner registered. */
export const isWithin = async ({ dns }: Pick<DiscoveryPorts, "dns">, host: string, domain: string): Promise<boolean> => {
  const registered = (await dns.organisationalDomain(domain)) ?? domain;
  return host === registered || host.endsWith(`.${registered}`);
};

/** A host name of an answer in lower case; undefined for an address, a name without a dot and everything else. */
export const hostNameIn = (text: string): string | undefined => parseDomain(text.trim().replace(/\.$/, ""));

/**
 * The user name of an answer: Thunderbird's placeholders filled in, the whole address when there is none, or when it is no line of text
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

/** The first of these servers that may be reached. */
export const firstReachable = async <S extends NamedServer>(ports: DiscoveryPorts, servers: readonly S[]): Promise<S | undefined> => {
  for (const server of servers.slice(0, TRIED_MAX)) if (await isReachable(ports, server)) return server;
  return undefined;
};

/** How many servers of one answer are looked at. */
const TRIED_MAX = 4;

/** What one step of discovery found: a provider, which settles everything, or servers. */
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
