/** How a mailbox is reached (contract/README.md, "Mailboxes"). */
export type MailboxType = "smtp" | "google" | "outlook";
/** The states of a mailbox (contract/README.md, "Mailboxes"). */
export type MailboxStatus = "active" | "error" | "disconnected";

/** The server and the login that submit mail; `tls` is implicit TLS, `starttls` is required before login (S4). */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  readonly secure: "tls" | "starttls";
  readonly username: string;
}

/** The server and the login that read mail: implicit TLS at 993, STARTTLS required at 143, at another port whichever the server speaks. */
export interface ImapSettings {
  readonly host: string;
  readonly port: number;
  readonly username: string;
}

/** What a user may set of a mailbox as it is: stored when given, and nothing else comes of it. */
export interface Preferences {
  /** How often it is looked at for new mail, 1 to 60; absent: as often as the stage's setting says. */
  readonly syncIntervalMinutes?: number;
  /** Folders besides INBOX of which all mail is kept, by their names, or all of them; absent: answers and bounces alone. */
  readonly folders?: "all" | readonly string[];
}

/** Who was found to file sent mail, and when. */
export interface SentCopiesFound {
  readonly by: "provider" | "us";
  readonly lookedAt: Date;
  /** The Message-ID of an email that tells for certain once the provider has had its time; absent when nothing is left to be found out. */
  readonly check?: string;
}

/** A connected mailbox without its credentials, which only MailAccounts opens. */
export interface Mailbox extends Preferences {
  readonly id: string;
  readonly userId: string;
  readonly type: MailboxType;
  /** Lower-case domain. Unique per account. */
  readonly email: string;
  /** Further addresses of its owner that arrive in it, their domains in lower case. */
  readonly aliases?: readonly string[];
  readonly displayName: string;
  readonly status: MailboxStatus;
  /** When the present status began; a disconnected mailbox's sends fail 72 h after it. */
  readonly statusSince: Date;
  /** Accepted emails in any 24 h. */
  readonly maxDailySends: number;
  readonly ipId?: string;
  readonly smtp: SmtpSettings;
  readonly imap?: ImapSettings;
  readonly dkimSelector?: string;
  readonly inboxSyncEnabled: boolean;
  /** Only mail received after this is pulled. */
  readonly inboxSyncFrom?: Date;
  /** When sync was switched on: earlier mail takes its read state from \Seen, later mail starts unread. */
  readonly inboxEnabledAt?: Date;
  readonly inboxLastSyncAt?: Date;
  /** Why its inbox could not be read the last time; empty when healthy. */
  readonly inboxLastError: string;
  /** Why the last SMTP login failed; empty or absent when healthy. */
  readonly smtpLastError?: string;
  /** Failures in a row, per protocol; the status moves after 3 (contract/README.md, "Mailboxes"). */
  readonly smtpFailures: number;
  readonly imapFailures: number;
  /** Who files its sent mail in the Sent folder; absent until it was looked for. */
  readonly sentCopies?: SentCopiesFound;
  /** Why no copy of sent mail can be filed there; empty or absent when it can. */
  readonly sentCopiesLastError?: string;
  /** Disconnected by its user, until it is connected again: no job looks after it, its mail stays readable. */
  readonly deletedAt?: Date;
  /** Its mail is being erased for good. */
  readonly purging?: object;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A secret that logs in: a password, or an OAuth access token for XOAUTH2. */
export type Credential = { readonly password: string } | { readonly accessToken: string };

/** Where the operator's egress proxy for a dedicated address listens (contract/README.md, "Sending", `ip_id`). */
export interface EgressProxy {
  readonly protocol: "socks5" | "http";
  readonly host: string;
  readonly port: number;
  readonly username?: string;
  readonly password?: string;
}

/** Everything needed to submit mail for a mailbox. */
export interface SmtpAccount extends SmtpSettings {
  readonly credential: Credential;
  readonly proxy?: EgressProxy;
}

/** Everything needed to read a mailbox. */
export interface ImapAccount extends ImapSettings {
  readonly credential: Credential;
}
