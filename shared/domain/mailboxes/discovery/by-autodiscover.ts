import type { HttpCallAnswer } from "../egress/post-http.ts";
import { redirectOf } from "./by-autoconfig.ts";
import type { Finding } from "./finding.ts";
import { domainOf } from "./found-server.ts";
import { knownProviders } from "./known-providers.ts";
import type { DiscoveryPorts } from "./ports.ts";

const READ_MAX = 4_096;
const MICROSOFT = knownProviders.find(({ id }) => id === "microsoft365");
const EXCHANGE = { providerId: "exchange", providerName: "Microsoft Exchange" };

/**
 * Asks Exchange's Autodiscover who it is, without credentials and without the address. Microsoft 365 is known by its alias or redirect, an Exchange
 * server by how it refuses (https://learn.microsoft.com/en-us/exchange/architecture/client-access/autodiscover).
 */
export const byAutodiscover = async (ports: DiscoveryPorts, email: string, leftMs: number): Promise<Finding> => {
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
