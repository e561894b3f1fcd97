import { domainOf, hostNameIn, type NamedServer, usernameIn } from "./found-server.ts";
import { readXml, type XmlElement } from "./xml.ts";

/** The servers of a configuration file, in its order. */
export interface ClientConfig {
  readonly smtp: readonly NamedServer[];
  readonly imap: readonly NamedServer[];
}

/** The file's words for TLS; `plain` is never used. */
const modes: Readonly<Record<string, "tls" | "starttls">> = { SSL: "tls", TLS: "tls", STARTTLS: "starttls" };

/**
 * Reads Thunderbird's configuration file (https://wiki.mozilla.org/Thunderbird:Autoconfiguration:ConfigFileFormat). Servers without TLS and hosts that
 * are no names are left out; so is everything of what is no such file.
 */
export const readClientConfig = (text: string, email: string): ClientConfig => {
  const root = readXml(text);
  const provider = root?.name === "clientConfig" ? child(root, "emailProvider") : undefined;
  const servers = (name: string, type: string) =>
    (provider?.children ?? []).filter((found) => found.name === name && found.type === type).flatMap((found) => serverIn(found, email));
  return { smtp: servers("outgoingServer", "smtp"), imap: servers("incomingServer", "imap") };
};

const child = (parent: XmlElement, name: string) => parent.children.find((found) => found.name === name);
const wordOf = (parent: XmlElement, name: string) => child(parent, name)?.text.trim() ?? "";

const serverIn = (server: XmlElement, email: string): readonly NamedServer[] => {
  const host = hostNameIn(wordOf(server, "hostname").replaceAll("%EMAILDOMAIN%", domainOf(email)));
  const port = wordOf(server, "port");
  const secure = modes[wordOf(server, "socketType").toUpperCase()];
  if (host === undefined || secure === undefined || !/^[1-9]\d{0,4}$/.test(port)) return [];
  return [{ host, port: Number(port), secure, username: usernameIn(wordOf(server, "username"), email) }];
};
