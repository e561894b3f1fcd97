/** How mail goes between this service and a provider: by SMTP and IMAP, or over the provider's HTTP interface. */
export const TRANSPORTS = ["imap_smtp", "graph", "gmail_api"] as const;
/** A transport. */
export type TransportName = (typeof TRANSPORTS)[number];
/** A provider's HTTP interface for mail. */
export type ApiName = Exclude<TransportName, "imap_smtp">;

/** What a grant for an HTTP interface allows: to read mail, to send it, and to keep drafts, which show whether an email was sent. */
export type Ability = "read" | "send" | "draft";
/** How much a consent page asks for: everything; reading, and sending without drafts; or sending alone. */
export const ACCESSES = ["full", "read_send", "send"] as const;
/** An access level of a grant. */
export type Access = (typeof ACCESSES)[number];

/** A server for mail programs; `tls` is implicit TLS (RFC 8314, 3). */
interface Server {
  readonly host: string;
  readonly port: number;
}

/** How much an account at a provider may send, and how fast. */
interface Limits {
  /** The default daily cap of a mailbox, accepted emails in 24 h (api/README.md, "Mailboxes"). */
  readonly dailySends: number;
  /** How many emails it accepts in a minute; absent without a limit. */
  readonly perMinute?: number;
  /** SMTP connections that one worker opens at a time, at most; two workers may deliver for a mailbox. */
  readonly connections: number;
}

/** What a refused login means, by the provider's own words or codes (`mailboxes/connection/connection-errors.ts`). */
interface KnownAnswer {
  readonly pattern: RegExp;
  /** What happened and what to do, in a sentence for the mailbox's owner. */
  readonly text: string;
  readonly cause: "submissionOff" | "passwordsOff" | "scope";
}

/** What DNS records and received mail show about a provider. */
interface DnsFacts {
  /** The domain for the SPF include, from the provider's set-up page. */
  readonly include: string;
  /** The domain in its authserv-id (RFC 8601, 2.5); "" where it uses none. */
  readonly authservDomain: string;
  /** The ends of the names of its submission servers. */
  readonly hosts: readonly string[];
  /** The DKIM selectors that it uses; the first is the one to publish. */
  readonly selectors: readonly string[];
}

/** The quota of an interface. A call costs units; the limits are pace, so that mail that meets them waits. */
interface Quota {
  readonly unitsPerUserMinute: number;
  readonly unitsPerProjectMinute: number;
  /** What a method costs, units, by its name. */
  readonly units: Readonly<Record<string, number>>;
  /** Reasons that ask to come again later. */
  readonly paces: readonly string[];
  /** How long to wait, ms, where an answer does not say. */
  readonly paceMs: number;
  /** Reasons about the operator's project as a whole, of which no mailbox is the cause. */
  readonly limitsOfProject: readonly string[];
}

/** A provider's HTTP interface for mail. */
export interface ApiFacts {
  readonly name: ApiName;
  /** Its root with its version, without a final slash. */
  readonly url: string;
  /** The scopes that a consent page asks for, by access; one that it has no scopes for cannot be asked for. */
  readonly scopes: { readonly full: readonly string[] } & Readonly<Partial<Record<Access, readonly string[]>>>;
  /** The additional scopes for a mailbox that others share; absent where none is shared. */
  readonly sharedScopes?: readonly string[];
  /** The scopes of which any one gives the ability; the first is the one to ask for. */
  readonly gives: Readonly<Record<Ability, readonly string[]>>;
  /** How much it takes, and by which words it says that it was too much; absent where its answers are plain by their status. */
  readonly quota?: Quota;
}

/** How people sign in to the console with its accounts (OpenID Connect Core 1.0), and what its id_tokens prove. */
export interface SignInFacts {
  /** The issuers that its id_tokens name, the first of which is kept; `{tenantid}` stands for the directory that the claim `tid` names. */
  readonly issuers: readonly [string, ...string[]];
  /** The keys of its id_tokens (JWK Set, RFC 7517). */
  readonly keysUrl: string;
  readonly scopes: readonly string[];
  /** Parameters of its page. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The claim that never means another account of the issuer. */
  readonly subject: "sub" | "oid";
  /** The claims that may hold the account's address; the first is the one that `verified` speaks of. */
  readonly addresses: readonly [string, ...string[]];
  /** The claim that is true where the provider has verified the address. */
  readonly verified: string;
  /** Where given, a verified address is the account's today only at these domains, and where the claim names the organisation that has the account. */
  readonly authoritative?: { readonly domains: readonly string[]; readonly hosted: string };
  /** Whether an invitation takes an account whose address is not verified: its directory and object id are. */
  readonly takesUnverified?: true;
}

/** How its accounts are authorised (RFC 6749), and the servers that take its access tokens by XOAUTH2. */
export interface OAuthFacts {
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  /** An issuer of its id_tokens that is no https URL. */
  readonly issuer?: string;
  /** The keys of the tokens with which it signs its own calls (JWK Set). */
  readonly keysUrl?: string;
  /** The scopes that SMTP and IMAP need; the first is for reading. */
  readonly scopes: readonly [string, ...string[]];
  /** The scopes that return the address of the consenting account, and a refresh token. */
  readonly identityScopes: readonly string[];
  /**
   * The resources (URL prefixes) of its scopes; an answer may leave them out, or name another of them. A token is for one of them. Absent where a
   * token is for all that was granted.
   */
  readonly resources?: readonly string[];
  /** Parameters that make the consent page return a refresh token. */
  readonly consentParameters: Readonly<Record<string, string>>;
  /** Claims of the id_token that may hold its owner's address, besides a verified `email`. */
  readonly addressClaims?: readonly string[];
  /** `hasLabels`: its folders show labels of one store, so that a mail is in several. */
  readonly imap: Server & { readonly hasLabels?: true };
  readonly smtp: Server & { readonly secure: "tls" | "starttls" };
  /** Absent when it is reached only by SMTP and IMAP; `auto` finds out which to use. */
  readonly api?: ApiFacts;
  /** The stage's setting of the transport that a new consent is for; absent: SMTP and IMAP, unless a request names another. */
  readonly consentSetting?: "GOOGLE_ACCESS";
}

/** All facts about a provider of mailboxes; its name is the mailbox's `type`. */
export interface Provider {
  /** The company's name, as used in a sentence: "Google is not configured". */
  readonly company: string;
  /** Its mailboxes, as used at the start of a sentence in the contract: "A Gmail or Google Workspace mailbox". */
  readonly mailboxes: string;
  /** How an owner proves who they are: a password for its servers, consent, or nothing, because it has no servers. */
  readonly login: "password" | "oauth" | "none";
  readonly limits: Limits;
  /** Whether the provider files sent mail in the Sent folder itself; `varies`: this is found out for each mailbox. */
  readonly filesSentMail: "always" | "varies";
  /** Whether it accepts no passwords from programs, not even app passwords. */
  readonly takesNoPasswords?: true;
  /** Absent when they depend on the mailbox's servers. */
  readonly dns?: DnsFacts;
  readonly oauth?: OAuthFacts;
  readonly answers?: readonly KnownAnswer[];
}

/** How people see a provider in the console. */
export interface ShownProvider {
  readonly name: string;
  /** The path of its icon (SVG, `d`) in a square of 24 by 24. */
  readonly icon: string;
}
