import { DnsFailure } from "../dns/dns-lookups.ts";
import type { Discovered } from "./discovered.ts";
import type { DiscoveryPorts } from "./ports.ts";
import { providerBehind, providerOf, settingsAt } from "./provider-settings.ts";

/**
 * Finds out how an address (normalised) is connected: at a known provider, or by its domain's mail servers (contract/README.md, "Mailboxes"). Nothing
 * is stored. Never rejects because of what a foreign server answers; what was not found is absent.
 */
export const discover = async ({ dns }: DiscoveryPorts, email: string): Promise<Discovered> => {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  const known = providerOf(domain);
  if (known) return settingsAt(known, email, "provider_table");
  const behind = providerBehind(await dns.mailServers(domain).catch(unanswered));
  return behind ? settingsAt(behind, email, "mx") : unknown(email);
};

/** A resolver that fails is as one that knows nothing. */
const unanswered = (error: unknown): readonly never[] => {
  if (error instanceof DnsFailure) return [];
  throw error;
};

const unknown = (email: string): Discovered => ({
  email,
  providerId: "",
  providerName: "",
  type: "smtp",
  login: "password",
  source: "guess",
  guessed: true,
});
