import type { ServedType, SmtpSettings } from "../mailbox.ts";

/**
 * Where a setting comes from: the table of known providers, the domain's MX records, its SRV records (RFC 6186, RFC 8314), a configuration file at the
 * domain (Thunderbird's autoconfig), Exchange's Autodiscover, or the names that servers usually have.
 */
export type DiscoverySource = "provider_table" | "mx" | "srv" | "autoconfig" | "autodiscover" | "guess";

/** How a mailbox's owner proves who they are: at the provider's consent page, or with a password, or with one made for programs alone. */
export type DiscoveredLogin = "oauth" | "password" | "app_password";

/** Where a finding comes from, and whether it is a guess that the owner should confirm. */
export interface Found {
  readonly source: DiscoverySource;
  readonly guessed: boolean;
}

/** A server as it was found; nothing was connected to. `tls` is implicit TLS. */
export interface DiscoveredServer extends SmtpSettings, Found {
  /** It lies outside of the address's domain and is no known provider's: whoever answers for the domain may have been made to name it (RFC 6186, 6). */
  readonly outside: boolean;
}

/** What is known about connecting an address (contract/README.md, "Mailboxes"); `source` and `guessed` are of `type` and `login`. */
export interface Discovered extends Found {
  readonly email: string;
  /** The provider in the table of known providers; "" for any other. */
  readonly providerId: string;
  readonly providerName: string;
  /** With which `type` POST /v1/mailboxes connects it. */
  readonly type: ServedType;
  readonly login: DiscoveredLogin;
  /** The provider's page where the owner makes a password for programs. */
  readonly appPasswordUrl?: string;
  /** Absent when none was found. */
  readonly smtp?: DiscoveredServer;
  readonly imap?: DiscoveredServer;
}

/** A server with what it is for. */
export interface ServerToConfirm extends DiscoveredServer {
  readonly protocol: "smtp" | "imap";
}

/**
 * The servers to which no password goes before its owner has confirmed them by name, each judged by itself: the page of a connect link asks, and the
 * API refuses to fill them in.
 */
export const serversToConfirm = (found: Pick<Discovered, "smtp" | "imap">): readonly ServerToConfirm[] =>
  (["smtp", "imap"] as const).flatMap((protocol) => {
    const server = found[protocol];
    return server?.outside === true ? [{ ...server, protocol }] : [];
  });
