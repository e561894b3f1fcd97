import type { Discovered, DiscoveredServer, DiscoverySource, KnownProvider } from "./discovered.ts";
import { knownProviders } from "./known-providers.ts";

/** The ports of submission and access, implicit TLS and STARTTLS (RFC 8314, 3.2 and 3.3). */
const usual = {
  "smtps:": { port: 465, secure: "tls" },
  "smtp:": { port: 587, secure: "starttls" },
  "imaps:": { port: 993, secure: "tls" },
  "imap:": { port: 143, secure: "starttls" },
} as const;

const isIn = (host: string, domains = ""): boolean =>
  domains.split(" ").some((domain) => domain !== "" && (host === domain || host.endsWith(`.${domain}`)));

/** The end of a domain for a country: com, fr, co.uk, com.br. */
const country = /\.(?:com|(?:com?\.)?[a-z]{2})$/;

/** The provider whose addresses are under this domain (lower case); the operator's own providers come first. */
export const providerOf = (domain: string, own: readonly KnownProvider[]): KnownProvider | undefined => {
  const has = (name: string) => (provider: KnownProvider) => provider.domains.split(" ").includes(name);
  return own.find(has(domain)) ?? knownProviders.find(has(domain)) ?? knownProviders.find(has(domain.replace(country, ".*")));
};

/** The provider that receives a domain's mail, by the name of the first MX host. */
export const providerBehind = (mailServers: readonly string[]): KnownProvider | undefined => {
  const hosts = mailServers.map((host) => host.toLowerCase().replace(/\.$/, ""));
  return hosts.map((host) => knownProviders.find(({ mx }) => isIn(host, mx))).find((found) => found !== undefined);
};

/** The provider that has a server of this name. */
export const providerAt = (host: string): KnownProvider | undefined =>
  knownProviders.find(({ smtp, imap }) => [smtp, imap].some((address) => serverAt(address).host === host));

/** The server at an address such as `smtps://smtp.example.com`, with a port where it is not the usual one. */
const serverAt = (address: string) => {
  const { protocol, hostname, port } = new URL(address);
  const { port: usualPort, secure } = usual[protocol as keyof typeof usual];
  return { host: hostname, port: Number(port) || usualPort, secure };
};

/** The settings of an address at this provider, by the table. */
export const settingsAt = (provider: KnownProvider, email: string, source: DiscoverySource): Discovered => {
  const { id, name, type = "smtp", login, appPasswordUrl } = provider;
  const found = { source, guessed: knownProviders.includes(provider) && provider.page === "" };
  const username = provider.isLocalName ? email.slice(0, email.lastIndexOf("@")) : email;
  const server = (address: string): DiscoveredServer => ({ ...serverAt(address), username, ...found, outside: false });
  const page = appPasswordUrl !== undefined && { appPasswordUrl };
  const known = { email, providerId: id, providerName: name, type, login, ...page, ...found };
  return { ...known, smtp: server(provider.smtp), imap: server(provider.imap) };
};

/**
 * Parses the operator's own providers, `example.com=smtps://mail.example.com,imaps://mail.example.com;…`; throws on anything else, so that the
 * operator notices a typo before a mailbox's owner does.
 */
export const parseProviders = (text: string): readonly KnownProvider[] =>
  text
    .split(";")
    .filter((entry) => entry.trim() !== "")
    .map((entry) => {
      const [, domains = "", smtp = "", imap = ""] =
        /^([a-z0-9. -]+)=(smtps?:\/\/[^\s,;]+),(imaps?:\/\/[^\s,;]+)$/.exec(entry.trim()) ?? [];
      if (!URL.canParse(smtp) || !URL.canParse(imap)) throw new Error(`"${entry}" is not domain=smtps://host:port,imaps://host:port`);
      return { id: domains, name: domains, domains, login: "password", smtp, imap, page: "" };
    });
