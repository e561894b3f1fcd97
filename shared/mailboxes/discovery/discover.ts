import type { HttpCallAnswer } from "#shared/platform/egress/egress.ts";
import { redirectOf, byAutoconfig } from "./by-autoconfig.ts";
import {
  type Finding,
  domainOf,
  type DiscoveryPorts,
  firstReachable,
  type FoundServer,
  hostNameIn,
  type ServiceRecord,
  type Discovered,
  type Step,
  isWithin,
  type DiscoveredServer,
  serversToConfirm,
} from "./discovered.ts";
import { knownProviders } from "./known-providers.ts";
import { providerAt, providerBehind, providerOf, settingsAt } from "./provider-settings.ts";
import { invalid } from "#shared/platform/errors.ts";
import { parsePlainAddress } from "#shared/mail/addresses.ts";
import type { ConnectRequest } from "../connect-mailbox.ts";
import type { Mailboxes } from "../ports.ts";
import { type ImapRequest, isGiven, type SmtpRequest } from "../settings.ts";

const READ_MAX = 4_096;
const MICROSOFT = knownProviders.find(({ id }) => id === "microsoft365");
const EXCHANGE = { providerId: "exchange", providerName: "Microsoft Exchange" };

/**
 * Asks Exchange's Autodiscover who it is, without credentials and without the address. Microsoft 365 is known by its alias or redirect, an Exchange
 * server by how it refuses (https://learn.microsoft.com/en-us/exchange/architecture/client-access/autodiscover).
 */
const byAutodiscover = async (ports: DiscoveryPorts, email: string, leftMs: number): Promise<Finding> => {
  const host = `autodiscover.${domainOf(email)}`;
  const aliases = await ports.dns.aliases(host).catch(() => []);
  if (aliases.some(isMicrosoft)) return microsoft;
  const url = new URL(`https://${host}/autodiscover/autodiscover.xml`);
  const call = { method: "GET", url, headers: {}, body: "", withinMs: leftMs, readMax: READ_MAX } as const;
  const answer = await ports.callHttp(call).catch(() => undefined);
  if (!answer) return { source: "autodiscover" };
  if (isMicrosoft(redirectOf(answer, url)?.hostname ?? "")) return microsoft;
  return { source: "autodiscover", ...(isExchange(answer) && { named: EXCHANGE }) };
};

const microsoft: Finding = { source: "autodiscover", ...(MICROSOFT && { provider: MICROSOFT }) };

const isMicrosoft = (host: string): boolean => /(?:^|\.)(?:outlook\.com|office365\.com)\.?$/i.test(host);

/** Exchange refuses with its own header, or with Windows' ways to log in (MS-NTHT, 4.1), which no other mail server offers there. */
const isExchange = ({ status, headers }: HttpCallAnswer): boolean =>
  status === 401 &&
  (headers["x-feserver"] !== undefined || /\b(?:NTLM|Negotiate)\b/i.test([headers["www-authenticate"] ?? ""].flat().join()));

/** The names that servers usually have, with the ports of this API's defaults. */
const usual = {
  smtp: { names: ["smtp", "mail"], port: 587, secure: "starttls" },
  imap: { names: ["imap", "mail"], port: 993, secure: "tls" },
} as const;

/** Servers whose usual names exist in the domain; whether they are the mailbox's, only a login shows. */
const byGuess = async (ports: DiscoveryPorts, email: string): Promise<Finding> => {
  const guess = async (protocol: keyof typeof usual): Promise<FoundServer | undefined> => {
    const { names, ...rest } = usual[protocol];
    const server = { ...rest, username: email, source: "guess", guessed: true } as const;
    return firstReachable(
      ports,
      names.map((name) => ({ ...server, host: `${name}.${domainOf(email)}` })),
    );
  };
  const [smtp, imap] = await Promise.all([guess("smtp"), guess("imap")]);
  return { source: "guess", ...(smtp && { smtp }), ...(imap && { imap }) };
};

/** The services of submission and IMAP: with implicit TLS (RFC 8314, 5.1) before STARTTLS (RFC 6186, 3). */
const services = {
  smtp: [
    ["_submissions._tcp", "tls"],
    ["_submission._tcp", "starttls"],
  ],
  imap: [
    ["_imaps._tcp", "tls"],
    ["_imap._tcp", "starttls"],
  ],
} as const;

/** What the domain's SRV records say. */
const byServices = async (ports: DiscoveryPorts, email: string): Promise<Finding> => {
  const domain = domainOf(email);
  const server = async (protocol: keyof typeof services): Promise<FoundServer | undefined> => {
    const asked = services[protocol].map(async ([name, secure]) => {
      const records = await ports.dns.services(`${name}.${domain}`).catch(() => []);
      return records.toSorted(byPreference).map(({ host, port }) => ({ host: hostNameIn(host), port, secure, username: email }));
    });
    const named = (await Promise.all(asked)).flat().flatMap(({ host, ...rest }) => (host === undefined ? [] : [{ host, ...rest }]));
    const found = await firstReachable(ports, named);
    return found && { ...found, source: "srv", guessed: false };
  };
  const [smtp, imap] = await Promise.all([server("smtp"), server("imap")]);
  return { source: "srv", ...(smtp && { smtp }), ...(imap && { imap }) };
};

const byPreference = (a: ServiceRecord, b: ServiceRecord): number => a.priority - b.priority || b.weight - a.weight;

/** The time limits of the whole discovery and of one step, ms. */
const LIMITS = { allMs: 10_000, stepMs: 3_000 };

