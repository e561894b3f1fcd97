import type { Discovered, DiscoverySource } from "./discovered.ts";
import type { FoundServer } from "./found-server.ts";
import type { KnownProvider } from "./known-provider.ts";
import type { DiscoveryPorts } from "./ports.ts";

/** What one step of discovery found: a provider, which settles everything, or servers. */
export interface Finding {
  readonly source: DiscoverySource;
  readonly provider?: KnownProvider;
  /** The name of a provider that is not in the table. */
  readonly named?: Pick<Discovered, "providerId" | "providerName">;
  readonly smtp?: FoundServer;
  readonly imap?: FoundServer;
}

/** One step of discovery, with the time that is left for it, ms. */
export type Step = (ports: DiscoveryPorts, email: string, leftMs: number) => Promise<Finding>;
