import * as z from "zod/mini";
import { dateTimeOut, flagQuery, idParams, lineOfText, objectId, pastDateTime, plainAddress } from "./fields.ts";
import { operation } from "./operation.ts";

/** Further addresses of the mailbox's owner (contract/README.md, "Mailboxes"). */
const aliases = z.array(plainAddress).check(z.maxLength(20, "must hold at most 20 addresses"));
const hostName = z.string().check(z.minLength(1), z.maxLength(253));
const port = z.int().check(z.gte(1, "must be a port number"), z.lte(65_535, "must be a port number"));
const secret = z.string().check(z.minLength(1), z.maxLength(4096));
const dailySends = z.int().check(z.gte(0), z.lte(1_000_000));

/** A connected mailbox as every operation returns it; credentials are no part of it (specification, "Mailbox"). */
const mailbox = z.object({
  id: z.string(),
  type: z.enum(["smtp", "google", "outlook"]),
  email: z.string(),
  display_name: z.string(),
  aliases: z.array(z.string()),
  status: z.enum(["active", "error", "disconnected"]),
  max_daily_sends: z.int(),
  imap_host: z.string(),
  imap_port: z.optional(z.int()),
  imap_username: z.string(),
  inbox_sync_enabled: z.boolean(),
  inbox_sync_from: z.optional(dateTimeOut),
  sync_interval_minutes: z.optional(z.int()),
  inbox_last_sync_at: z.optional(dateTimeOut),
  inbox_last_error: z.string(),
  created_at: dateTimeOut,
  updated_at: dateTimeOut,
});

const exampleMailbox = {
  id: "655f1c2e9b1e8a00123456aa",
  type: "smtp" as const,
  email: "sales@sandbox.test",
  display_name: "Sales",
  aliases: ["hello@sandbox.test"],
  status: "active" as const,
  max_daily_sends: 500,
  imap_host: "localhost",
  imap_port: 3993,
  imap_username: "sales@sandbox.test",
  inbox_sync_enabled: true,
  inbox_sync_from: "2026-10-22T09:30:00.000Z",
  inbox_last_error: "",
  created_at: "2026-11-21T09:30:00.000Z",
  updated_at: "2026-11-21T09:30:00.000Z",
};

const pollInterval = z.int().check(z.gte(1, "must be 1 to 60 minutes"), z.lte(60, "must be 1 to 60 minutes"));

const commonSettings = {
  display_name: z.optional(lineOfText(200)),
  aliases: z.optional(aliases),
  max_daily_sends: z.optional(dailySends),
  inbox_sync_enabled: z.optional(z.boolean()),
  inbox_sync_from: z.optional(pastDateTime),
  sync_interval_minutes: z.optional(pollInterval),
  ip_id: z.optional(objectId),
};

const smtpSettings = {
  smtp_host: hostName,
  smtp_port: z.optional(port),
  smtp_secure: z.optional(z.enum(["tls", "starttls"], "must be tls or starttls")),
  smtp_username: z.optional(lineOfText(320)),
  smtp_password: secret,
};

const imapSettings = {
  imap_host: z.optional(hostName),
  imap_port: z.optional(port),
  imap_username: z.optional(lineOfText(320)),
  imap_password: z.optional(secret),
};

const dkimSelector = z.string().check(z.regex(/^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/, "must be a DKIM selector"));

const connectSmtp = z.strictObject({
  type: z.literal("smtp"),
  email: plainAddress,
  ...commonSettings,
  ...smtpSettings,
  ...imapSettings,
  dkim_selector: z.optional(dkimSelector),
});

const grant = {
  code: z.optional(secret),
  redirect_uri: z.optional(z.url("must be a URL")),
  code_verifier: z.optional(z.string().check(z.regex(/^[A-Za-z0-9._~-]{43,128}$/, "must be a PKCE code verifier"))),
  refresh_token: z.optional(secret),
};

interface Grant {
  readonly code?: string | undefined;
  readonly redirect_uri?: string | undefined;
  readonly code_verifier?: string | undefined;
  readonly refresh_token?: string | undefined;
}

/** Exactly one of an authorization code (with its redirect_uri) or a refresh token (contract/README.md, "Mailboxes"). */
const exactlyOneGrant = z.superRefine<Grant>((body, context) => {
  const wrong = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
  if (body.code === undefined && body.refresh_token === undefined)
    wrong("code", "either code with redirect_uri, or refresh_token is required");
  if (body.code !== undefined && body.refresh_token !== undefined) wrong("refresh_token", "must not be given together with code");
  if (body.code !== undefined && body.redirect_uri === undefined) wrong("redirect_uri", "is required with code");
  if (body.code === undefined && body.code_verifier !== undefined) wrong("code_verifier", "belongs to code");
});

const connectGoogle = z
  .strictObject({ type: z.literal("google"), email: z.optional(plainAddress), ...commonSettings, ...grant })
  .check(exactlyOneGrant);
const connectOutlook = z
  .strictObject({ type: z.literal("outlook"), email: z.optional(plainAddress), ...commonSettings, ...grant })
  .check(exactlyOneGrant);

/** The body of POST /v1/mailboxes by type (contract/README.md, "Mailboxes"). */
const connectBody = z.discriminatedUnion("type", [connectSmtp, connectGoogle, connectOutlook], "must be smtp, google or outlook");

