import type { EgressProxy, ImapAccount, Mailbox, MailboxStatus, SmtpAccount } from "./mailbox.ts";
import type { OAuthProviders } from "./oauth/oauth-providers.ts";

/** What reconnecting, PATCH, the inbox configuration and the background jobs may change; `imap` undefined removes it. */
export type MailboxChanges = Partial<
  Omit<Mailbox, "id" | "userId" | "email" | "imap" | "deletedAt" | "purging" | "createdAt" | "updatedAt">
> & {
  readonly imap?: Mailbox["imap"] | undefined;
};

/** The secrets of a mailbox in clear text, in memory only; stored sealed, field by field (S11). */
export interface MailboxSecrets {
  readonly smtpPassword?: string;
  readonly imapPassword?: string;
  readonly refreshToken?: string;
  readonly accessToken?: string;
  readonly accessTokenExpiresAt?: Date;
}

/** Secrets to write: those named are replaced, those named `undefined` erased, the others stay. */
export type SecretChanges = { readonly [K in keyof MailboxSecrets]?: MailboxSecrets[K] | undefined };

/** Names a mailbox; a whole Mailbox will do. */
export type MailboxRef = Pick<Mailbox, "id" | "userId">;

/** The mailboxes of an account. Those that their user disconnected are found, but not by jobs. */
export interface Mailboxes {
  find(userId: string, id: string): Promise<Mailbox | undefined>;
  findMany(userId: string, ids: readonly string[]): Promise<readonly Mailbox[]>;
  /** Upper and lower case count as the same address. */
  findByEmail(userId: string, email: string): Promise<Mailbox | undefined>;
  /** Newest first. */
  list(userId: string): Promise<readonly Mailbox[]>;
  /** What a background job learnt; false, and nothing is written, when its user has changed the mailbox since it was read. */
  note(mailbox: Mailbox, changes: MailboxChanges): Promise<boolean>;
  /** Disconnects it for its user: marks it deleted, erases its secrets and cancels its waiting sends in one transaction; false when not found. */
  delete(userId: string, id: string): Promise<boolean>;
  /** Any account's mailbox, for jobs that were handed only its id by the queue. */
  findForJob(id: string): Promise<Mailbox | undefined>;
}

/** The mailboxes with their sealed secrets, for functions that may read the keyring. */
export interface SealedMailboxes extends Mailboxes {
  /** Throws `conflict` when the account has that address already. */
  insert(mailbox: Mailbox, secrets: SecretChanges): Promise<void>;
  /**
   * What its user asked for; moves `updatedAt`. Undefined when not found. Secrets connect a deleted mailbox again; throws `conflict` while
   * its waiting sends are being cancelled or its mail is being erased. With the mailbox as it was `read`, undefined also when it was deleted
   * or connected again since: what was tested then is of a time that is over.
   */
  update(
    userId: string,
    id: string,
    changes: MailboxChanges,
    secrets?: SecretChanges,
    read?: Pick<Mailbox, "deletedAt">,
  ): Promise<Mailbox | undefined>;
  secrets(mailbox: MailboxRef): Promise<MailboxSecrets>;
}

/** The stored tokens of an OAuth mailbox; `version` moves with every refresh token that is stored. */
export interface StoredGrant extends Pick<MailboxSecrets, "accessToken" | "accessTokenExpiresAt"> {
  readonly refreshToken: string;
  readonly version: number;
}

/** The OAuth grants of mailboxes, refreshed by one worker at a time (S12). */
export interface Grants {
  /** Undefined when nothing is stored. */
  read(mailbox: MailboxRef): Promise<StoredGrant | undefined>;
  /** Takes the right to refresh for so many milliseconds by the database's clock; undefined while another worker has it. */
  lease(mailbox: MailboxRef, forMs: number): Promise<string | undefined>;
  release(mailbox: MailboxRef, lease: string): Promise<void>;
  /** Stores refreshed tokens, unless the grant is no longer the one they were made from; a lease that ran out does not matter. */
  store(
    mailbox: MailboxRef,
    version: number,
    tokens: Pick<MailboxSecrets, "refreshToken" | "accessToken" | "accessTokenExpiresAt">,
  ): Promise<boolean>;
  /** Erases an access token that a mail server refused, if it is still the stored one, so that the next login asks for a fresh one. */
  forget(mailbox: MailboxRef, accessToken: string): Promise<void>;
}

/** The outcome of an attempt to log in, as it bears on the mailbox's status (contract/README.md, "Mailboxes", Status). */
export interface ConnectionFailure {
  readonly protocol: "SMTP" | "IMAP";
  readonly status: Exclude<MailboxStatus, "active">;
  /** The request field at fault. */
  readonly field: string;
  /** What happened and what to do, without secrets or server banners. */
  readonly message: string;
  /** True when it moves the status at once in the background too, not only after three in a row. */
  readonly immediate: boolean;
}

/** Opens a mailbox's credentials: unseals passwords, refreshes OAuth tokens. Throws OAuthError, which classifyConnectionError reads. */
export interface MailAccounts {
  /** Through the proxy of `ipId`, else of the mailbox's address, else of the account's default. */
  smtp(mailbox: Mailbox, ipId?: string): Promise<SmtpAccount>;
  /** Undefined when the mailbox has no IMAP settings. */
  imap(mailbox: Mailbox): Promise<ImapAccount | undefined>;
  /**
   * After a refused login: true when the account should be opened and tried once more, for its access token may have died before its
   * time (revoked by the server, expired in mid session). Never true for a password.
   */
  renew(mailbox: MailboxRef, refused: SmtpAccount | ImapAccount): Promise<boolean>;
}

/** Logs in and out again; answers the failure instead of throwing it. */
export interface ConnectionTests {
  smtp(account: SmtpAccount): Promise<ConnectionFailure | undefined>;
  imap(account: ImapAccount): Promise<ConnectionFailure | undefined>;
}

/** Dedicated addresses, as far as mailboxes use them (contract/README.md, "Sending", `ip_id`). */
export interface EgressProxies {
  /** The proxy of that address, or of the account's default when undefined; undefined for the platform's own egress. Throws `notFound`. */
  proxy(userId: string, ipId: string | undefined): Promise<EgressProxy | undefined>;
}

/** The OAuth providers with this service's clients, as the secret and OAUTH_PROVIDERS configure them. */
export type ConfiguredProviders = () => Promise<OAuthProviders>;

/** One sealed value of a record, for key rotation. */
export interface SealedField {
  readonly recordId: string;
  readonly userId: string;
  readonly field: string;
  readonly sealed: string;
}

/** A collection that holds sealed values (S12). */
export interface SealedRecords {
  /** Its name in the report. */
  readonly name: string;
  /** The sealed values of up to `limit` records behind that record id, in the order of ids, and the id to go on from. */
  page(after: string | undefined, limit: number): Promise<{ readonly fields: readonly SealedField[]; readonly last: string | undefined }>;
  /** Replaces a sealed value, unless it has changed since it was read. */
  replace(field: SealedField, sealed: string): Promise<boolean>;
}
