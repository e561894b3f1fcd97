import type { ImapAccount, Mailbox, MailboxStatus, SmtpAccount } from "./mailbox.ts";

/** What PATCH, reconnecting and the inbox configuration may change. */
export type MailboxChanges = Partial<
  Pick<
    Mailbox,
    | "displayName"
    | "maxDailySends"
    | "ipId"
    | "smtp"
    | "imap"
    | "dkimSelector"
    | "inboxSyncEnabled"
    | "inboxSyncFrom"
    | "inboxEnabledAt"
    | "status"
    | "statusSince"
    | "inboxLastError"
    | "smtpFailures"
    | "imapFailures"
  >
>;

/** The secrets of a mailbox in clear text, in memory only; stored sealed, field by field (guarantees.md, S11). */
export interface MailboxSecrets {
  readonly smtpPassword?: string;
  readonly imapPassword?: string;
  readonly refreshToken?: string;
  readonly accessToken?: string;
  readonly accessTokenExpiresAt?: Date;
}

/** The mailboxes of an account, and their sealed secrets. */
export interface Mailboxes {
  /** Throws `conflict` when the account has that address already. */
  insert(mailbox: Mailbox, secrets: MailboxSecrets): Promise<void>;
  /** Deleted mailboxes are not found. */
  find(userId: string, id: string): Promise<Mailbox | undefined>;
  findMany(userId: string, ids: readonly string[]): Promise<readonly Mailbox[]>;
  findByEmail(userId: string, email: string): Promise<Mailbox | undefined>;
  list(userId: string): Promise<readonly Mailbox[]>;
  update(userId: string, id: string, changes: MailboxChanges, secrets?: MailboxSecrets): Promise<Mailbox | undefined>;
  /** Marks it deleted, erases its secrets and cancels its waiting sends in one transaction; false when not found. */
  delete(userId: string, id: string): Promise<boolean>;
  secrets(mailbox: Pick<Mailbox, "id" | "userId">): Promise<MailboxSecrets>;
  /** Any account's mailbox, for jobs that were handed only its id by the queue. */
  findForJob(id: string): Promise<Mailbox | undefined>;
}

/** The outcome of an attempt to log in, as it bears on the mailbox's status (api.md, "Mailboxes", Status). */
export interface ConnectionFailure {
  readonly protocol: "SMTP" | "IMAP";
  readonly status: Exclude<MailboxStatus, "active">;
  /** The request field at fault. */
  readonly field: string;
  /** What happened and what to do, without secrets or server banners. */
  readonly message: string;
}

/** Opens a mailbox's credentials: unseals passwords, refreshes OAuth tokens under a lease. Throws CredentialsRefused or a temporary error. */
export interface MailAccounts {
  smtp(mailbox: Mailbox, ipId?: string): Promise<SmtpAccount>;
  /** Undefined when the mailbox has no IMAP settings. */
  imap(mailbox: Mailbox): Promise<ImapAccount | undefined>;
}

/** Logs in and out again; answers the failure instead of throwing it. */
export interface ConnectionTests {
  smtp(account: SmtpAccount): Promise<ConnectionFailure | undefined>;
  imap(account: ImapAccount): Promise<ConnectionFailure | undefined>;
}
