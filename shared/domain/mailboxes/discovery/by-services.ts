import { domainOf, firstReachable, type FoundServer, hostNameIn } from "./found-server.ts";
import type { DiscoveryPorts, ServiceRecord } from "./ports.ts";
import type { Finding } from "./finding.ts";

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
export const byServices = async (ports: DiscoveryPorts, email: string): Promise<Finding> => {
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
