import { namesWith, type OAuthProviderName, oauthOf, providerNames, providers } from "#shared/providers/index.ts";
import * as z from "zod/mini";
import { described, named } from "#shared/api/operation.ts";
import { ACCESSES, type ApiFacts, TRANSPORTS } from "#shared/providers/provider.ts";
import { acrossFields, atMost, lineOfText, objectId, pastDateTime, plainAddress } from "#shared/api/fields.ts";
import { oauthClientId } from "./oauth-clients.ts";
import { paceSettings } from "./pace.ts";
import { tenantField } from "#shared/api/tenant.ts";

/** Further addresses of the mailbox's owner (api/README.md, "Mailboxes"). */
const aliases = z.array(plainAddress).check(z.maxLength(20, "must have at most 20 addresses"));
const hostName = z.string().check(atMost(253), z.minLength(1, "is required"));
const port = z.int().check(z.gte(1, "must be a port number"), z.lte(65_535, "must be a port number"));
const secret = z.string().check(atMost(4096), z.minLength(1, "is required"));
const dailySends = z.int().check(z.gte(0), z.lte(1_000_000));

const pollInterval = z.int().check(z.gte(1, "must be 1 to 60 minutes"), z.lte(60, "must be 1 to 60 minutes"));

const MAX_POLL = 'must be PT2M to PT15M, or "" for none';
const maxPollInterval = z.string().check(atMost(5, MAX_POLL), z.regex(/^(PT([2-9]|1[0-5])M)?$/, MAX_POLL));

const FOLDERS = 'must be "all", or a list of up to 100 names of folders of 1 to 255 characters';
const FOLDERS_SAID =
  'Folders besides INBOX of which all mail is kept: `"all"`, or their names as `GET /v1/mailboxes/{id}/audit` shows them; `[]` for none. Of every other folder only answers to your sends and delivery reports are kept.';
const folders = z.union([z.literal("all"), z.array(lineOfText(255).check(z.minLength(1))).check(z.maxLength(100))], FOLDERS);

const SELECTOR = "must be a DKIM selector, or a list of up to 10";
const selector = z.string().check(atMost(63, SELECTOR), z.regex(/^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/, SELECTOR));
const dkimSelector = z.union([selector, z.array(selector).check(z.minLength(1, SELECTOR), z.maxLength(10, SELECTOR))], SELECTOR);

const MAX_POLL_SAID =
  'Up to which interval its inbox is checked less often while it is quiet: `PT2M` to `PT15M`, whole minutes. The interval doubles as a tenth of the time without new mail reaches it. `""`, when absent: it is never checked less often.';

/** The longest interval of a quiet mailbox, in its record. */
export const maxPollIntervalOut = described(z.string(), MAX_POLL_SAID);

const SYNC_CHANGES_SAID =
  "Whether what is read, flagged or moved here is so at its provider, too, and what is read or flagged there is so here. For mailboxes that are read by IMAP (Google's over `gmail_api` instead), and over `graph` or `gmail_api` with `access` `full`; elsewhere `true` is refused with the reason, such as the scope that its grant lacks.";

/** Whether changes go to its provider, in a mailbox's record. */
export const syncChangesOut = described(z.boolean(), SYNC_CHANGES_SAID);

/** The folders of which all mail is kept, in a mailbox's record. */
export const foldersOut = described(z.union([z.literal("all"), z.array(z.string())]), FOLDERS_SAID);

/** The settings of any mailbox. */
export const commonSettings = {
  display_name: described(z.optional(lineOfText(200)), "The display name in From; empty when absent."),
  aliases: described(z.optional(aliases), "Further addresses of the same person, up to 20: mail from them counts as sent by the mailbox."),
  ...tenantField,
  max_daily_sends: described(
    z.optional(dailySends),
    "How many emails may leave in any 24 hours; 500 when absent, 1,000 for Outlook. Further emails wait.",
  ),
  ...paceSettings,
  inbox_sync_enabled: described(z.optional(z.boolean()), "Whether to read the inbox; true when absent and IMAP can be reached."),
  inbox_sync_from: described(z.optional(pastDateTime), "Mail received before this time is not read; 30 days ago when absent."),
  sync_interval_minutes: described(
    z.optional(pollInterval),
    "How often its inbox is checked for new mail, in minutes, 1 to 60; every two minutes when absent.",
  ),
  max_poll_interval: described(z.optional(maxPollInterval), MAX_POLL_SAID),
  folders: described(z.optional(folders), FOLDERS_SAID),
  sync_changes: described(z.optional(z.boolean()), `${SYNC_CHANGES_SAID} False when absent.`),
  dkim_selector: described(
    z.optional(dkimSelector),
    "For the DNS check: the DKIM selector with which the mail is signed, or up to 10, one of which must have a valid key; when absent the provider's own or common ones are tried.",
  ),
  ip_id: described(z.optional(objectId), "The dedicated IP address from which its mail leaves; the account's default when absent."),
};

