import { namesWith } from "#shared/providers/index.ts";
import * as z from "zod/mini";
import { described, named, operation } from "#shared/api/operation.ts";
import { atMost, flagQuery, idParams, LIMIT_MAX, optionalNumber, pastDateTime, plainAddress } from "#shared/api/fields.ts";
import { exampleMailbox, mailbox } from "./mailbox-record.ts";
import {
  commonSettings,
  connectBody,
  consentAccess,
  consentTransport,
  grant,
  imapSettings,
  mailboxUser,
  redirectUri,
  smtpSettings,
  transportField,
} from "./mailbox-settings.ts";
import { oauthClientChange, oauthClientId } from "./oauth-clients.ts";
import { paceSettings } from "./pace.ts";
import { pageQuery } from "#shared/api/paging.ts";
import { tenantChange, tenantFilter } from "#shared/api/tenant.ts";

const CHALLENGE = "must be a PKCE S256 challenge";

/** POST /v1/mailboxes: the login is tested before the mailbox is saved. */
export const connectMailbox = operation({
  id: "mailboxes/connect",
  fills: true,
  audited: "mailbox.connected",
  limit: "probe",
  outside: "always",
  method: "POST",
  path: "/v1/mailboxes",
  boundKeys: "tenant",
  summary: "Connect a mailbox",
  description: "Connect a mailbox (SMTP, Google or Outlook); the connection is tested before it is saved",
  idempotent: true,
  body: connectBody,
  response: mailbox,
  status: 201,
  errors: [400, 404, 409],
  example: {
    body: {
      type: "smtp",
      email: "sales@sandbox.test",
      display_name: "Sales",
      aliases: ["hello@sandbox.test"],
      smtp_host: "localhost",
      smtp_port: 3465,
      smtp_secure: "tls",
      smtp_password: "sandbox",
      imap_host: "localhost",
      imap_port: 3993,
      imap_password: "sandbox",
    },
    response: exampleMailbox,
  },
});

/** GET /v1/mailboxes. */
export const listMailboxes = operation({
  id: "mailboxes/list",
  method: "GET",
  path: "/v1/mailboxes",
  boundKeys: { rows: "within" },
  pagedBy: "created_at",
  summary: "List mailboxes",
  description: "List the mailboxes, newest first, disconnected ones too; all of them, or a page of `limit`",
  query: z.strictObject({
    ...tenantFilter,
    limit: described(z.optional(optionalNumber(1, LIMIT_MAX)), "How many mailboxes a page has, 1 to 200; all of them when absent."),
    cursor: described(pageQuery.cursor, "Where the page starts: from the `Link` header of the page before."),
  }),
  response: z.array(mailbox),
  errors: [400],
  tools: [{ name: "list_mailboxes", description: "List the mailboxes with their ids, which other tools need. Free.", effect: "reads" }],
  example: { response: [exampleMailbox] },
});

/** GET /v1/mailboxes/{id}. */
export const getMailbox = operation({
  id: "mailboxes/get",
  method: "GET",
  path: "/v1/mailboxes/{id}",
  boundKeys: { id: "mailbox" },
  summary: "Get a mailbox",
  description: "One mailbox",
  params: idParams,
  response: mailbox,
  errors: [400, 404],
  example: { response: exampleMailbox },
});

/** PATCH /v1/mailboxes/{id}: new credentials are tested first (api/README.md, "Mailboxes"). */
export const patchMailbox = operation({
  id: "mailboxes/patch",
  audited: "mailbox.updated",
  limit: "credentials",
  outside: "always",
  method: "PATCH",
  path: "/v1/mailboxes/{id}",
  boundKeys: { id: "mailbox" },
  summary: "Change a mailbox",
  description: "Change a mailbox's name, aliases, tenant, limits or credentials; credentials are tested first",
  params: idParams,
  body: named(
    "UpdateMailbox",
    z.strictObject({
      display_name: commonSettings.display_name,
      aliases: commonSettings.aliases,
      ...tenantChange,
      max_daily_sends: commonSettings.max_daily_sends,
      ...paceSettings,
      sync_interval_minutes: commonSettings.sync_interval_minutes,
      max_poll_interval: commonSettings.max_poll_interval,
      folders: commonSettings.folders,
      sync_changes: commonSettings.sync_changes,
      dkim_selector: commonSettings.dkim_selector,
      ...z.partial(z.object(smtpSettings)).shape,
      ...imapSettings,
      transport: transportField,
      ...grant,
      oauth_client_id: oauthClientChange,
    }),
    "What to change; absent fields stay as they are. New credentials are tested before they are saved.",
  ),
  response: mailbox,
  errors: [400, 404],
  example: {
    body: { display_name: "Sales team", aliases: ["hello@sandbox.test"], max_daily_sends: 200 },
    response: { ...exampleMailbox, display_name: "Sales team", max_daily_sends: 200 },
  },
});

