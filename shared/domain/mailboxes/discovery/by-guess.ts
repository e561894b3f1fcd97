import type { Finding } from "./finding.ts";
import { domainOf, firstReachable, type FoundServer } from "./found-server.ts";
import type { DiscoveryPorts } from "./ports.ts";

/** The names that servers usually have, with the ports of this API's defaults. */
const usual = {
  smtp: { names: ["smtp", "mail"], port: 587, secure: "starttls" },
  imap: { names: ["imap", "mail"], port: 993, secure: "tls" },
} as const;

/** Servers whose usual names exist in the domain; whether they are the mailbox's, only a login shows. */
export const byGuess = async (ports: DiscoveryPorts, email: string): Promise<Finding> => {
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