const transportIn = z.enum(["auto", ...TRANSPORTS], `must be auto, ${TRANSPORTS.slice(0, -1).join(", ")} or ${TRANSPORTS.at(-1)}`);
const accessIn = z.enum(ACCESSES, `must be ${ACCESSES.slice(0, -1).join(", ")} or ${ACCESSES.at(-1)}`);

/** The transport that a mailbox is to use whose owner consents. */
export const transportField = described(
  z.optional(transportIn),
  "Google and Outlook only: how the mailbox is reached. `imap_smtp`: by SMTP and IMAP. `graph` (Outlook): over Microsoft Graph; `gmail_api` (Google): over the Gmail API; both also work where SMTP and IMAP are switched off. `auto`, when absent: by SMTP and IMAP; over the other when the grant is only for that, or when it covers both and a server refuses the login.",
);

/** The transport for which a consent page asks. */
export const consentTransport = described(
  z.optional(transportIn),
  "What to ask consent for. `imap_smtp`: SMTP and IMAP. `graph` (Outlook): Microsoft Graph's `Mail.ReadWrite` and `Mail.Send`. `gmail_api` (Google): the Gmail API, as much of it as `access` says. `auto`: for Outlook both, so that the mailbox can switch without another consent. When absent, and for Google with `auto`: what the operator has set for Google, `imap_smtp` for Outlook.",
);

/** How much of the Gmail API a consent page asks for. */
export const consentAccess = described(
  z.optional(accessIn),
  "Google only, by the Gmail API: how much to ask consent for. `full`, when absent: reading, and sending with drafts, which show the outcome when Google's answer is lost (`gmail.modify`). `read_send`: reading and sending (`gmail.readonly`, `gmail.send`). `send`: sending alone (`gmail.send`), whose mailbox has no inbox.",
);

/** What a grant must cover. */
const grantAccess = described(
  z.optional(accessIn),
  "By the Gmail API: what the grant must cover, as in the consent URL; a grant that lacks a scope of it is refused. When absent, what the grant covers. A grant for sending alone (`send`) has no inbox: `inbox_sync_enabled` true is refused, and so is `cancel_on` of its sends.",
);

/** The transport in a mailbox's record. */
export const transportOut = {
  transport: described(
    z.enum(["", "auto", ...TRANSPORTS]),
    'The `transport` that was requested for a Google or Outlook mailbox; "" for others.',
  ),
  transport_used: described(
    z.enum(["", ...TRANSPORTS]),
    'The transport that a Google or Outlook mailbox uses, as found when it was connected or later; "" for others.',
  ),
  access: described(
    z.enum(["", ...ACCESSES]),
    'What its grant covers over the Gmail API or Microsoft Graph: `full`, `read_send` (reading and sending, without drafts) or `send` (no inbox); "" by SMTP and IMAP.',
  ),
  mailbox_user: described(z.string(), 'The shared mailbox that the member who signed in uses; "" for the member\'s own.'),
};

/** The shared mailbox that the member who signs in uses. */
export const mailboxUser = described(
  z.optional(lineOfText(320).check(z.minLength(1))),
  "Outlook only: the address (user principal name) of a shared mailbox that the member who signs in may use and send from.",
);

/** The settings of SMTP with a password. */
export const smtpSettings = {
  smtp_host: described(hostName, "The SMTP server's name or address."),
  smtp_port: described(z.optional(port), "The SMTP server's port; 587 when absent."),
  smtp_secure: described(
    z.optional(z.enum(["tls", "starttls"], "must be tls or starttls")),
    "`tls` from the first byte, or `starttls`; when absent `tls` on port 465, `starttls` elsewhere. Never unencrypted.",
  ),
  smtp_username: described(z.optional(lineOfText(320)), "The login name at the SMTP server; the mailbox's address when absent."),
  smtp_password: described(
    z.optional(secret),
    "The password at the SMTP server, required unless `smtp_auth` is `none`. It is stored encrypted and never shown.",
  ),
  smtp_auth: described(
    z.optional(z.enum(["login", "none"], "must be login or none")),
    "`none`: the server takes this mailbox's mail without a login, by our IP address. When absent, a server that offers no login is refused, because it does not check the password.",
  ),
};

/** The settings of IMAP with a password. */
export const imapSettings = {
  imap_host: described(z.optional(hostName), "The IMAP server's name or address; without it the mailbox only sends."),
  imap_port: described(z.optional(port), "The IMAP server's port; 993 when absent."),
  imap_username: described(z.optional(lineOfText(320)), "The login name at the IMAP server; the SMTP login name when absent."),
  imap_password: described(z.optional(secret), "The password at the IMAP server. It is stored encrypted and never shown."),
};

