/** How mail goes between this service and a provider: by SMTP and IMAP, or over Microsoft Graph. */
export type TransportName = "imap_smtp" | "graph";
/** A provider's HTTP interface for mail, instead of SMTP and IMAP. */
export type ApiName = Exclude<TransportName, "imap_smtp">;

/** A server for mail programs; `tls` is implicit TLS (RFC 8314, 3). */
interface Server {
  readonly host: string;
  readonly port: number;
}

/** What an account at a provider may send, and how fast. */
interface Limits {
  /** The default daily cap of a mailbox, accepted emails in 24 h (api/README.md, "Mailboxes"). */
  readonly dailySends: number;
  /** Emails that it accepts in a minute; absent: as fast as it answers. */
  readonly perMinute?: number;
  /** SMTP connections that one worker opens at a time, at most; two workers may deliver for a mailbox. */
  readonly connections: number;
}

/** What a refused login says, by the provider's own words or codes (`mailboxes/connection/connection-errors.ts`). */
interface KnownAnswer {
  readonly pattern: RegExp;
  /** What happened and what to do, in a sentence for the mailbox's owner. */
  readonly text: string;
  readonly cause: "submissionOff" | "passwordsOff";
}

/** What DNS and received mail show of a provider. */
interface DnsFacts {
  /** The domain for the SPF include, from the provider's set-up page. */
  readonly include: string;
  /** The domain in its authserv-id (RFC 8601, 2.5); "" where it uses none. */
  readonly authservDomain: string;
  /** How the names of its submission servers end. */
  readonly hosts: readonly string[];
  /** The DKIM selectors that it uses; the first is the one to publish. */
  readonly selectors: readonly string[];
}

/** A provider's HTTP interface for mail. */
export interface ApiFacts {
  readonly name: ApiName;
  /** Its root with its version, without a final slash. */
  readonly url: string;
  /** The scopes that reading and sending need. */
  readonly scopes: readonly string[];
  /** The further ones for a mailbox that others share. */
  readonly sharedScopes: readonly string[];
}

/** How its accounts are authorised (RFC 6749), and the servers that take its access tokens by XOAUTH2. */
export interface OAuthFacts {
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  /** Who signs its id_tokens, where that is not below the token endpoint's own rules. */
  readonly issuer?: string;
  /** The scopes that SMTP and IMAP need; the first is for reading. */
  readonly scopes: readonly [string, ...string[]];
  /** The scopes for the address of who consented, and for a refresh token. */
  readonly identityScopes: readonly string[];
  /** What scopes may begin with, and an answer may leave out. */
  readonly resources?: readonly string[];
  /** Parameters that make the consent page return a refresh token. */
  readonly consentParameters: Readonly<Record<string, string>>;
  /** Claims of the id_token that may hold its owner's address, besides a verified `email`. */
  readonly addressClaims?: readonly string[];
  readonly imap: Server;
  readonly smtp: Server & { readonly secure: "tls" | "starttls" };
  /** Absent where it is reached by SMTP and IMAP alone; `auto` finds out. */
  readonly api?: ApiFacts;
}

/** All that the service knows of a provider of mailboxes; its name is the mailbox's `type`. */
export interface Provider {
  /** Its company's name, as a sentence has it: "Google is not configured". */
  readonly company: string;
  /** Its mailboxes, as the contract begins a sentence with them: "A Gmail or Google Workspace mailbox". */
  readonly mailboxes: string;
  /** How an owner proves who they are: a password for its servers, consent, or nothing, because it has no servers. */
  readonly login: "password" | "oauth" | "none";
  readonly limits: Limits;
  /** Whether it files sent mail in the Sent folder itself; `varies`: it is found out of each mailbox. */
  readonly filesSentMail: "always" | "varies";
  /** Whether it takes passwords from no program, not even app passwords. */
  readonly takesNoPasswords?: true;
  /** Absent where they depend on the mailbox's servers. */
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
