import type { MailboxType } from "../mailbox.ts";
import type { DiscoveredLogin } from "./discovered.ts";

/** A provider of mailboxes. `smtps` and `imaps` are implicit TLS (ports 465 and 993), `smtp` and `imap` are STARTTLS (587 and 143). */
export interface KnownProvider {
  readonly id: string;
  readonly name: string;
  /** The domains of its addresses, with spaces between them. */
  readonly domains: string;
  /** The ends of the names of the servers that take mail for its customers' own domains. */
  readonly mx?: string;
  readonly type?: MailboxType;
  readonly login: DiscoveredLogin;
  readonly smtp: string;
  readonly imap: string;
  /** The user name is the part before the @. */
  readonly isLocalName?: true;
  readonly appPasswordUrl?: string;
  /** The page with these facts. */
  readonly page: string;
}

/** The known providers. */
export const knownProviders: readonly KnownProvider[] = [
  {
    id: "google",
    name: "Google",
    domains: "gmail.com googlemail.com",
    mx: "google.com googlemail.com",
    type: "google",
    login: "oauth",
    smtp: "smtps://smtp.gmail.com",
    imap: "imaps://imap.gmail.com",
    appPasswordUrl: "https://myaccount.google.com/apppasswords",
    page: "https://developers.google.com/workspace/gmail/imap/imap-smtp",
  },
  {
    id: "microsoft365",
    name: "Microsoft 365",
    domains: "",
    mx: "mail.protection.outlook.com mx.microsoft",
    type: "outlook",
    login: "oauth",
    smtp: "smtp://smtp.office365.com",
    imap: "imaps://outlook.office365.com",
    page: "https://learn.microsoft.com/en-us/exchange/mail-flow-best-practices/how-to-set-up-a-multifunction-device-or-application-to-send-email-using-microsoft-365-or-office-365",
  },
  {
    id: "yahoo",
    name: "Yahoo",
    domains: "yahoo.com ymail.com rocketmail.com myyahoo.com",
    mx: "yahoodns.net",
    login: "app_password",
    smtp: "smtps://smtp.mail.yahoo.com",
    imap: "imaps://imap.mail.yahoo.com",
    appPasswordUrl: "https://login.yahoo.com/account/security",
    page: "https://help.yahoo.com/kb/SLN4075.html",
  },
  {
    id: "icloud",
    name: "iCloud",
    domains: "icloud.com me.com mac.com",
    mx: "mail.icloud.com",
    login: "app_password",
    smtp: "smtp://smtp.mail.me.com",
    imap: "imaps://imap.mail.me.com",
    appPasswordUrl: "https://account.apple.com/account/manage",
    page: "https://support.apple.com/en-us/102525",
  },
];