/** A password is needed unless the server takes none. */
const passwordUnlessNone = acrossFields(
  z.refine<{ readonly smtp_password?: string | undefined; readonly smtp_auth?: string | undefined }>(
    ({ smtp_password: password, smtp_auth: auth }) => password !== undefined || auth === "none",
    { path: ["smtp_password"], error: "is required" },
  ),
);

const connectSmtp = named(
  "ConnectSmtpMailbox",
  z
    .strictObject({
      type: described(z.literal("smtp"), "Which kind of mailbox this is."),
      email: described(plainAddress, "The mailbox's address."),
      ...commonSettings,
      ...smtpSettings,
      smtp_host: described(z.optional(hostName), "The SMTP server's name or address; discovered from the mailbox's address when absent."),
      ...imapSettings,
      imap_host: described(
        z.optional(hostName),
        "The IMAP server's name or address. When absent it is discovered, if `smtp_host` is absent too or another IMAP field is given; otherwise the mailbox only sends.",
      ),
    })
    .check(passwordUnlessNone),
  `${providers.smtp.mailboxes}, with passwords.`,
);

const VERIFIER = "must be a PKCE code verifier";
/** The URI to which the consent page returns. */
export const redirectUri = z.string().check(atMost(2048), z.url("must be a URL"));

/** An OAuth 2.0 grant. */
export const grant = {
  code: described(z.optional(secret), "The authorization code from the consent page; either this or `refresh_token`."),
  redirect_uri: described(z.optional(redirectUri), "The redirect URI of the consent page; required with `code`."),
  code_verifier: described(
    z.optional(z.string().check(atMost(128, VERIFIER), z.regex(/^[A-Za-z0-9._~-]{43,128}$/, VERIFIER))),
    "The PKCE verifier of the challenge in the consent URL; only with `code`.",
  ),
  refresh_token: described(z.optional(secret), "A refresh token that you already have; either this or `code`."),
};

interface Grant {
  readonly code?: string | undefined;
  readonly redirect_uri?: string | undefined;
  readonly code_verifier?: string | undefined;
  readonly refresh_token?: string | undefined;
}

/** Exactly one of an authorization code (with its redirect_uri) or a refresh token (api/README.md, "Mailboxes"). */
const exactlyOneGrant = acrossFields(
  z.superRefine<Grant>((body, context) => {
    const wrong = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    if (body.code === undefined && body.refresh_token === undefined)
      wrong("code", "either code with redirect_uri, or refresh_token is required");
    if (body.code !== undefined && body.refresh_token !== undefined) wrong("refresh_token", "must not be given together with code");
    if (body.code !== undefined && body.redirect_uri === undefined) wrong("redirect_uri", "is required with code");
    if (body.code === undefined && body.code_verifier !== undefined) wrong("code_verifier", "belongs to code");
  }),
);

/** The request for a mailbox at a provider whose owners consent; `transport` and `mailbox_user` are known where it has several transports. */
const connectByConsent = <N extends OAuthProviderName>(type: N) => {
  const { api } = oauthOf(type) as { readonly api?: ApiFacts };
  const isShared = api?.sharedScopes !== undefined;
  const chosen = { transport: transportField, mailbox_user: mailboxUser, access: grantAccess };
  const { mailbox_user: _unshared, ...unshared } = chosen;
  const { access: _whole, ...whole } = chosen;
  const offered = api && (isShared ? (api.scopes.send ? chosen : whole) : unshared);
  const address = "The address whose owner must have consented; the consenting account's when absent";
  return named(
    `Connect${type.charAt(0).toUpperCase()}${type.slice(1)}Mailbox`,
    z
      .strictObject({
        type: described(z.literal(type), "Which kind of mailbox this is."),
        email: described(
          z.optional(plainAddress),
          isShared ? `${address}, and with \`mailbox_user\` the shared mailbox's.` : `${address}.`,
        ),
        ...commonSettings,
        ...((offered ?? {}) as typeof chosen),
        oauth_client_id: oauthClientId,
        ...grant,
      })
      .check(exactlyOneGrant),
    `${providers[type].mailboxes}, by OAuth.`,
  );
};

const { ip_id: _noServer, ...sandboxSettings } = commonSettings;

const connectSandbox = named(
  "ConnectSandboxMailbox",
  z.strictObject({
    type: described(z.literal("sandbox"), "Which kind of mailbox this is."),
    email: described(plainAddress, "The mailbox's address, at any domain: nothing leaves."),
    ...sandboxSettings,
  }),
  `${providers.sandbox.mailboxes}, which has no server; needs a test key.`,
);

/** The body of POST /v1/mailboxes by type (api/README.md, "Mailboxes"). */
export const connectBody = named(
  "ConnectMailbox",
  z.discriminatedUnion(
    "type",
    [connectSmtp, ...namesWith("oauth").map(connectByConsent), connectSandbox],
    `must be ${providerNames.slice(0, -1).join(", ")} or ${providerNames.at(-1)}`,
  ),
  "The mailbox to connect; `type` determines the other fields.",
);
