import { createHash } from "node:crypto";
import type { Discovered } from "#shared/mailboxes/discovery/discovered.ts";
import type { ServedType, Transport } from "#shared/mailboxes/mailbox.ts";
import type { Access } from "#shared/providers/provider.ts";
import type { OAuthProviderName } from "#shared/providers/index.ts";
import type { Ids, Page } from "#shared/platform/ports.ts";
import type { SealedMailboxes } from "#shared/mailboxes/ports.ts";

/** How long a link can be used by default, seconds. */
export const LIFE_SECONDS = 86_400;
/** How long a link is kept after it has expired, days. */
export const KEPT_DAYS = 30;
const TOKEN_BYTES = 32;

/** A single-use link by which a mailbox's owner connects it in the browser; only the hash of its token is stored. */
export interface ConnectLink {
  readonly id: string;
  readonly userId: string;
  /** Stays `completed`; whether an open link has expired follows from `expiresAt`. */
  readonly status: "open" | "completed";
  /** While the link is open the mailbox to reconnect, if one was named; afterwards the connected mailbox. */
  readonly mailboxId?: string;
  /** The suggested address; with a mailbox to reconnect the only one allowed. Afterwards the connected address. */
  readonly email?: string;
  /** Absent: all. */
  readonly types?: readonly ServedType[];
  readonly redirectUri: string;
  /** The client's own value, returned in the redirect. */
  readonly state: string;
  readonly displayName?: string;
  /** The mailbox's tenant. */
  readonly tenant?: string;
  /** The account's own OAuth client that owners consent to at its provider; absent: this service's. */
  readonly oauthClientId?: string;
  /** How a mailbox is to be reached whose provider has that transport; absent: what the consent covers. */
  readonly transport?: Transport;
  /** What the consent asks for over an HTTP interface with that access; absent: what the stage says. */
  readonly access?: Access;
  /** The page's language; absent: the browser's. */
  readonly locale?: string;
  readonly failures: number;
  readonly lastError?: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly completedAt?: Date;
}

/** A consent that a browser has started, with the values that the provider's answer must match; the provider is among them (RFC 9700, 4.4.2). */
export interface Consent {
  /** The provider, which is also the mailbox's type. */
  readonly provider: OAuthProviderName;
  /** The random part of `state`. */
  readonly state: string;
  /** The PKCE verifier (RFC 7636, 4.1). */
  readonly verifier: string;
  /** The account's own OAuth client that was consented to; absent: this service's. */
  readonly oauthClientId?: string;
}

/** A provider's consent page for one browser. */
export interface OfferedConsent {
  readonly provider: OAuthProviderName;
  readonly url: string;
}

/** The ways to connect an address: the discovered servers, consent pages, and a password. */
export interface ConnectOptions {
  readonly found: Discovered;
  readonly consents: readonly OfferedConsent[];
  /** `asked`: the page asks for a password; `offered`: only on request, because a consent is better; `none`: never. */
  readonly password: "asked" | "offered" | "none";
}

/** The next step of a browser's page. It is stored, so that a submitted form redirects to a page that can be reloaded (post, redirect, get). */
export interface KeptStep {
  readonly email: string;
  readonly ways: ConnectOptions;
  /** The settings as the form shows them, without the password. */
  readonly fields: Readonly<Record<string, string>>;
  /** Why the last attempt failed, as names of the page's texts. */
  readonly problems: readonly string[];
  /** Whether the owner has confirmed the servers outside the address's domain, or there are none; no password is asked for before. */
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

/** The client's redirect URI with the link's id and the client's `state`. */
export const returnUrl = ({ redirectUri, id, state }: Pick<ConnectLink, "redirectUri" | "id" | "state">): string => {
  const url = new URL(redirectUri);
  url.searchParams.set("connect_link", id);
  url.searchParams.set("state", state);
  return url.href;
};

/** The filters of a list of links. */
export interface LinkFilter {
  readonly status?: "open" | "completed" | "expired" | undefined;
  readonly tenants?: readonly string[] | undefined;
}

/** The connect links of an account. */
export interface ConnectLinks {
  /** Stores a link with the hash of its token. */
  insert(link: ConnectLink, tokenHash: string): Promise<void>;
  find(userId: string, id: string): Promise<ConnectLink | undefined>;
  /** Newest first. */
  list(userId: string, filter: LinkFilter, page: Page): Promise<readonly ConnectLink[]>;
  /** False when not found. */
  delete(userId: string, id: string): Promise<boolean>;
}

/** A link as its page sees it. */
export interface SeenLink extends ConnectLink {
  /** The hash of the secret of the browser that completed it. */
  readonly completedBy?: string;
  /** The next step of a browser's page, with the hash of the browser's secret. */
  readonly step?: KeptStep & { readonly browser: string; readonly until: Date };
}

/** The links of all accounts, as their pages use them: the token is the permission. */
export interface OpenLinks {
  findByToken(tokenHash: string): Promise<SeenLink | undefined>;
  /** Stores the started consents in place of earlier ones; does nothing when the link is no longer open. */
  beginConsents(link: ConnectLink, browserHash: string, consents: readonly Consent[], forMs: number): Promise<void>;
  /** Stores the next step of this browser's page in place of an earlier one; does nothing when the link is no longer open. */
  keepStep(link: ConnectLink, browserHash: string, step: KeptStep, forMs: number): Promise<void>;
  /**
   * Takes the consent that this browser started at this provider, once, and deletes its other ones. Undefined for any other browser, state or
   * provider, and after its time.
   */
  takeConsent(
    linkId: string,
    browserHash: string,
    answer: Pick<Consent, "state" | "provider">,
  ): Promise<(Pick<Consent, "verifier" | "oauthClientId"> & { readonly link: SeenLink }) | undefined>;
  /** Counts a failed attempt and records its event. */
  fail(link: ConnectLink, lastError: string): Promise<void>;
}

/**
 * The mailboxes as a link's page writes them: connecting a mailbox also completes the link and records its event, in the same transaction. Throws
 * LinkClosed, and writes nothing, when the link is no longer open.
 */
export type MailboxesOfLink = (link: ConnectLink, browserHash: string) => SealedMailboxes;

/** The link was completed by another browser, or has expired. */
export class LinkClosed extends Error {
  override readonly name = "LinkClosed";
}
