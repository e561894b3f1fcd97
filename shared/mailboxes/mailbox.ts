import type { StoredDns } from "./dns/dns-record.ts";
import { isByPassword, type ProviderName, providers, type WorldProviderName } from "#shared/providers/index.ts";
import type { Pace } from "./pace.ts";
import type { Access, ApiName, TransportName } from "#shared/providers/provider.ts";

/** The kind of access to a mailbox, which is its provider's name (api/README.md, "Mailboxes"). */
export type MailboxType = ProviderName;
/** The kinds that have servers. */
export type ServedType = Exclude<MailboxType, WorldProviderName>;
/** The states of a mailbox (api/README.md, "Mailboxes"). */
export type MailboxStatus = "active" | "error" | "disconnected";

/** The transport of a mailbox; `auto` lets the service find out which one works. */
export type Transport = "auto" | TransportName;

/** The server and login for submitting mail; `tls` is implicit TLS, `starttls` is required before login (S4 in SECURITY.md). */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  readonly secure: "tls" | "starttls";
  readonly username: string;
  /** `none`: the server takes mail without a login, because it knows our IP address; set only when its owner said so. */
  readonly auth?: "none";
}

/** The server and login for reading mail: implicit TLS at port 993, STARTTLS required at 143, at any other port whichever the server offers. */
export interface ImapSettings {
  readonly host: string;
  readonly port: number;
  readonly username: string;
}

/** The fields that a user may set without further effects. */
export interface Preferences {
  /** The poll interval in minutes, 1 to 60; absent: the stage's setting. */
  readonly syncIntervalMinutes?: number;
  /** Up to which interval it is polled less often while it is quiet, minutes, 2 to 15; absent or 0: never less often. */
  readonly maxPollMinutes?: number;
  /** The names of further folders of which all mail is kept, or "all"; absent: only answers and bounces are kept of them. */
  readonly folders?: "all" | readonly string[];
  /** Whether what is read, flagged or moved here is so at its provider, too, and the other way round; absent: no. */
  readonly syncChanges?: boolean;
  /** The tenant: a customer of the product that embeds this service. Absent or empty: none. */
  readonly tenant?: string;
}

/** Whether the provider files copies of sent mail itself, and when this was found out. */
export interface SentCopiesFound {
  readonly by: "provider" | "us";
  readonly lookedAt: Date;
  /** The Message-ID of an email whose copies are counted once the provider has had time to file one; absent when nothing is left to find out. */
  readonly check?: string;
}

