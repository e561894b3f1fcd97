import { byAutoconfig } from "./by-autoconfig.ts";
import { byAutodiscover } from "./by-autodiscover.ts";
import { byGuess } from "./by-guess.ts";
import { byServices } from "./by-services.ts";
import type { Discovered } from "./discovered.ts";
import type { Finding, Step } from "./finding.ts";
import { domainOf, isWithin } from "./found-server.ts";
import type { DiscoveryPorts } from "./ports.ts";
import { providerAt, providerBehind, providerOf, settingsAt } from "./provider-settings.ts";

/** How long discovery takes in all, and one of its steps, at most, ms. */
const LIMITS = { allMs: 10_000, stepMs: 3_000 };

/**
 * Finds out how an address (normalised) is connected: at a known provider, or by what its domain says (contract/README.md, "Mailboxes"). Nothing is
 * stored. It ends in time and never rejects because of what a foreign server does; what was not found is absent.
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
