import type { FailureCause } from "./connection/mail-failure.ts";
import type { EgressProxy, Mailbox, MailboxStatus, ReadAccount, SubmissionAccount } from "./mailbox.ts";
import type { TransportName } from "#shared/providers/provider.ts";
import type { ClientChoice, OAuthProviders } from "./oauth/oauth-providers.ts";

/**
 * The fields that reconnecting, PATCH, the inbox configuration and background jobs may change; `imap` and `oauthClientId` that are undefined are
 * removed.
 */
export type MailboxChanges = Partial<
  Omit<Mailbox, "id" | "userId" | "email" | "imap" | "oauthClientId" | "deletedAt" | "purging" | "createdAt" | "updatedAt">
> & {
  readonly imap?: Mailbox["imap"] | undefined;
  readonly oauthClientId?: Mailbox["oauthClientId"] | undefined;
};

/** The secrets of a mailbox in clear text, only in memory; each field is stored sealed (S11 in SECURITY.md). */
export interface MailboxSecrets {
  readonly smtpPassword?: string;
  readonly imapPassword?: string;
  readonly refreshToken?: string;
  readonly accessToken?: string;
  readonly accessTokenExpiresAt?: Date;
  /** The transport that the access token is for: a provider issues one for each. */
  readonly accessTokenFor?: TransportName;
}

/** Changes of secrets: a field with a value is replaced, one that is `undefined` is erased, an absent one stays. */
export type SecretChanges = { readonly [K in keyof MailboxSecrets]?: MailboxSecrets[K] | undefined };

/** Identifies a mailbox; a whole Mailbox can be passed. */
export type MailboxRef = Pick<Mailbox, "id" | "userId">;

/** The mailboxes of an account, including those that their user disconnected, which `findForJob` does not return. */
export interface Mailboxes {
  find(userId: string, id: string): Promise<Mailbox | undefined>;
  findMany(userId: string, ids: readonly string[]): Promise<readonly Mailbox[]>;
  /** Finds by address, ignoring case. */
  findByEmail(userId: string, email: string): Promise<Mailbox | undefined>;
  /** The mailboxes, newest first; with a tenant, only its own. */
  list(userId: string, tenant?: string): Promise<readonly Mailbox[]>;
  /** Writes what a background job found out. Returns false and writes nothing when the user has changed the mailbox since it was read. */
  note(mailbox: Mailbox, changes: MailboxChanges): Promise<boolean>;
  /**
   * Disconnects a mailbox at its user's request: marks it as deleted and erases its secrets, in one transaction, so that no email is accepted for it
   * afterwards; the caller cancels its waiting sends. False when not found.
   */
  delete(userId: string, id: string): Promise<boolean>;
  /** Up to `most` mailboxes of any account whose DNS records were last checked before `before`, the oldest check first. */
  dnsCheckedBefore(before: Date, most: number): Promise<readonly Mailbox[]>;
  /** A mailbox of any account, for jobs that get only its id from the queue. */
  findForJob(id: string): Promise<Mailbox | undefined>;
}

/** The mailboxes with their sealed secrets, for functions that may read the keyring. */
export interface SealedMailboxes extends Mailboxes {
  /** Throws `conflict` when the account already has that address. */
  insert(mailbox: Mailbox, secrets: SecretChanges): Promise<void>;
  /**
   * Applies a user's changes and sets `updatedAt`; undefined when not found. New secrets reconnect a deleted mailbox; throws `conflict` while its
   * waiting sends are being cancelled or its mail is being erased. With `read`, the mailbox as it was read, also undefined when it was deleted or
   * reconnected since then, because the test of its credentials is outdated.
   */
  update(userId: string, id: string, changes: MailboxChanges, secrets?: SecretChanges, read?: AsRead): Promise<Mailbox | undefined>;
  secrets(mailbox: MailboxRef): Promise<MailboxSecrets>;
}

