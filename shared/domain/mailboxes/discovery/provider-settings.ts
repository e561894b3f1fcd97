import type { Discovered, DiscoveredServer, DiscoverySource } from "./discovered.ts";
import { type KnownProvider, knownProviders } from "./known-providers.ts";

/** The ports of submission and access, implicit TLS and STARTTLS (RFC 8314, 3.2 and 3.3). */
const usual = {
  "smtps:": { port: 465, secure: "tls" },
  "smtp:": { port: 587, secure: "starttls" },
  "imaps:": { port: 993, secure: "tls" },
  "imap:": { port: 143, secure: "starttls" },
} as const;

const isIn = (host: string, domains = ""): boolean =>
  domains.split(" ").some((domain) => domain !== "" && (host === domain || host.endsWith(`.${domain}`)));

/** The provider of addresses under this domain (lower case). */
export const providerOf = (domain: string): KnownProvider | undefined =>
  knownProviders.find(({ domains }) => domains.split(" ").includes(domain));

/** The provider whose servers take the mail of a domain, by the names of its MX hosts; the first host decides. */
export const providerBehind = (mailServers: readonly string[]): KnownProvider | undefined => {
  const hosts = mailServers.map((host) => host.toLowerCase().replace(/\.$/, ""));
  return hosts.map((host) => knownProviders.find(({ mx }) => isIn(host, mx))).find((found) => found !== undefined);
};

/** What the table says about connecting an address at this provider. */
export const settingsAt = (provider: KnownProvider, email: string, source: DiscoverySource): Discovered => {
  const { id, name, type = "smtp", login, appPasswordUrl } = provider;
  const found = { source, guessed: false };
  const username = provider.isLocalName ? email.slice(0, email.lastIndexOf("@")) : email;
  const server = (address: string): DiscoveredServer => {
    const { protocol, hostname, port } = new URL(address);
    const { port: usualPort, secure } = usual[protocol as keyof typeof usual];
    return { host: hostname, port: Number(port) || usualPort, secure, username, ...found };
  };
  const page = appPasswordUrl !== undefined && { appPasswordUrl };
  const known = { email, providerId: id, providerName: name, type, login, ...page, ...found };
  return { ...known, smtp: server(provider.smtp), imap: server(provider.imap) };
};
