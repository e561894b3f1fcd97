import { mailbox } from "./contract/mailbox-record.ts";
import { dnsCheck } from "./contract/dns-checks.ts";
import { type configureInbox, type connectMailbox, oauthUrl, type patchMailbox } from "./contract/mailboxes.ts";
import type { OutputOf, RequestOf } from "#shared/api/operation.ts";
import type { InboxRequest } from "./configure-inbox.ts";
import type { ConnectRequest } from "./connect-mailbox.ts";
import type { DnsHealth } from "./dns/dns-record.ts";
import { accessOf, type Mailbox, type MailboxType, type Preferences, transportOf } from "./mailbox.ts";
import { isByConsent, isByPassword, providers } from "#shared/providers/index.ts";
import type { PaceRequest } from "./pace.ts";
import type { PatchRequest } from "./patch-mailbox.ts";
import { type From, fromWire, toWire } from "#shared/api/wire.ts";

const wireOf: From<ReturnType<typeof flat>, typeof mailbox> = toWire(mailbox);

/**
 * A mailbox with its servers' settings as top-level fields. An exception: the API has no nested settings, and only an SMTP mailbox shows them; others
 * have their provider's.
 */
const flat = (record: Mailbox) => {
  const { smtp, imap } = isByPassword(record.type) ? record : {};
  const hasTransports = providers[record.type].oauth?.api !== undefined;
  return {
    ...record,
    transport: hasTransports ? (record.transport ?? "auto") : undefined,
    transportUsed: hasTransports ? transportOf(record) : undefined,
    access: accessOf(record),
    maxPollInterval: record.maxPollMinutes ? `PT${record.maxPollMinutes}M` : "",
    folders: record.folders ?? [],
    minGap: record.minGap ?? undefined,
    maxHourlySends: record.maxHourlySends ?? undefined,
    ramp: record.ramp ?? undefined,
    workday: record.workday ?? undefined,
    smtpHost: smtp?.host,
    smtpPort: smtp?.port,
    smtpUsername: smtp?.username,
    imapHost: imap?.host,
    imapPort: imap?.port,
    imapUsername: imap?.username,
  };
};

/** A mailbox in the API, without credentials (api/README.md, "Mailboxes"). */
export const mailboxOut = (record: Mailbox): OutputOf<typeof mailbox> => wireOf(flat(record));

// Exceptions: in the API the settings of both servers, the grant and the preferences are top-level fields, in the domain separate objects.
type ConnectBody = RequestOf<typeof connectMailbox>["body"];
type PatchBody = RequestOf<typeof patchMailbox>["body"];
type PaceFields = Pick<PatchBody, "min_gap" | "max_hourly_sends" | "ramp" | "workday">;
type ImapFields = RequestOf<typeof configureInbox>["body"];

const imapIn = (body: Pick<ImapFields, "imap_host" | "imap_port" | "imap_username" | "imap_password">) => ({
  host: body.imap_host,
  port: body.imap_port,
  username: body.imap_username,
  password: body.imap_password,
});

const smtpIn = (body: Pick<PatchBody, "smtp_host" | "smtp_port" | "smtp_secure" | "smtp_username" | "smtp_password" | "smtp_auth">) => ({
  host: body.smtp_host,
  port: body.smtp_port,
  secure: body.smtp_secure,
  username: body.smtp_username,
  password: body.smtp_password,
  auth: body.smtp_auth,
});

const grantIn = (body: Pick<PatchBody, "code" | "redirect_uri" | "code_verifier" | "refresh_token">) => ({
  code: body.code,
  redirectUri: body.redirect_uri,
  codeVerifier: body.code_verifier,
  refreshToken: body.refresh_token,
});

const preferencesIn = ({
  sync_interval_minutes: syncIntervalMinutes,
  max_poll_interval: maxPollInterval,
  folders,
  sync_changes: syncChanges,
  tenant,
}: Pick<PatchBody, "sync_interval_minutes" | "max_poll_interval" | "folders"> &
  Partial<Pick<PatchBody, "sync_changes" | "tenant">>): Preferences => ({
  ...(tenant !== undefined && { tenant }),
  ...(syncIntervalMinutes !== undefined && { syncIntervalMinutes }),
  ...(maxPollInterval !== undefined && { maxPollMinutes: Number(/\d+/.exec(maxPollInterval)?.[0] ?? 0) }),
  ...(syncChanges !== undefined && { syncChanges }),
  ...(folders !== undefined && { folders: folders === "all" ? "all" : [...new Set(folders)] }),
});

const paceIn = ({ min_gap: minGap, max_hourly_sends: maxHourlySends, ramp, workday }: PaceFields): PaceRequest => ({
  ...(minGap !== undefined && { minGap }),
  ...(maxHourlySends !== undefined && { maxHourlySends }),
  ...(ramp !== undefined && { ramp }),
  ...(workday !== undefined && { workday }),
});

/** The body of POST /v1/mailboxes in the domain's form. */
export const connectIn = (body: ConnectBody): ConnectRequest => {
  const common = {
    displayName: body.display_name,
    aliases: body.aliases,
    maxDailySends: body.max_daily_sends,
    inboxSyncEnabled: body.inbox_sync_enabled,
    inboxSyncFrom: body.inbox_sync_from,
    ipId: "ip_id" in body ? body.ip_id : undefined,
    dkimSelector: body.dkim_selector,
    preferences: preferencesIn(body),
    pace: paceIn(body),
  };
  if (isFor(body, isByPassword)) return { ...common, type: body.type, email: body.email, smtp: smtpIn(body), imap: imapIn(body) };
  if (!isFor(body, isByConsent)) return { ...common, type: body.type, email: body.email };
  const { type, email, transport, mailbox_user: mailboxUser, access, oauth_client_id: oauthClientId } = body;
  return { ...common, type, email, transport, mailboxUser, access, oauthClientId, grant: grantIn(body) };
};

/** Whether a body is that of such a provider. */
const isFor = <N extends MailboxType>(
  body: ConnectBody,
  isSuch: (type: MailboxType) => type is N,
): body is Extract<ConnectBody, { readonly type: N }> => isSuch(body.type);

/** The body of PATCH /v1/mailboxes/{id} in the domain's form. */
export const patchIn = (body: PatchBody): PatchRequest => ({
  displayName: body.display_name,
  aliases: body.aliases,
  maxDailySends: body.max_daily_sends,
  dkimSelector: body.dkim_selector,
  preferences: preferencesIn(body),
  pace: paceIn(body),
  smtp: smtpIn(body),
  imap: imapIn(body),
  grant: grantIn(body),
  transport: body.transport,
  oauthClientId: body.oauth_client_id,
});

/** The body of POST /v1/mailboxes/{id}/inbox in the domain's form. */
export const inboxIn = (body: RequestOf<typeof configureInbox>["body"]): InboxRequest => ({
  enabled: body.enabled,
  imap: imapIn(body),
  syncFrom: body.sync_from,
  preferences: preferencesIn(body),
});

/** The consent page's query in the domain's form. */
export const oauthUrlIn = fromWire(oauthUrl.query);

const dnsOut: From<DnsHealth & { readonly mailboxId: string }, typeof dnsCheck> = toWire(dnsCheck);

/** A DNS check in the API (api/README.md, "Mailboxes"). */
export const dnsHealthOut = (mailboxId: string, health: DnsHealth): OutputOf<typeof dnsCheck> => dnsOut({ ...health, mailboxId });
