import type { Tokens } from "./graph/tokens.ts";

/** The secret that a client logs in with: a password, or an OAuth access token for XOAUTH2. */
export interface Secret {
  readonly password?: string | null | undefined;
  readonly accessToken?: string | null | undefined;
}

/** Whether the user may log in with the secret; a token of Microsoft's kind needs the scope. */
export type Accepts = (user: string, secret: Secret, scope: "SMTP.Send" | "IMAP.AccessAsUser.All") => boolean;

/** The resources whose tokens open mail servers: Microsoft's (learn.microsoft.com, "Authenticate … using OAuth") and Google's. */
const OUTLOOK = "https://outlook.office.com";
const GOOGLE = "https://mail.google.com";

/** Mailboxes for everybody who is signed in, as shared mailboxes are for their members. */
export const isShared = (address: string): boolean => address.toLowerCase().startsWith("shared.");

/** Whether the address's tenant has SMTP AUTH and IMAP switched off, so that only Graph reaches it: any at a domain that begins with `graph-only.`. */
export const isGraphOnly = (address: string): boolean => /@graph-only\./i.test(address);

/** The reply of a tenant with SMTP AUTH switched off (learn.microsoft.com/exchange/…/authenticated-client-smtp-submission). */
export const SMTP_IS_OFF =
  "5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant. Visit https://aka.ms/smtp_auth_disabled for more information.";

/** Logins with the sandbox's password, or with a token of its OAuth server. */
export const createAccepts =
  (password: string, tokens: Pick<Tokens, "read">): Accepts =>
  (user, secret, scope) => {
    if (!user.includes("@")) return false;
    if (typeof secret.accessToken !== "string") return secret.password === password;
    const access = tokens.read("access", secret.accessToken);
    if (!access || (access.email !== user.toLowerCase() && !isShared(user))) return false;
    return access.audience === GOOGLE || (access.audience === OUTLOOK && access.scopes.includes(scope));
  };
