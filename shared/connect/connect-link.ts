import { createHash } from "node:crypto";
import type { Discovered } from "#shared/mailboxes/discovery/discovered.ts";
import type { ServedType } from "#shared/mailboxes/mailbox.ts";
import type { OAuthProviderName } from "#shared/mailboxes/oauth/oauth-providers.ts";
import type { Ids } from "#shared/platform/ports.ts";

/** How long a link can be used by default, seconds. */
export const LIFE_SECONDS = 86_400;
/** How long a link is kept after that, days. */
export const KEPT_DAYS = 30;
const TOKEN_BYTES = 32;

/** A single-use link by which a mailbox's owner connects it in the browser; only the hash of its token is stored. */
export interface ConnectLink {
  readonly id: string;
  readonly userId: string;
  /** `completed` for ever; whether an open one has expired follows from the time. */
  readonly status: "open" | "completed";
  /** While it is open the mailbox to connect again, afterwards the connected one. */
  readonly mailboxId?: string;
  /** The suggested address, the only possible one with a mailbox; afterwards the connected one. */
  readonly email?: string;
  /** Absent: all. */
  readonly types?: readonly ServedType[];
  readonly redirectUri: string;
  /** Comes back to the redirect URI. */
  readonly state: string;
  readonly displayName?: string;
  /** The mailbox's tenant. */
  readonly tenant?: string;
  /** The page's language; absent: the browser's. */
  readonly locale?: string;
  readonly failures: number;
  readonly lastError?: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly completedAt?: Date;
}

/** A consent that a browser has begun: what a provider's answer must match (RFC 9700, 4.4.2: also whose answer it is). */
export interface Consent {
  /** The provider, which is also the mailbox's type. */
  readonly provider: OAuthProviderName;
  /** The random part of `state`. */
  readonly state: string;
  /** The PKCE verifier (RFC 7636, 4.1). */
  readonly verifier: string;
}

/** A provider's consent page, ready to be opened by the browser for which it was made. */
export interface ConsentWay {
  readonly provider: OAuthProviderName;
  readonly url: string;
}

/** How an address can be connected. */
export interface Ways {
  readonly found: Discovered;
  readonly consents: readonly ConsentWay[];
  /** Whether a password is asked for, and whether only on request, because a consent is better. */
  readonly password: "asked" | "offered" | "none";
}

/** What a browser's page shows next: kept, so that a form leads to a page that can be loaded again (post, redirect, get). */
export interface KeptStep {
  readonly email: string;
  readonly ways: Ways;
  /** The settings as the form shows them, without the password. */
  readonly fields: Readonly<Record<string, string>>;
  /** Why the last try did not succeed, in the page's words for it. */
  readonly problems: readonly string[];
  /** Whether the owner has confirmed the servers outside of the address's domain, or there are none: before it no password is asked for. */
  readonly confirmed: boolean;
}

/** A new token of 256 random bits. */
export const newToken = (ids: Pick<Ids, "random">): string => ids.random(TOKEN_BYTES);

/** The only form that a token has; checked before any query. */
export const tokenPattern = /^[0-9a-f]{64}$/;

/** The stored form of a link's token and of a browser's secret: SHA-256 in hexadecimal, enough for 256 random bits. */
export const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/** A link's state at a time. */
export const statusAt = ({ status, expiresAt }: Pick<ConnectLink, "status" | "expiresAt">, now: Date): "open" | "completed" | "expired" =>
  status === "open" && expiresAt <= now ? "expired" : status;

/** Where the browser goes in the end: the redirect URI with the link's id and the account's state. */
export const wayBack = ({ redirectUri, id, state }: Pick<ConnectLink, "redirectUri" | "id" | "state">): string => {
  const url = new URL(redirectUri);
  url.searchParams.set("connect_link", id);
  url.searchParams.set("state", state);
  return url.href;
};
