import { parseDomain } from "../../mail/addresses.ts";
import type { DiscoveredServer } from "./discovered.ts";
import type { DiscoveryPorts } from "./ports.ts";

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
