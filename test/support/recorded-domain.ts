import { getDomain } from "tldts";
import type { DiscoveryPorts, ServiceRecord } from "#shared/mailboxes/discovery/discovered.ts";
import { DnsFailure } from "#shared/mailboxes/dns/dns-record.ts";
import { mayConnect } from "#shared/platform/egress/address-policy.ts";
import type { HttpCall } from "#shared/platform/egress/egress.ts";

/** What a server answered: text with 200, a redirect, a status with headers, or nothing in time. */
export type Recorded =
  | string
  | { readonly to: string }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly hangs: true };

/** The recorded DNS and HTTP answers about a domain; SRV as `priority weight port host`, a name without addresses does not exist. */
export interface RecordedDomain {
  readonly mx?: readonly string[] | "fails" | "hangs";
  readonly srv?: Readonly<Record<string, readonly string[]>>;
  readonly cname?: Readonly<Record<string, string>>;
  readonly addresses?: Readonly<Record<string, readonly string[]>>;
  readonly http?: Readonly<Record<string, Recorded>>;
}

const never = () => new Promise<never>(() => {});
const answers = async <T>(answer: readonly T[] | "fails" | "hangs" = []): Promise<readonly T[]> => {
  if (answer === "hangs") return never();
  if (answer === "fails") throw new DnsFailure("recorded");
  return answer;
};

const serviceOf = (record: string): ServiceRecord => {
  const [priority = "", weight = "", port = "", host = ""] = record.split(" ");
  return { priority: Number(priority), weight: Number(weight), port: Number(port), host };
};

/** Discovery over recorded answers; `asked` lists the questions and calls in their order. */
export const recordedDomain = ({ mx, srv = {}, cname = {}, addresses = {}, http = {} }: RecordedDomain) => {
  const asked: string[] = [];
  const note = (question: string) => void asked.push(question);
  const ports: DiscoveryPorts = {
    dns: {
      mailServers: (name) => (note(`MX ${name}`), answers(mx)),
      services: async (name) => (note(`SRV ${name}`), (srv[name] ?? []).map(serviceOf)),
      aliases: async (name) => (note(`CNAME ${name}`), cname[name] === undefined ? [] : [cname[name]]),
      addresses: async (name) => (note(`A ${name}`), addresses[name] ?? []),
      organisationalDomain: async (name) => getDomain(name, { allowPrivateDomains: true }) ?? undefined,
    },
    callHttp: async ({ method, url, headers, body, readMax }: HttpCall) => {
      note(
        `${method} ${url.href}${Object.keys(headers).some((name) => /auth|cookie/i.test(name)) ? " with credentials" : ""}${String(body)}`,
      );
      const answer = http[`${url.origin}${url.pathname}`];
      if (answer === undefined) throw new Error("unreachable");
      if (typeof answer === "string") return { status: 200, headers: {}, body: Buffer.from(answer).subarray(0, readMax) };
      if ("hangs" in answer) return never();
      if ("to" in answer) return { status: 302, headers: { location: answer.to }, body: Buffer.alloc(0) };
      return { status: answer.status, headers: answer.headers ?? {}, body: Buffer.alloc(0) };
    },
    mayConnect: (address, port) => mayConnect(address, port, []),
    ownProviders: () => [],
  };
  return { ports, asked };
};

/** A server in a configuration file. */
export interface FiledServer {
  readonly host: string;
  readonly port: number;
  readonly socket?: string;
  readonly username?: string;
}

const filed = (tag: string, type: string, { host, port, socket = "SSL", username = "%EMAILADDRESS%" }: FiledServer) =>
  `<${tag} type="${type}"><hostname>${host}</hostname><port>${port}</port><socketType>${socket}</socketType>` +
  `<username>${username}</username><authentication>password-cleartext</authentication></${tag}>`;

/** A configuration file in Thunderbird's form, with these servers. */
export const configFile = (smtp: readonly FiledServer[], imap: readonly FiledServer[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<clientConfig version="1.1"><!-- made by hand --><emailProvider id="example.com">` +
  `<domain>example.com</domain><displayName>Example &amp; Sons</displayName>${imap.map((one) => filed("incomingServer", "imap", one)).join("")}` +
  `<incomingServer type="pop3"><hostname>pop.example.com</hostname><port>995</port></incomingServer>` +
  `${smtp.map((one) => filed("outgoingServer", "smtp", one)).join("")}</emailProvider></clientConfig>\n`;