/** POST /v1/mailboxes: tested before it is saved. */
export const connectMailbox = operation({
  id: "mailboxes/connect",
  limit: "probe",
  outside: "always",
  method: "POST",
  path: "/v1/mailboxes",
  summary: "Connect a mailbox (SMTP, Google or Outlook); the connection is tested before it is saved",
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
  summary: "List the mailboxes, newest first, disconnected ones too",
  response: z.array(mailbox),
  errors: [],
  example: { response: [exampleMailbox] },
});

/** GET /v1/mailboxes/{id}. */
export const getMailbox = operation({
  id: "mailboxes/get",
  method: "GET",
  path: "/v1/mailboxes/{id}",
  summary: "One mailbox",
  params: idParams,
  response: mailbox,
  errors: [400, 404],
  example: { response: exampleMailbox },
});

/** PATCH /v1/mailboxes/{id}: credentials are tested first (contract/README.md, "Mailboxes"). */
export const patchMailbox = operation({
  id: "mailboxes/patch",
  limit: "credentials",
  outside: "always",
  method: "PATCH",
  path: "/v1/mailboxes/{id}",
  summary: "Change a mailbox's name, aliases, daily limit or credentials; credentials are tested first",
  params: idParams,
  body: z.strictObject({
    display_name: commonSettings.display_name,
    aliases: commonSettings.aliases,
    max_daily_sends: commonSettings.max_daily_sends,
    sync_interval_minutes: commonSettings.sync_interval_minutes,
    ...z.partial(z.object(smtpSettings)).shape,
    ...imapSettings,
    ...grant,
  }),
  response: mailbox,
  errors: [400, 404],
  example: {
    body: { display_name: "Sales team", aliases: ["hello@sandbox.test"], max_daily_sends: 200 },
    response: { ...exampleMailbox, display_name: "Sales team", max_daily_sends: 200 },
  },
});

/** DELETE /v1/mailboxes/{id}: queued sends are cancelled, credentials erased, mail stays readable (contract/README.md, "Mailboxes"). */
export const deleteMailbox = operation({
  id: "mailboxes/delete",
  method: "DELETE",
  path: "/v1/mailboxes/{id}",
  summary:
    "Disconnect a mailbox: its waiting sends are cancelled, its credentials erased; its mail stays, or goes for good with purge=true",
  params: idParams,
  query: z.strictObject({ purge: z._default(flagQuery, false) }),
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
  summary: "Test the stored credentials and set the mailbox's status from the outcome",
  params: idParams,
  response: z.object({ status: z.string() }),
  errors: [400, 404, 502],
  example: { response: { status: "ok" } },
});

const dnsRecord = z.object({
  status: z.enum(["verified", "missing", "invalid", "error", "not_applicable"]),
  expected: z.string(),
  current: z.string(),
});

/** POST /v1/mailboxes/{id}/dns (specification, "DNS check result"; statuses: contract/README.md, "Mailboxes"). */
export const checkDns = operation({
  id: "mailboxes/check-dns",
  limit: "probe",
  outside: "always",
  method: "POST",
  path: "/v1/mailboxes/{id}/dns",
  summary: "Check the DKIM, SPF and DMARC records of the mailbox's domain",
  params: idParams,
  response: z.object({ mailbox_id: z.string(), dkim: dnsRecord, spf: dnsRecord, dmarc: dnsRecord }),
  errors: [400, 404],
  example: {
    response: {
      mailbox_id: exampleMailbox.id,
      dkim: { status: "missing", expected: "v=DKIM1; k=rsa; p=<your provider's public key>", current: "" },
      spf: { status: "verified", expected: "v=spf1 include:_spf.google.com ~all", current: "v=spf1 include:_spf.google.com ~all" },
      dmarc: { status: "verified", expected: "v=DMARC1; p=none", current: "v=DMARC1; p=none" },
    },
  },
});

/** POST /v1/mailboxes/{id}/inbox (specification, rules 1 to 5). */
export const configureInbox = operation({
  id: "mailboxes/configure-inbox",
  limit: "probe",
  outside: "always",
  method: "POST",
  path: "/v1/mailboxes/{id}/inbox",
  summary: "Configure inbox sync: enable or disable it, set IMAP credentials, restart from a date",
  params: idParams,
  body: z.strictObject({
    enabled: z.optional(z.boolean()),
    ...imapSettings,
    sync_from: z.optional(pastDateTime),
    sync_interval_minutes: commonSettings.sync_interval_minutes,
  }),
  response: mailbox,
  errors: [400, 404, 409],
  example: { body: { enabled: true, imap_host: "localhost", imap_port: 3993, imap_password: "sandbox" }, response: exampleMailbox },
});

/** GET /v1/mailboxes/oauth/{provider}/url (contract/README.md, "Mailboxes"). */
export const oauthUrl = operation({
  id: "mailboxes/oauth-url",
  method: "GET",
  path: "/v1/mailboxes/oauth/{provider}/url",
  summary: "The consent page of Google or Microsoft that yields a code for connecting a mailbox",
  params: z.strictObject({ provider: z.enum(["google", "outlook"], "must be google or outlook") }),
  query: z.strictObject({
    redirect_uri: z.url("must be a URL"),
    code_challenge: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, "must be a PKCE S256 challenge"))),
    login_hint: z.optional(plainAddress),
  }),
  response: z.object({ url: z.string(), state: z.string() }),
  errors: [400],
  example: { response: { url: "https://accounts.google.com/o/oauth2/v2/auth?client_id=…&state=…", state: "Zx3k9Q" } },
});
