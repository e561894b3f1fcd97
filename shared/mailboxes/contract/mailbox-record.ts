import { providerNames, quoted } from "#shared/providers/index.ts";
import * as z from "zod/mini";
import { described, named } from "#shared/api/operation.ts";
import { dateTimeOut } from "#shared/api/fields.ts";
import { foldersOut, maxPollIntervalOut, transportOut, syncChangesOut } from "./mailbox-settings.ts";
import { oauthClientOut } from "./oauth-clients.ts";
import { paceOut } from "./pace.ts";
import { tenantOut } from "#shared/api/tenant.ts";

/** The state of a DNS record. */
export const dnsStatus = z.enum(["verified", "missing", "invalid", "error", "not_applicable"]);

/** A connected mailbox as every operation returns it, without credentials (api/README.md, "Mailboxes"). */
export const mailbox = named(
  "Mailbox",
  z.object({
    id: described(z.string(), "The mailbox's id."),
    type: described(
      z.enum(providerNames),
      `${quoted("password")} with passwords, ${quoted("oauth")} with OAuth, ${quoted("none")} in a test world.`,
    ),
    email: described(z.string(), "The mailbox's address, used as sender."),
    display_name: described(z.string(), "The display name in From; empty when absent."),
    aliases: described(
      z.array(z.string()),
      "Further addresses of the same person, up to 20: mail from them counts as sent by the mailbox.",
    ),
    ...tenantOut,
    ...transportOut,
    ...oauthClientOut,
    status: described(
      z.enum(["active", "error", "disconnected"]),
      "`active`: it works. `error`: its server cannot be reached or gives invalid answers; it is retried automatically. `disconnected`: it refuses the credentials or was deleted; connect it again.",
    ),
    status_since: described(dateTimeOut, "When the current `status` began."),
    smtp_last_error: described(z.string(), 'Why the last SMTP login failed, with the code of the server\'s reply; "" after a success.'),
    max_daily_sends: described(
      z.int(),
      "How many emails may leave in any 24 hours; 500 when absent, 1,000 for Outlook. Further emails wait.",
    ),
    ...paceOut,
    smtp_host: described(z.string(), 'The SMTP server; "" for Google and Outlook.'),
    smtp_port: described(z.optional(z.int()), "The SMTP server's port; absent without an `smtp_host`."),
    smtp_username: described(z.string(), 'The login name at the SMTP server; "" without an `smtp_host`.'),
    imap_host: described(z.string(), 'The IMAP server; "" when it only sends, and for Google and Outlook.'),
    imap_port: described(z.optional(z.int()), "The IMAP server's port; absent without an `imap_host`."),
    imap_username: described(z.string(), 'The login name at the IMAP server; "" without an `imap_host`.'),
    inbox_sync_enabled: described(z.boolean(), "Whether its inbox is read."),
    inbox_sync_from: described(z.optional(dateTimeOut), "Mail received before this time is not read; absent when the inbox is not read."),
    sync_interval_minutes: described(
      z.optional(z.int()),
      "How often its inbox is checked for new mail, in minutes, 1 to 60; every two minutes when absent.",
    ),
    max_poll_interval: maxPollIntervalOut,
    folders: foldersOut,
    sync_changes: syncChangesOut,
    inbox_last_sync_at: described(z.optional(dateTimeOut), "When its inbox was last read to the end; absent before the first time."),
    inbox_last_error: described(
      z.string(),
      'Why its inbox could not be read at the last attempt, or which messages its server lists but does not return, or which folders are not read; "" for none of these.',
    ),
    sent_copies_last_error: described(
      z.string(),
      'Why copies of sent mail cannot be filed in its Sent folder: there is none, or it is over its quota, with the server\'s reply; "" when they can.',
    ),
    dns: described(
      z.optional(
        named(
          "MailboxDns",
          z.object({
            checked_at: described(dateTimeOut, "When they were last checked."),
            dkim: described(dnsStatus, "The key for checking signatures."),
            spf: described(dnsStatus, "Which servers may send for the domain."),
            dmarc: described(dnsStatus, "What receivers should do with mail that fails both."),
          }),
          "The last check of a domain's DNS records.",
        ),
      ),
      "The last check of its domain's DNS records, repeated daily after the first one; absent before the first.",
    ),
    created_at: described(dateTimeOut, "When the record was created, RFC 3339 in UTC."),
    updated_at: described(dateTimeOut, "When the record last changed."),
  }),
  "A connected mailbox; its passwords and tokens are never shown.",
);

/** The mailbox of the examples. */
export const exampleMailbox = {
  id: "655f1c2e9b1e8a00123456aa",
  type: "smtp" as const,
  email: "sales@sandbox.test",
  display_name: "Sales",
  aliases: ["hello@sandbox.test"],
  tenant: "",
  transport: "" as const,
  transport_used: "" as const,
  access: "" as const,
  mailbox_user: "",
  oauth_client_id: "",
  status: "active" as const,
  status_since: "2026-11-21T09:30:00.000Z",
  smtp_last_error: "",
  max_daily_sends: 500,
  smtp_host: "localhost",
  smtp_port: 3465,
  smtp_username: "sales@sandbox.test",
  imap_host: "localhost",
  imap_port: 3993,
  imap_username: "sales@sandbox.test",
  inbox_sync_enabled: true,
  inbox_sync_from: "2026-10-22T09:30:00.000Z",
  max_poll_interval: "",
  folders: [],
  sync_changes: false,
  inbox_last_error: "",
  sent_copies_last_error: "",
  created_at: "2026-11-21T09:30:00.000Z",
  updated_at: "2026-11-21T09:30:00.000Z",
};