/** A connected mailbox without its credentials, which only MailAccounts opens. */
export interface Mailbox extends Preferences, Pace {
  readonly id: string;
  readonly userId: string;
  readonly type: MailboxType;
  /** Its domain in lower case; unique in the account. */
  readonly email: string;
  /** The owner's further addresses whose mail arrives in it, domains in lower case. */
  readonly aliases?: readonly string[];
  readonly displayName: string;
  readonly status: MailboxStatus;
  /** When the current status began; a disconnected mailbox's sends fail 72 h later. */
  readonly statusSince: Date;
  /** The daily cap: accepted emails in any 24 h. */
  readonly maxDailySends: number;
  readonly ipId?: string;
  readonly smtp: SmtpSettings;
  readonly imap?: ImapSettings;
  /** Where the DNS check looks for a DKIM key, instead of at the type's usual selectors. */
  readonly dkimSelector?: string | readonly string[];
  /** Where its provider has more than one: how its user asked to reach it; absent for `auto`. */
  readonly transport?: Transport;
  /** How it was found to be reachable; absent for SMTP and IMAP (`transportOf`). */
  readonly transportUsed?: TransportName;
  /** What its grant covers at its provider's HTTP interface; absent: everything (`accessOf`). */
  readonly access?: Access;
  /** Where it is reached by consent: the shared mailbox that the signed-in member uses; absent for the member's own. */
  readonly mailboxUser?: string;
  /** Where it is reached by consent: the account's own OAuth client that its owner consented to; absent for this service's. */
  readonly oauthClientId?: string;
  readonly inboxSyncEnabled: boolean;
  /** Only mail received after this is pulled. */
  readonly inboxSyncFrom?: Date;
  /** When sync was switched on: earlier mail takes its read state from \Seen, later mail starts unread. */
  readonly inboxEnabledAt?: Date;
  readonly inboxLastSyncAt?: Date;
  /** When new mail was last found in any of its folders, be it a copy of a sent one. */
  readonly inboxLastNewAt?: Date;
  /** Why its inbox could not be read at the last attempt; empty when healthy. */
  readonly inboxLastError: string;
  /** Why the last SMTP login failed; empty or absent when healthy. */
  readonly smtpLastError?: string;
  /** Since when its server accepts the login and refuses the mail; null or absent when it does not. */
  readonly mailRefusedSince?: Date | null;
  /** Failures in a row, by protocol; the status changes after 3 (api/README.md, "Mailboxes"). */
  readonly smtpFailures: number;
  readonly imapFailures: number;
  /** Who files its sent mail in the Sent folder; absent until this is found out. */
  readonly sentCopies?: SentCopiesFound;
  /** Why copies of sent mail cannot be filed; empty or absent when they can. */
  readonly sentCopiesLastError?: string;
  /** The last check of its domain's DNS records; absent before the first. */
  readonly dns?: StoredDns;
  /** When its user disconnected it, until it is reconnected; jobs ignore it, and its mail stays readable. */
  readonly deletedAt?: Date;
  /** Present while its mail is being erased for good. */
  readonly purging?: object;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The transport of a mailbox. A stored `transportUsed` of another provider is ignored. */
export const transportOf = ({ type, transportUsed }: Pick<Mailbox, "type" | "transportUsed">): TransportName => {
  const api = providers[type].oauth?.api;
  return api !== undefined && transportUsed === api.name ? api.name : "imap_smtp";
};

/** The access level of the grant at the provider's HTTP interface; undefined for SMTP and IMAP. */
export const accessOf = (mailbox: Pick<Mailbox, "type" | "transportUsed" | "access">): Access | undefined =>
  transportOf(mailbox) === "imap_smtp" ? undefined : (mailbox.access ?? "full");

/** The kind of credential that a mailbox logs in with. */
export const credentialOf = ({ type }: Pick<Mailbox, "type">): "password" | "oauth" => (isByPassword(type) ? "password" : "oauth");

/** The secret of a login: a password, or an OAuth access token for XOAUTH2. */
export type Credential = { readonly password: string } | { readonly accessToken: string };

/** The address of the operator's egress proxy for a dedicated IP (api/README.md, "Sending", `ip_id`). */
export interface EgressProxy {
  readonly protocol: "socks5" | "http";
  readonly host: string;
  readonly port: number;
  readonly username?: string;
  readonly password?: string;
}

/** What is needed to submit mail for a mailbox. */
export interface SmtpAccount extends SmtpSettings {
  /** The mailbox's domain; absent while it is being connected. */
  readonly domain?: string;
  readonly credential: Credential;
  readonly proxy?: EgressProxy;
}

/** What is needed to read a mailbox. */
export interface ImapAccount extends ImapSettings {
  readonly credential: Credential;
}

/** What is needed to send and read mail over a provider's HTTP interface. */
export interface ApiAccount {
  readonly api: ApiName;
  /** The interface's root, such as `https://graph.microsoft.com/v1.0`, without a final slash. */
  readonly apiUrl: string;
  /** What its grant covers. */
  readonly access: Access;
  /** Its host and port. */
  readonly host: string;
  readonly port: number;
  readonly username: string;
  /** The shared mailbox that the signed-in member may use; absent for the member's own. */
  readonly mailboxUser?: string;
  /** The connected mailbox's id, for the directory of its messages (inbox/ports/mail-directory.ts); absent before it is connected. */
  readonly mailboxId?: string;
  /** An access token for the interface. */
  readonly credential: { readonly accessToken: string };
}

/** A mailbox of a test world, which has no server. */
export interface SandboxAccount {
  readonly sandbox: true;
  readonly mailboxId: string;
  readonly host: "sandbox";
  readonly port: number;
  readonly username: string;
  readonly credential: { readonly password: "" };
}

/** The account of a sandbox mailbox. */
export const sandboxAccount = ({ id: mailboxId, email: username }: Pick<Mailbox, "id" | "email">): SandboxAccount => ({
  sandbox: true,
  mailboxId,
  host: "sandbox",
  port: 0,
  username,
  credential: { password: "" },
});

/** How many shards the mailboxes are divided into for their polls; a call of start-sync takes one or more of them. */
export const POLL_SHARDS = 16;

/** A mailbox's shard, from the millisecond at which it was connected: as evenly spread as a hash, and MongoDB can compute it for stored mailboxes. */
export const pollShardOf = ({ createdAt }: Pick<Mailbox, "createdAt">): number => createdAt.getTime() % POLL_SHARDS;

/** The account with which mail is submitted. */
export type SubmissionAccount = SmtpAccount | ApiAccount | SandboxAccount;
/** The account with which mail is read. */
export type ReadAccount = ImapAccount | ApiAccount | SandboxAccount;

/** True for a mailbox of a test world. */
export const isSandbox = (account: SubmissionAccount | ReadAccount): account is SandboxAccount => "sandbox" in account;

/** True for an account at a provider's HTTP interface. */
export const isAtApi = (account: SubmissionAccount | ReadAccount): account is ApiAccount => "apiUrl" in account;

/** The fields that decide which addresses belong to the mailbox. */
export type Owner = Pick<Mailbox, "email" | "aliases">;

/** The address without its tag (jane+news@ becomes jane@), in lower case. */
const bare = (address: string): string => {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at).split("+")[0]}${address.slice(at)}`.toLowerCase();
};

/** The mailbox's own spelling of its address or of one of its aliases, compared ignoring case; undefined for any other. */
export const ownAddress = ({ email, aliases = [] }: Owner, address: string): string | undefined =>
  [email, ...aliases].find((own) => own.toLowerCase() === address.toLowerCase());

/** Whether the address is the mailbox's or one of its aliases, ignoring case. */
export const isOwnAddress = (owner: Owner, address: string): boolean => ownAddress(owner, address) !== undefined;

/** Whether the address is the mailbox's or one of its aliases, ignoring case and subaddresses (`+tag`), so that mail to it arrives in the mailbox. */
export const reachesMailbox = ({ email, aliases = [] }: Owner, address: string): boolean =>
  [email, ...aliases].some((own) => bare(own) === bare(address));