/** DELETE /v1/mailboxes/{id}: queued sends are cancelled, credentials erased, mail stays readable (api/README.md, "Mailboxes"). */
export const deleteMailbox = operation({
  id: "mailboxes/delete",
  audited: "mailbox.disconnected",
  method: "DELETE",
  path: "/v1/mailboxes/{id}",
  boundKeys: { id: "mailbox" },
  summary: "Disconnect a mailbox",
  description:
    "Disconnect a mailbox: its waiting sends are cancelled and its credentials erased; its mail stays readable, or is erased with purge=true",
  params: idParams,
  query: z.strictObject({
    purge: described(
      z._default(flagQuery, false),
      "True erases the mailbox's messages, conversations and bodies for good; false keeps them readable.",
    ),
  }),
  status: 204,
  errors: [400, 404],
});

/** POST /v1/mailboxes/{id}/test. */
export const testMailbox = operation({
  id: "mailboxes/test",
  limit: "probe",
  outside: "always",
  method: "POST",
  path: "/v1/mailboxes/{id}/test",
  boundKeys: { id: "mailbox" },
  summary: "Test a mailbox",
  description: "Test the stored credentials and set the mailbox's status from the outcome",
  params: idParams,
  response: named(
    "MailboxTest",
    z.object({ status: described(z.string(), "`ok`; a mailbox that does not work answers 502.") }),
    "The mailbox works.",
  ),
  errors: [400, 404, 502],
  example: { response: { status: "ok" } },
});

/** POST /v1/mailboxes/{id}/inbox (api/README.md, "Mailboxes"). */
export const configureInbox = operation({
  id: "mailboxes/configure-inbox",
  audited: "mailbox.updated",
  limit: "probe",
  outside: "always",
  method: "POST",
  path: "/v1/mailboxes/{id}/inbox",
  boundKeys: { id: "mailbox" },
  summary: "Configure inbox sync",
  description: "Configure inbox sync: enable or disable it, set IMAP credentials, restart from a date",
  params: idParams,
  body: named(
    "ConfigureInbox",
    z.strictObject({
      enabled: described(z.optional(z.boolean()), "Whether to read the inbox."),
      ...imapSettings,
      sync_from: described(
        z.optional(pastDateTime),
        "Start again with mail received since this time, which must be in the past; this also switches reading on.",
      ),
      sync_interval_minutes: commonSettings.sync_interval_minutes,
      max_poll_interval: commonSettings.max_poll_interval,
      folders: commonSettings.folders,
    }),
    "How to read the inbox; absent fields stay as they are.",
  ),
  response: mailbox,
  errors: [400, 404, 409],
  example: { body: { enabled: true, imap_host: "localhost", imap_port: 3993, imap_password: "sandbox" }, response: exampleMailbox },
});

/** GET /v1/mailboxes/oauth/{provider}/url (api/README.md, "Mailboxes"). */
export const oauthUrl = operation({
  id: "mailboxes/oauth-url",
  mode: "live",
  method: "GET",
  path: "/v1/mailboxes/oauth/{provider}/url",
  boundKeys: "all",
  summary: "Get a consent URL",
  description: "Get the URL of Google's or Microsoft's consent page, which returns a code for connecting a mailbox",
  params: z.strictObject({ provider: z.enum(namesWith("oauth"), `must be ${namesWith("oauth").join(" or ")}`) }),
  query: z.strictObject({
    redirect_uri: described(redirectUri, "Your redirect URI, to which the consent page returns with the code."),
    code_challenge: described(
      z.optional(z.string().check(atMost(43, CHALLENGE), z.regex(/^[A-Za-z0-9_-]{43}$/, CHALLENGE))),
      "The S256 challenge of your PKCE verifier; recommended.",
    ),
    login_hint: described(z.optional(plainAddress), "The address to sign in with; the page fills it in."),
    transport: consentTransport,
    access: consentAccess,
    mailbox_user: mailboxUser,
    oauth_client_id: oauthClientId,
  }),
  response: named(
    "ConsentPage",
    z.object({
      url: described(z.string(), "The URL of the consent page: open it in your user's browser."),
      state: described(z.string(), "A random value that the page returns to your redirect URI: compare the two, to detect forged answers."),
    }),
    "Where to send your user.",
  ),
  errors: [400, 404],
  example: { response: { url: "https://accounts.google.com/o/oauth2/v2/auth?client_id=…&state=…", state: "Zx3k9Q" } },
});
