import {
  domainOf,
  hostNameIn,
  type NamedServer,
  usernameIn,
  type Finding,
  firstReachable,
  isWithin,
  type DiscoveryPorts,
} from "./discovered.ts";
import type { HttpCallAnswer } from "#shared/platform/egress/egress.ts";

/** An element; `type` is its attribute of that name. */
interface XmlElement {
  readonly name: string;
  readonly type: string;
  readonly text: string;
  readonly children: readonly XmlElement[];
}

interface OpenElement extends XmlElement {
  text: string;
  readonly children: OpenElement[];
}

const markup = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
  ["<", ">"],
] as const;

/**
 * Reads a small XML document in linear time, without recursion. Only XML's five entities and character numbers are decoded; attributes other than
 * `type` are skipped. Undefined for a document with a DTD, or one that is not well-formed.
 */
export const readXml = (text: string): XmlElement | undefined => {
  const top = element("");
  const open = [top];
  for (let at = 0; at < text.length;) {
    const next = text.indexOf("<", at);
    if (next < 0) break;
    const parent = open.at(-1);
    const [begin, end] = markup.find(([start]) => text.startsWith(start, next)) ?? markup[3];
    const close = text.indexOf(end, next + begin.length);
    if (!parent || close < 0) return undefined;
    const inside = text.slice(next + begin.length, close);
    parent.text += plain(text.slice(at, next)) + (begin === "<![CDATA[" ? inside : "");
    if (begin === "<" && !take(inside, open)) return undefined;
    at = close + end.length;
  }
  return open.length === 1 && top.children.length === 1 ? top.children[0] : undefined;
};

const element = (name: string, type = ""): OpenElement => ({ name, type, text: "", children: [] });

/** Opens or closes an element by what stands between `<` and `>`; false when that is no tag, or not the one that is open. */
const take = (inside: string, open: OpenElement[]): boolean => {
  if (inside.startsWith("/")) return open.length > 1 && open.pop()?.name === inside.slice(1).trimEnd();
  const isEmpty = inside.endsWith("/");
  const name = /^[\w:.-]+(?=[\s/]|$)/.exec(inside)?.[0];
  if (name === undefined || inside.includes("<")) return false;
  const opened = element(name, /\stype=["']([\w-]*)["']/.exec(inside)?.[1]);
  open.at(-1)?.children.push(opened);
  if (!isEmpty) open.push(opened);
  return true;
};

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** A reference to any other entity stays as it is written. */
const plain = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|([a-z]{2,4}));/g, (written, decimal?: string, hex?: string, name = "") => {
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    if (code <= 0x10ffff) return String.fromCodePoint(code);
    return named[name] ?? written;
  });

/** The servers of a configuration file, in its order. */
export interface ClientConfig {
  readonly smtp: readonly NamedServer[];
  readonly imap: readonly NamedServer[];
}

/** The file's words for TLS; `plain` is never used. */
const modes: Readonly<Record<string, "tls" | "starttls">> = { SSL: "tls", TLS: "tls", STARTTLS: "starttls" };

/**
 * Reads Thunderbird's configuration file (https://wiki.mozilla.org/Thunderbird:Autoconfiguration:ConfigFileFormat). Servers without TLS and hosts
 * that are no names are left out; so is everything of what is no such file.
 */
const readClientConfig = (text: string, email: string): ClientConfig => {
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

/** How much of an answer is read, bytes; a longer one is no configuration file. */
const READ_MAX = 65_536;
const REDIRECTS_MAX = 3;

/**
 * Reads the domain's own configuration file at both of its places; the servers of the first place come first. Only over HTTPS, because nobody else
 * may name servers.
 */
export const byAutoconfig = async (ports: DiscoveryPorts, email: string, leftMs: number): Promise<Finding> => {
  const domain = domainOf(email);
  const first = new URL(`https://autoconfig.${domain}/mail/config-v1.1.xml`);
  first.searchParams.set("emailaddress", email);
  const places = [first, new URL(`https://${domain}/.well-known/autoconfig/mail/config-v1.1.xml`)];
  const files = await Promise.all(places.map((place) => fileAt(ports, place, domain, leftMs)));
  const configs = files.flatMap((text) => (text === undefined ? [] : [readClientConfig(text, email)]));
  const [smtp, imap] = await Promise.all(
    (["smtp", "imap"] as const).map((protocol) =>
      firstReachable(
        ports,
        configs.flatMap((config) => config[protocol]),
      ),
    ),
  );
  const found = (server: NamedServer) => ({ ...server, source: "autoconfig", guessed: false }) as const;
  return { source: "autoconfig", ...(smtp && { smtp: found(smtp) }), ...(imap && { imap: found(imap) }) };
};

/** The text at this place, after redirects within the domain; undefined when there is none, or it is too long or too late. */
const fileAt = async (ports: DiscoveryPorts, place: URL, domain: string, leftMs: number): Promise<string | undefined> => {
  let url: URL | undefined = place;
  for (let hops = 0; url && hops <= REDIRECTS_MAX; hops++) {
    const answer: HttpCallAnswer | undefined = await get(ports, url, leftMs).catch(() => undefined);
    if (answer?.status === 200) return answer.body.length < READ_MAX ? answer.body.toString() : undefined;
    const next: URL | undefined = answer && redirectOf(answer, url);
    url = next && (await isSameKind(ports, next, domain)) ? next : undefined;
  }
  return undefined;
};

const get = ({ callHttp }: DiscoveryPorts, url: URL, withinMs: number): Promise<HttpCallAnswer> =>
  callHttp({ method: "GET", url, headers: { accept: "text/xml, application/xml" }, body: "", withinMs, readMax: READ_MAX });

/** The URL to which an answer redirects; undefined for none. */
export const redirectOf = ({ status, headers: { location } }: HttpCallAnswer, from: URL): URL | undefined =>
  [301, 302, 303, 307, 308].includes(status) && typeof location === "string" ? (URL.parse(location, from.href) ?? undefined) : undefined;

/** HTTPS at its own port, in the address's domain: a server elsewhere has no say in where its passwords go. */
const isSameKind = async (ports: DiscoveryPorts, { protocol, port, hostname, username, password }: URL, domain: string) =>
  protocol === "https:" && port === "" && username === "" && password === "" && (await isWithin(ports, hostname, domain));
