import type { HttpCallAnswer } from "../egress/post-http.ts";
import { readClientConfig } from "./client-config.ts";
import type { Finding } from "./finding.ts";
import { domainOf, firstReachable, isWithin, type NamedServer } from "./found-server.ts";
import type { DiscoveryPorts } from "./ports.ts";

/** How much of an answer is read, bytes; a longer one is no configuration file. */
const READ_MAX = 65_536;
const REDIRECTS_MAX = 3;

/** What the domain's own configuration file says, at either of its places; of both, the first place's. Only over HTTPS: nobody else may name servers. */
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

/** Where an answer redirects to; undefined when it does not. */
export const redirectOf = ({ status, headers: { location } }: HttpCallAnswer, from: URL): URL | undefined =>
  [301, 302, 303, 307, 308].includes(status) && typeof location === "string" ? (URL.parse(location, from.href) ?? undefined) : undefined;

/** HTTPS at its own port, in the address's domain: a server elsewhere has no say in where its passwords go. */
const isSameKind = async (ports: DiscoveryPorts, { protocol, port, hostname, username, password }: URL, domain: string) =>
  protocol === "https:" && port === "" && username === "" && password === "" && (await isWithin(ports, hostname, domain));
