import type { Provider, ShownProvider, SignInFacts } from "./provider.ts";

const READ_WRITE = "https://graph.microsoft.com/Mail.ReadWrite";
const SEND = "https://graph.microsoft.com/Mail.Send";

/**
 * Outlook.com and Microsoft 365. Sources:
 * learn.microsoft.com/exchange/client-developer/legacy-protocols/how-to-authenticate-an-imap-pop-smtp-application-by-using-oauth, for Graph
 * learn.microsoft.com/graph/permissions-reference, for shared mailboxes learn.microsoft.com/graph/outlook-share-messages-folders, for limits
 * "Exchange Online limits", for headers learn.microsoft.com/defender-office-365/message-headers-eop-mdo. For signing in
 * learn.microsoft.com/entra/identity-platform/ id-token-claims-reference; that `email` may be anybody's, and `tid` with `oid` is the account,
 * /claims-validation; which addresses are verified (`xms_edov`), /optional-claims-reference.
 */
export const outlook = {
  company: "Microsoft",
  mailboxes: "An Outlook or Microsoft 365 mailbox",
  login: "oauth",
  // Exchange Online allows three connections; a mailbox has two workers.
  limits: { dailySends: 1000, perMinute: 30, connections: 1 },
  filesSentMail: "always",
  // Microsoft, "Deprecation of Basic authentication in Exchange Online"
  takesNoPasswords: true,
  dns: {
    include: "spf.protection.outlook.com",
    authservDomain: "",
    hosts: ["office365.com", "outlook.com"],
    selectors: ["selector1", "selector2"],
  },
  oauth: {
    authorizeUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
    tokenUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
    scopes: ["https://outlook.office.com/IMAP.AccessAsUser.All", "https://outlook.office.com/SMTP.Send"],
    identityScopes: ["offline_access", "openid", "profile", "email"],
    resources: ["https://outlook.office.com/", "https://outlook.office365.com/", "https://graph.microsoft.com/"],
    consentParameters: { response_mode: "query" },
    addressClaims: ["preferred_username"],
    imap: { host: "outlook.office365.com", port: 993 },
    smtp: { host: "smtp.office365.com", port: 587, secure: "starttls" },
    api: {
      name: "graph",
      url: "https://graph.microsoft.com/v1.0",
      scopes: { full: [READ_WRITE, SEND] },
      sharedScopes: [`${READ_WRITE}.Shared`, `${SEND}.Shared`],
      gives: {
        read: [READ_WRITE, `${READ_WRITE}.Shared`],
        send: [SEND, `${SEND}.Shared`],
        draft: [READ_WRITE, `${READ_WRITE}.Shared`],
      },
    },
  },
  answers: [
    {
      pattern: /SmtpClientAuth|\b5\.7\.139\b/i,
      text: "SMTP AUTH is switched off in the tenant; its administrator must allow it for this mailbox, or connect it as outlook with consent to Microsoft Graph (transport=graph)",
      cause: "submissionOff",
    },
    {
      pattern: /basic auth\w* is (?:disabled|not supported)|\b5\.7\.30\b/i,
      text: "the provider accepts no passwords; connect this mailbox as google or outlook",
      cause: "passwordsOff",
    },
  ],
} as const satisfies Provider;

/** How people sign in with Microsoft's accounts. */
export const outlookSignIn: SignInFacts = {
  issuers: ["https://login.microsoftonline.com/{tenantid}/v2.0"],
  keysUrl: "https://login.microsoftonline.com/common/discovery/v2.0/keys",
  scopes: ["openid", "email", "profile"],
  parameters: { response_mode: "query", prompt: "select_account" },
  subject: "oid",
  addresses: ["email", "preferred_username"],
  verified: "xms_edov",
  takesUnverified: true,
};

/** How people see Outlook in the console. */
export const shownOutlook: ShownProvider = {
  name: "Outlook",
  icon: "M0 0h11.4v11.4H0V0zm12.6 0H24v11.4H12.6V0zM0 12.6h11.4V24H0V12.6zm12.6 0H24V24H12.6V12.6z",
};
