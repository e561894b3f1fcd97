import type { checkDns, configureInbox, connectMailbox, getMailbox, oauthUrl, patchMailbox } from "../contract/mailboxes.ts";
import type { AnswerOf, RequestOf } from "../contract/operation.ts";
import type { InboxRequest } from "../domain/mailboxes/configure-inbox.ts";
import type { ConnectRequest } from "../domain/mailboxes/connect-mailbox.ts";
import type { DnsHealth } from "../domain/mailboxes/dns/dns-health.ts";
import type { ImapSettings, Mailbox, Preferences, SmtpSettings } from "../domain/mailboxes/mailbox.ts";
import type { PatchRequest } from "../domain/mailboxes/patch-mailbox.ts";
import { dateOut } from "./dates.ts";

/** The IMAP settings of an SMTP mailbox; the others have their provider's. */
const imapOut = (imap: ImapSettings | undefined) => ({
  imap_host: imap?.host ?? "",
  imap_port: imap?.port,
  imap_username: imap?.username ?? "",
});

/** The SMTP settings of an SMTP mailbox; the others have their provider's. */
const smtpOut = (smtp: SmtpSettings | undefined) => ({
  smtp_host: smtp?.host ?? "",
  smtp_port: smtp?.port,
  smtp_username: smtp?.username ?? "",
});

/** A mailbox on the wire: no credentials (specification, "Mailbox"). */
export const mailboxOut = (record: Mailbox): AnswerOf<typeof getMailbox> => ({
  id: record.id,
  type: record.type,
  email: record.email,
  display_name: record.displayName,
  aliases: [...(record.aliases ?? [])],
  status: record.status,
  status_since: dateOut(record.statusSince),
  smtp_last_error: record.smtpLastError ?? "",
  max_daily_sends: record.maxDailySends,
  ...smtpOut(record.type === "smtp" ? record.smtp : undefined),
  ...imapOut(record.type === "smtp" ? record.imap : undefined),
  inbox_sync_enabled: record.inboxSyncEnabled,
  inbox_sync_from: record.inboxSyncFrom && dateOut(record.inboxSyncFrom),
  sync_interval_minutes: record.syncIntervalMinutes,
  inbox_last_sync_at: record.inboxLastSyncAt && dateOut(record.inboxLastSyncAt),
  inbox_last_error: record.inboxLastError,
  created_at: dateOut(record.createdAt),
  updated_at: dateOut(record.updatedAt),
});

type ConnectBody = RequestOf<typeof connectMailbox>["body"];
type PatchBody = RequestOf<typeof patchMailbox>["body"];
type ImapFields = RequestOf<typeof configureInbox>["body"];

const imapIn = (body: Pick<ImapFields, "imap_host" | "imap_port" | "imap_username" | "imap_password">) => ({
  host: body.imap_host,
  port: body.imap_port,
  username: body.imap_username,
  password: body.imap_password,
});

const smtpIn = (body: Pick<PatchBody, "smtp_host" | "smtp_port" | "smtp_secure" | "smtp_username" | "smtp_password">) => ({
  host: body.smtp_host,
  port: body.smtp_port,
  secure: body.smtp_secure,
  username: body.smtp_username,
  password: body.smtp_password,
});

const grantIn = (body: Pick<PatchBody, "code" | "redirect_uri" | "code_verifier" | "refresh_token">) => ({
  code: body.code,
  redirectUri: body.redirect_uri,
  codeVerifier: body.code_verifier,
  refreshToken: body.refresh_token,
});

const preferencesIn = ({ sync_interval_minutes: syncIntervalMinutes }: Pick<PatchBody, "sync_interval_minutes">): Preferences => ({
  ...(syncIntervalMinutes !== undefined && { syncIntervalMinutes }),
});

/** POST /v1/mailboxes → the domain. */
export const connectIn = (body: ConnectBody): ConnectRequest => {
  const common = {
    displayName: body.display_name,
    aliases: body.aliases,
    maxDailySends: body.max_daily_sends,
    inboxSyncEnabled: body.inbox_sync_enabled,
    inboxSyncFrom: body.inbox_sync_from,
    ipId: body.ip_id,
    preferences: preferencesIn(body),
  };
  if (body.type !== "smtp") return { ...common, type: body.type, email: body.email, grant: grantIn(body) };
  return { ...common, type: body.type, email: body.email, smtp: smtpIn(body), imap: imapIn(body), dkimSelector: body.dkim_selector };
};

/** PATCH /v1/mailboxes/{id} → the domain. */
export const patchIn = (body: PatchBody): PatchRequest => ({
  displayName: body.display_name,
  aliases: body.aliases,
  maxDailySends: body.max_daily_sends,
  preferences: preferencesIn(body),
  smtp: smtpIn(body),
  imap: imapIn(body),
  grant: grantIn(body),
});

/** POST /v1/mailboxes/{id}/inbox → the domain. */
export const inboxIn = (body: RequestOf<typeof configureInbox>["body"]): InboxRequest => ({
  enabled: body.enabled,
  imap: imapIn(body),
  syncFrom: body.sync_from,
  preferences: preferencesIn(body),
});

/** The consent page's query → the domain. */
export const oauthUrlIn = (query: RequestOf<typeof oauthUrl>["query"]) => ({
  redirectUri: query.redirect_uri,
  codeChallenge: query.code_challenge,
  loginHint: query.login_hint,
});

/** A DNS check on the wire (specification, "DNS check result"). */
export const dnsHealthOut = (mailboxId: string, { dkim, spf, dmarc }: DnsHealth): AnswerOf<typeof checkDns> => ({
  mailbox_id: mailboxId,
  dkim: { status: dkim.status, expected: dkim.expected, current: dkim.current },
  spf: { status: spf.status, expected: spf.expected, current: spf.current },
  dmarc: { status: dmarc.status, expected: dmarc.expected, current: dmarc.current },
});