/**
 * Finds out how a normalised address can be connected: at a known provider, or by what its domain publishes (api/README.md, "Mailboxes"). Stores
 * nothing. Ends within its time limits, and does not reject when a foreign server fails; what was not found is absent.
 */
export const discover = async (ports: DiscoveryPorts, email: string, limits = LIMITS): Promise<Discovered> => {
  const known = providerOf(domainOf(email), ports.ownProviders());
  if (known) return settingsAt(known, email, "provider_table");
  const found: Finding[] = [];
  const all = async () => {
    for (const step of steps) {
      if (isSettled(found)) return;
      found.push(await inTime(step(ports, email, limits.stepMs), limits.stepMs, nothing));
    }
  };
  await inTime(all(), limits.allMs, undefined);
  return combine(ports, found, email);
};

const nothing: Finding = { source: "guess" };

const byMailServers: Step = async ({ dns }, email) => {
  const provider = providerBehind(await dns.mailServers(domainOf(email)).catch(() => []));
  return { source: "mx", ...(provider && { provider }) };
};

const steps: readonly Step[] = [byMailServers, byServices, byAutoconfig, byAutodiscover, byGuess];

const isSettled = (found: readonly Finding[]): boolean =>
  found.some(({ provider }) => provider) || (found.some(({ smtp }) => smtp) && found.some(({ imap }) => imap));

/** A server outside of the domain is a guess, whoever names it; each is judged by itself. */
const judged = async (ports: DiscoveryPorts, found: readonly Finding[], protocol: "smtp" | "imap", email: string) => {
  const server = found.find((finding) => finding[protocol])?.[protocol];
  if (!server) return undefined;
  const outside = !(await isWithin(ports, server.host, domainOf(email)));
  return { ...server, guessed: server.guessed || outside, outside };
};

/** A provider settles everything, also one whose servers a domain names; otherwise each server is the first that was found. */
const combine = async (ports: DiscoveryPorts, found: readonly Finding[], email: string): Promise<Discovered> => {
  const [smtp, imap] = await Promise.all([judged(ports, found, "smtp", email), judged(ports, found, "imap", email)]);
  const settled = found.find(({ provider }) => provider);
  const provider = settled?.provider ?? (smtp && providerAt(smtp.host)) ?? (imap && providerAt(imap.host));
  if (provider) return settingsAt(provider, email, settled?.source ?? smtp?.source ?? imap?.source ?? "guess");
  const named = found.find((finding) => finding.named);
  const { source } = named ?? smtp ?? imap ?? { source: "guess" as const };
  const isGuess = [smtp, imap].some((server) => server?.guessed === true) || (!smtp && !imap);
  const guessed = !named && isGuess;
  const login = { type: "smtp", login: "password", source, guessed } as const;
  return { email, providerId: "", providerName: "", ...named?.named, ...login, ...(smtp && { smtp }), ...(imap && { imap }) };
};

/** What the work gives within the time, ms, else the other value. */
const inTime = async <T>(work: Promise<T>, withinMs: number, otherwise: T): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), withinMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/** The dependencies of filling in discovered servers. */
export interface FillInPorts {
  readonly mailboxes: Pick<Mailboxes, "findByEmail">;
  readonly discovery: DiscoveryPorts;
}

type Protocol = "smtp" | "imap";

/**
 * The request with the servers that it leaves out, as discovered; its own ports, user names and passwords stay. When no SMTP server is named, IMAP is
 * discovered, too, with the same password, unless the inbox is not to be read. Throws `invalid` naming the host that was not found.
 */
export const withDiscovered = async (ports: FillInPorts, userId: string, request: ConnectRequest): Promise<ConnectRequest> => {
  if (!("smtp" in request)) return request;
  const { smtp, imap } = request;
  const wantsImap = imap.host === undefined && isGiven(imap);
  if (smtp.host !== undefined && !wantsImap) return request;
  const parsed = parsePlainAddress(request.email);
  const email = parsed.ok ? parsed.address : request.email;
  const stored = (await ports.mailboxes.findByEmail(userId, email))?.imap;
  // An inbox that was connected before keeps its own settings.
  if (smtp.host !== undefined && stored) return request;
  const found = await discover(ports.discovery, email);
  const alsoImap = imap.host === undefined && (wantsImap || (!stored && request.inboxSyncEnabled !== false && isUsable(found, "imap")));
  const problems = [...(smtp.host === undefined ? problemOf(found, "smtp") : []), ...(alsoImap && !stored ? problemOf(found, "imap") : [])];
  if (problems.length > 0) throw invalid(...problems);
  return {
    ...request,
    smtp: smtp.host === undefined ? filled(smtp, found.smtp) : smtp,
    imap: alsoImap && !stored ? { password: smtp.password, ...filled(imap, found.imap) } : imap,
  };
};

const isUsable = (found: Discovered, protocol: Protocol): boolean =>
  found[protocol] !== undefined && !serversToConfirm(found).some((server) => server.protocol === protocol);

const problemOf = (found: Discovered, protocol: Protocol) => {
  if (isUsable(found, protocol)) return [];
  const domain = domainOf(found.email);
  const host = found[protocol]?.host;
  const why = host === undefined ? "none was found for" : `${host} is named for it but lies outside`;
  return [{ field: `${protocol}Host`, message: `is required: ${why} ${domain}` }];
};

const filled = <R extends SmtpRequest | ImapRequest>(request: R, found: DiscoveredServer | undefined): R => {
  if (!found) return request;
  const { host, port, secure, username } = found;
  const mode = request.port === undefined && { secure };
  return { host, port, ...mode, username, ...given(request) } as R;
};

const given = (request: object) => Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
