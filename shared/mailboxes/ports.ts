import type { FailureCause } from "./connection/mail-failure.ts";
import type { EgressProxy, Mailbox, MailboxStatus, ReadAccount, SubmissionAccount } from "./mailbox.ts";
import type { OAuthProviders } from "./oauth/oauth-providers.ts";

/** The fields that reconnecting, PATCH, the inbox configuration and background jobs may change; `imap` undefined removes it. */
export type MailboxChanges = Partial<
  Omit<Mailbox, "id" | "userId" | "email" | "imap" | "deletedAt" | "purging" | "createdAt" | "updatedAt">
> & {
  readonly imap?: Mailbox["imap"] | undefined;
};

/** The secrets of a mailbox in clear text, only in memory; each field is stored sealed (S11 in SECURITY.md). */
export interface MailboxSecrets {
  readonly smtpPassword?: string;
  readonly imapPassword?: string;
  readonly refreshToken?: string;
  readonly accessToken?: string;
  readonly accessTokenExpiresAt?: Date;
}

/** Changes of secrets: a named one is replaced, one named as `undefined` is erased, the rest stay. */
export type SecretChanges = { readonly [K in keyof MailboxSecrets]?: MailboxSecrets[K] | undefined };

/** Identifies a mailbox; a whole Mailbox fits. */
export type MailboxRef = Pick<Mailbox, "id" | "userId">;

/** The mailboxes of an account. Those that their user disconnected are found, but not by jobs. */
export interface Mailboxes {
  find(userId: string, id: string): Promise<Mailbox | undefined>;
  findMany(userId: string, ids: readonly string[]): Promise<readonly Mailbox[]>;
  /** Finds by address, ignoring case. */
  findByEmail(userId: string, email: string): Promise<Mailbox | undefined>;
  /** Newest first; with a tenant, only its own. */
  list(userId: string, tenant?: string): Promise<readonly Mailbox[]>;
  /** Writes what a background job found out; false, and nothing is written, when the user has changed the mailbox since it was read. */
  note(mailbox: Mailbox, changes: MailboxChanges): Promise<boolean>;
  /**
   * Disconnects it by its user's request: marks it deleted, erases its secrets and cancels its waiting sends in one transaction; false when not
   * found.
   */
  delete(userId: string, id: string): Promise<boolean>;
  /** Up to `most` mailboxes of any account whose DNS records were last checked before that, the oldest check first. */
  dnsCheckedBefore(before: Date, most: number): Promise<readonly Mailbox[]>;
  /** Any account's mailbox, for jobs that get only its id from the queue. */
  findForJob(id: string): Promise<Mailbox | undefined>;
}

/** The mailboxes with their sealed secrets, for functions that may read the keyring. */
export interface SealedMailboxes extends Mailboxes {
  /** Throws `conflict` when the account already has that address. */
  insert(mailbox: Mailbox, secrets: SecretChanges): Promise<void>;
  /**
   * Applies a user's changes and sets `updatedAt`; undefined when not found. New secrets connect a deleted mailbox again; throws `conflict` while its
   * waiting sends are being cancelled or its mail is being erased. With the mailbox as it was `read`, also undefined when it was deleted or connected
   * again since, because the test of its credentials is then outdated.
   */
  update(userId: string, id: string, changes: MailboxChanges, secrets?: SecretChanges, read?: AsRead): Promise<Mailbox | undefined>;
  secrets(mailbox: MailboxRef): Promise<MailboxSecrets>;
}

/** What must still be so of a mailbox that was read before a login: whether it is deleted and, with `whose`, of which tenant it is. */
export interface AsRead extends Pick<Mailbox, "deletedAt"> {
  readonly whose?: Pick<Mailbox, "tenant">;
}

/** The stored tokens of an OAuth mailbox; `version` increases with every stored refresh token. */
export interface StoredGrant extends Pick<MailboxSecrets, "accessToken" | "accessTokenExpiresAt"> {
  readonly refreshToken: string;
  readonly version: number;
}

/** The OAuth grants of mailboxes, refreshed by one worker at a time (S12 in SECURITY.md). */
export interface Grants {
  /** Undefined when nothing is stored. */
  read(mailbox: MailboxRef): Promise<StoredGrant | undefined>;
  /** Takes the right to refresh for `forMs` by the database's clock; undefined while another worker has it. */
  lease(mailbox: MailboxRef, forMs: number): Promise<string | undefined>;
  release(mailbox: MailboxRef, lease: string): Promise<void>;
  /** Stores refreshed tokens, unless the grant has been replaced since; an expired lease does not matter. */
  store(
    mailbox: MailboxRef,
    version: number,
    tokens: Pick<MailboxSecrets, "refreshToken" | "accessToken" | "accessTokenExpiresAt">,
  ): Promise<boolean>;
  /** Erases an access token that a mail server refused, if it is still stored, so that the next login requests a new one. */
  forget(mailbox: MailboxRef, accessToken: string): Promise<void>;
}

/** A failed login, in terms of the mailbox's status (api/README.md, "Mailboxes", Status). */
export interface ConnectionFailure {
  readonly protocol: "SMTP" | "IMAP";
  readonly status: Exclude<MailboxStatus, "active">;
  /** The wrong field of the request. */
  readonly field: string;
  /** What happened and what to do, without secrets or server banners. */
  readonly message: string;
  /** Absent: the server was not reached. */
  readonly cause?: FailureCause;
  /** True when it changes the status at once in the background too, instead of after three in a row. */
  readonly immediate: boolean;
}

/** Opens a mailbox's credentials: opens sealed passwords, refreshes OAuth tokens. Throws OAuthError, which classifyConnectionError understands. */
export interface MailAccounts {
  /** Uses the proxy of `ipId`, else of the mailbox's dedicated address, else of the account's default. */
  smtp(mailbox: Mailbox, ipId?: string): Promise<SubmissionAccount>;
  /** Undefined when the mailbox has no IMAP settings. */
  imap(mailbox: Mailbox): Promise<ReadAccount | undefined>;
  /**
   * Called after a refused login: true when the account should be opened and tried once more, because the server may have revoked its access token
   * early. Never true for a password.
   */
  renew(mailbox: Mailbox, refused: SubmissionAccount | ReadAccount): Promise<boolean>;
  /**
   * Called when a server refuses a token that is new, as Microsoft's do where SMTP or IMAP is switched off: the changes with which the mailbox is
   * reached otherwise. Undefined where its user chose the transport, or its grant allows no other.
   */
  otherWay(mailbox: Mailbox): Promise<MailboxChanges | undefined>;
}

/** Logs in and out again; returns a failure instead of throwing it. */
export interface ConnectionTests {
  smtp(account: SubmissionAccount): Promise<ConnectionFailure | undefined>;
  imap(account: ReadAccount): Promise<ConnectionFailure | undefined>;
}

/** The proxies of dedicated addresses (api/README.md, "Sending", `ip_id`). */
export interface EgressProxies {
  /** The proxy of that address, or of the account's default when `ipId` is undefined; undefined for the platform's egress. Throws `notFound`. */
  proxy(userId: string, ipId: string | undefined): Promise<EgressProxy | undefined>;
}

/** The OAuth providers with this service's clients, as the secret and OAUTH_PROVIDERS configure them. */
export type ConfiguredProviders = () => Promise<OAuthProviders>;
