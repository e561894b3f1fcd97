import type { MailboxType } from "../mailbox.ts";

/** A provider whose mail leaves from addresses that are listed only in the provider's SPF record. */
export interface MailProvider {
  /** The domain for the SPF include. */
  readonly include: string;
  /** The domain in the provider's authserv-id (RFC 8601, 2.5); "" where it uses none; absent: the domain of its servers. */
  readonly authservDomain?: string;
}

const google = { include: "_spf.google.com", authservDomain: "google.com" };
// https://learn.microsoft.com/en-us/defender-office-365/message-headers-eop-mdo
const microsoft = { include: "spf.protection.outlook.com", authservDomain: "" };

/** By the end of the submission host's name; each include is the one on the provider's set-up page. */
const byHost: readonly (readonly [string, MailProvider])[] = [
  ["gmail.com", google],
  ["googlemail.com", google],
  ["google.com", google],
  ["office365.com", microsoft],
  ["outlook.com", microsoft],
  ["amazonaws.com", { include: "amazonses.com" }],
  ["sendgrid.net", { include: "sendgrid.net" }],
  ["mailgun.org", { include: "mailgun.org" }],
  ["fastmail.com", { include: "spf.messagingengine.com", authservDomain: "messagingengine.com" }],
];

/** The provider of a mailbox, by its type or its SMTP host; undefined for any other server. */
export const mailProvider = (type: MailboxType, smtpHost: string): MailProvider | undefined => {
  if (type === "google") return google;
  if (type === "outlook") return microsoft;
  const host = smtpHost.toLowerCase();
  return byHost.find(([domain]) => host === domain || host.endsWith(`.${domain}`))?.[1];
};
