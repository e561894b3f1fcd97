import { GOOGLE, type Tokens } from "./http/tokens.ts";

/** The secret that a client logs in with: a password, or an OAuth access token for XOAUTH2. */
export interface Secret {
  readonly password?: string | null | undefined;
  readonly accessToken?: string | null | undefined;
}

/** Whether the user may log in with the secret; a token of Microsoft's kind needs the scope. */
export type Accepts = (user: string, secret: Secret, scope: "SMTP.Send" | "IMAP.AccessAsUser.All") => boolean;

/** The resource whose tokens open Microsoft's mail servers (learn.microsoft.com, "Authenticate … using OAuth"). */
const OUTLOOK = "https://outlook.office.com";
/** The one scope that opens Google's (developers.google.com/workspace/gmail/imap/xoauth2-protocol). */
const GOOGLE_SCOPE = "mail.google.com";

/** Mailboxes for everybody who is signed in, as shared mailboxes are for their members. */
export const isShared = (address: string): boolean => address.toLowerCase().startsWith("shared.");

/**
 * Whether SMTP AUTH and IMAP are switched off for the address, so that only its provider's HTTP interface reaches it: at a domain that begins with
 * `graph-only.` or `gmail-only.`.
 */
export const isApiOnly = (address: string): boolean => /@(?:graph|gmail)-only\./i.test(address);
const isGmailOnly = (address: string): boolean => /@gmail-only\./i.test(address);

/** What SMTP replies there: a tenant with SMTP AUTH switched off (learn.microsoft.com/exchange/…/authenticated-client-smtp-submission), or Google's. */
export const smtpIsOff = (address: string): string => (isGmailOnly(address) ? GOOGLE_REFUSES : MICROSOFT_REFUSES);
/** For a grant without the scope that SMTP needs (developers.google.com/workspace/gmail/imap/xoauth2-protocol, "Error response"). */
const GOOGLE_REFUSES =
  "5.7.8 Username and Password not accepted. For more information, go to https://support.google.com/mail/?p=BadCredentials";
const MICROSOFT_REFUSES =
  "5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant. Visit https://aka.ms/smtp_auth_disabled for more information.";

/** Logins with the sandbox's password, or with a token of its OAuth server. */
export const createAccepts =
  (password: string, tokens: Pick<Tokens, "read">): Accepts =>
  (user, secret, scope) => {
    if (!user.includes("@")) return false;
    if (typeof secret.accessToken !== "string") return secret.password === password;
    const access = tokens.read("access", secret.accessToken);
    if (!access || (access.email !== user.toLowerCase() && !isShared(user))) return false;
    return (
      (access.audience === GOOGLE && access.scopes.includes(GOOGLE_SCOPE)) || (access.audience === OUTLOOK && access.scopes.includes(scope))
    );
  };