/** What must be unchanged since the mailbox was read, before the login test: whether it is deleted and, with `whose`, its tenant. */
export interface AsRead extends Pick<Mailbox, "deletedAt"> {
  readonly whose?: Pick<Mailbox, "tenant">;
}

type AccessTokenField = "accessToken" | "accessTokenExpiresAt" | "accessTokenFor";

/** The stored tokens of an OAuth mailbox; `version` increases with every stored refresh token. */
export interface StoredGrant extends Pick<MailboxSecrets, AccessTokenField> {
  readonly refreshToken: string;
  readonly version: number;
}

/** The OAuth grants of mailboxes, refreshed by one worker at a time (S12 in SECURITY.md). */
export interface Grants {
  /** Undefined when nothing is stored. */
  read(mailbox: MailboxRef): Promise<StoredGrant | undefined>;
  /** Takes the right to refresh for `forMs`, by the database's clock; undefined while another worker has it. */
  lease(mailbox: MailboxRef, forMs: number): Promise<string | undefined>;
  release(mailbox: MailboxRef, lease: string): Promise<void>;
  /** Stores refreshed tokens, unless the grant has been replaced since; an expired lease does not matter. */
  store(mailbox: MailboxRef, version: number, tokens: Pick<MailboxSecrets, "refreshToken" | AccessTokenField>): Promise<boolean>;
  /** Erases an access token that a mail server refused, if it is still stored, so that the next login requests a new one. */
  forget(mailbox: MailboxRef, accessToken: string): Promise<void>;
}

/** A failed login, in terms of the mailbox's status (api/README.md, "Mailboxes", Status). */
export interface ConnectionFailure {
  readonly protocol: "SMTP" | "IMAP";
  readonly status: Exclude<MailboxStatus, "active">;
  /** The field of the request that is wrong. */
  readonly field: string;
  /** What happened and what to do, without secrets or server banners. */
  readonly message: string;
  /** The cause; absent when the server was not reached. */
  readonly cause?: FailureCause;
  /** Whether it changes the status at once in the background, too, instead of after three failures in a row. */
  readonly immediate: boolean;
}

/** Opens a mailbox's credentials: unseals passwords, refreshes OAuth tokens. Throws OAuthError, which classifyConnectionError understands. */
export interface MailAccounts {
  /** The account for sending, with the proxy of `ipId`, else of the mailbox's dedicated address, else of the account's default. */
  smtp(mailbox: Mailbox, ipId?: string): Promise<SubmissionAccount>;
  /** The account for reading; undefined when the mailbox has no IMAP settings. */
  imap(mailbox: Mailbox): Promise<ReadAccount | undefined>;
  /**
   * Called after a refused login. True when the account should be opened and tried once more, because the server may have revoked its access token
   * early. Never true for a password.
   */
  renew(mailbox: Mailbox, refused: SubmissionAccount | ReadAccount): Promise<boolean>;
  /**
   * Called when a server refuses a new token, as Microsoft's do where SMTP or IMAP is switched off. Returns the changes that switch the mailbox to
   * the other transport; undefined when its user chose the transport, or its grant does not cover another one.
   */
  otherWay(mailbox: Mailbox): Promise<MailboxChanges | undefined>;
}

/** Logs in and out again; failures are returned, not thrown. */
export interface ConnectionTests {
  smtp(account: SubmissionAccount): Promise<ConnectionFailure | undefined>;
  imap(account: ReadAccount): Promise<ConnectionFailure | undefined>;
}

/** The proxies of dedicated addresses (api/README.md, "Sending", `ip_id`). */
export interface EgressProxies {
  /** The proxy of that address, or of the account's default when `ipId` is undefined. Undefined: the platform's own egress. Throws `notFound`. */
  proxy(userId: string, ipId: string | undefined): Promise<EgressProxy | undefined>;
}

/**
 * The OAuth providers with this service's clients, as the secret and OAUTH_PROVIDERS configure them, and with the chosen client of an account in its
 * place; throws 404 when the account has no such client.
 */
export type ConfiguredProviders = (chosen?: ClientChoice) => Promise<OAuthProviders>;
