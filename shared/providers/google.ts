import type { Provider, ShownProvider, SignInFacts } from "./provider.ts";

/** The scope of IMAP and SMTP, which covers the whole Gmail API, too. */
const MAIL = "https://mail.google.com/";
const MODIFY = "https://www.googleapis.com/auth/gmail.modify";
const READONLY = "https://www.googleapis.com/auth/gmail.readonly";
const COMPOSE = "https://www.googleapis.com/auth/gmail.compose";
const SEND = "https://www.googleapis.com/auth/gmail.send";

/** The keys of all tokens that Google signs. */
const KEYS_URL = "https://www.googleapis.com/oauth2/v3/certs";

/** How a refusal for want of a scope reads (transports/gmail). */
const lacking = (scope: string): RegExp => new RegExp(`\\bneeds ${scope.replaceAll(".", "\\.")}:`);

/**
 * Gmail and Google Workspace. Sources: developers.google.com/identity/protocols/oauth2/web-server, /workspace/gmail/imap/xoauth2-protocol, for the
 * Gmail API /workspace/gmail/api/auth/scopes, for SPF and DKIM support.google.com/a/answer/33786 and /174124, and for signing in
 * developers.google.com/identity/openid-connect/openid-connect and, on which addresses are surely the account's,
 * /identity/gsi/web/guides/verify-google-id-token.
 */
export const google = {
  company: "Google",
  mailboxes: "A Gmail or Google Workspace mailbox",
  login: "oauth",
  // A mailbox has two workers: two connections in all.
  limits: { dailySends: 500, connections: 1 },
  filesSentMail: "always",
  dns: {
    include: "_spf.google.com",
    authservDomain: "google.com",
    hosts: ["gmail.com", "googlemail.com", "google.com"],
    selectors: ["google"],
  },
  oauth: {
    authorizeUrl: "https://accounts.google.com/o/oauth2/v2/auth",
    tokenUrl: "https://oauth2.googleapis.com/token",
    issuer: "accounts.google.com",
    keysUrl: KEYS_URL,
    scopes: [MAIL],
    identityScopes: ["openid", "email", "profile"],
    consentParameters: { access_type: "offline", prompt: "consent" },
    imap: { host: "imap.gmail.com", port: 993, hasLabels: true },
    smtp: { host: "smtp.gmail.com", port: 465, secure: "tls" },
    api: {
      name: "gmail_api",
      url: "https://gmail.googleapis.com",
      scopes: { full: [MODIFY], read_send: [READONLY, SEND], send: [SEND] },
      gives: {
        read: [READONLY, MODIFY, MAIL],
        send: [SEND, COMPOSE, MODIFY, MAIL],
        // Drafts alone take gmail.compose, too, but whoever writes drafts here changes messages as well.
        draft: [MODIFY, MAIL],
      },
      // /workspace/gmail/api/reference/quota, /workspace/gmail/api/guides/handle-errors
      quota: {
        unitsPerUserMinute: 15_000,
        unitsPerProjectMinute: 1_200_000,
        units: {
          "drafts.create": 10,
          "drafts.send": 100,
          "messages.send": 100,
          "messages.get": 5,
          "messages.list": 5,
          "messages.modify": 5,
          "attachments.get": 5,
          "history.list": 2,
        },
        paces: ["rateLimitExceeded", "userRateLimitExceeded", "RATE_LIMIT_EXCEEDED"],
        paceMs: 60_000,
        limitsOfProject: ["dailyLimitExceeded", "quotaExceeded", "accessNotConfigured", "SERVICE_DISABLED"],
      },
    },
    consentSetting: "GOOGLE_ACCESS",
  },
  answers: [
    {
      pattern: lacking(SEND),
      text: `the grant lacks the scope ${SEND}, which sending needs; reconnect this mailbox and allow it`,
      cause: "scope",
    },
    {
      pattern: lacking(READONLY),
      text: `the grant lacks the scope ${READONLY}, which reading needs; reconnect this mailbox and allow it`,
      cause: "scope",
    },
    {
      pattern: lacking(MODIFY),
      text: `the grant lacks the scope ${MODIFY}, which drafts and changes of messages need; reconnect this mailbox and allow it`,
      cause: "scope",
    },
    {
      pattern: /\bmail service not enabled\b/i,
      text: "this account of Google has no Gmail; its administrator can switch it on",
      cause: "scope",
    },
  ],
} as const satisfies Provider;

/** How people sign in with Google's accounts. */
export const googleSignIn: SignInFacts = {
  issuers: ["https://accounts.google.com", "accounts.google.com"],
  keysUrl: KEYS_URL,
  scopes: ["openid", "email", "profile"],
  parameters: { prompt: "select_account" },
  subject: "sub",
  addresses: ["email"],
  verified: "email_verified",
  authoritative: { domains: ["gmail.com"], hosted: "hd" },
};

/** How people see Google in the console. */
export const shownGoogle: ShownProvider = {
  name: "Google",
  icon: "M12.48 10.92v3.28h7.84c-.24 1.84-.85 3.19-1.79 4.13-1.14 1.15-2.93 2.4-6.05 2.4-4.83 0-8.6-3.89-8.6-8.72s3.77-8.72 8.6-8.72c2.6 0 4.51 1.03 5.91 2.35l2.3-2.31C18.75 1.44 16.13 0 12.48 0 5.87 0 .31 5.39.31 12s5.56 12 12.17 12c3.57 0 6.27-1.17 8.37-3.36 2.16-2.16 2.84-5.21 2.84-7.67 0-.76-.05-1.46-.17-2.05H12.48z",
};
