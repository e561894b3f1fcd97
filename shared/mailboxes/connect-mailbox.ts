import {
  isByPassword,
  isOfWorld,
  type OAuthProviderName,
  type PasswordProviderName,
  providers,
  type WorldProviderName,
} from "#shared/providers/index.ts";
import { type Bounds, isWithin } from "#shared/accounts/auth/bounds.ts";
import { conflict, type FieldError, invalid, Refusal } from "#shared/platform/errors.ts";
import type { Ids } from "#shared/platform/ports.ts";
import { parsePlainAddress } from "#shared/mail/addresses.ts";
import type { Access } from "#shared/providers/provider.ts";
import { authorise, type AuthorisePorts, grantField, type GrantRequest } from "./oauth/authorise.ts";
import { apiToSwitchTo } from "./oauth/oauth-providers.ts";
import { inboxSyncAfterRequest, NO_READING, assertMayChange } from "./configure-inbox.ts";
import {
  type ApiAccount,
  type EgressProxy,
  type ImapSettings,
  type Mailbox,
  type Preferences,
  sandboxAccount,
  type SmtpSettings,
  type Transport,
} from "./mailbox.ts";
import type { ConnectionTests, EgressProxies, SealedMailboxes, SecretChanges } from "./ports.ts";
import {
  type ImapRequest,
  isGiven,
  type Login,
  passwordsOf,
  imapAfterRequest,
  smtpAfterRequest,
  type SmtpRequest,
  storedLogin,
} from "./settings.ts";
import { paceFrom, type PaceRequest } from "./pace.ts";
import { LoginsRefused } from "./connection/mail-failure.ts";
import { testLogins } from "./connection/test-logins.ts";

/** The fields for connecting a mailbox of any type. */
interface Common {
  readonly email?: string | undefined;
  readonly displayName?: string | undefined;
  readonly aliases?: readonly string[] | undefined;
  readonly maxDailySends?: number | undefined;
  readonly preferences?: Preferences;
  readonly pace?: PaceRequest;
  readonly inboxSyncEnabled?: boolean | undefined;
  readonly inboxSyncFrom?: Date | undefined;
  readonly ipId?: string | undefined;
  readonly dkimSelector?: Mailbox["dkimSelector"] | undefined;
  /**
   * Set for a connect link. It reconnects only the mailbox that the link names, whatever its status, while that mailbox has the link's tenant; no
   * tenant counts as a tenant of its own. Whether the address is already connected is revealed only after a successful login.
   */
  readonly ofLink?: { readonly mailboxId?: string | undefined; readonly tenant?: string | undefined };
  /** The bounds of the key: an address that is connected outside them cannot be reconnected. */
  readonly within?: Bounds;
}

interface SmtpConnect extends Common {
  readonly type: PasswordProviderName;
  readonly email: string;
  readonly smtp: SmtpRequest;
  readonly imap: ImapRequest;
}

interface OAuthConnect extends Common {
  readonly type: OAuthProviderName;
  readonly grant: GrantRequest;
  readonly transport?: Transport | undefined;
  readonly mailboxUser?: string | undefined;
  readonly access?: Access | undefined;
  /** The account's own OAuth client that the grant is for; absent: this service's. */
  readonly oauthClientId?: string | undefined;
}

/** A mailbox of a test world, which has no server. */
interface SandboxConnect extends Common {
  readonly type: WorldProviderName;
  readonly email: string;
}

/** The request of POST /v1/mailboxes (api/README.md, "Mailboxes"). */
export type ConnectRequest = SmtpConnect | OAuthConnect | SandboxConnect;

/** The dependencies of connecting. */
export interface ConnectPorts extends AuthorisePorts {
  readonly mailboxes: SealedMailboxes;
  readonly connectionTests: ConnectionTests;
  readonly egressProxies: EgressProxies;
  readonly ids: Ids;
}

/** The address with its logins, and the fields to store. */
interface Reached {
  readonly email: string;
  readonly smtp: Login<SmtpSettings>;
  readonly imap: Login<ImapSettings> | undefined;
  readonly overApi?: ApiAccount | undefined;
  readonly secrets: SecretChanges;
}

/** The mailbox that may be reconnected, or the error why the address cannot be connected. */
type Reconnectable = { readonly existing?: Mailbox | undefined; readonly refusal?: Refusal };

/**
 * Connects a mailbox after a successful login; a disconnected one with the same address is reconnected in place. Throws `invalid` naming every wrong
 * field, `conflict` when the address is already connected, `notFound` for an unknown `ip_id`.
 */
export const connectMailbox = async (ports: ConnectPorts, userId: string, request: ConnectRequest): Promise<Mailbox> => {
  const earlier =
    request.email === undefined ? undefined : (await findReconnectable(ports, userId, normalised(request.email), request)).existing;
  const proxy = await ports.egressProxies.proxy(userId, request.ipId ?? earlier?.ipId);
  const asked = await accessOf(ports, userId, request, earlier);
  const { existing, refusal } = await findReconnectable(ports, userId, asked.email, request);
  refuseUnread(request, asked, existing);

  const { access, failures } = await tested(ports, userId, request, asked, proxy);
  if (failures.length > 0) {
    const details = failures.map(({ field, message }) => ({ field: fieldOf(request, field), message }));
    throw new LoginsRefused(
      details,
      failures.map(({ cause = "unreachable" }) => cause),
    );
  }

  if (refusal) throw refusal;

  const now = ports.clock.now();
  const { imap, oauthClientId, ...settings } = settingsOf(request, access, existing, now);
  assertMayChange(settings, { ...settings, ...(imap && { imap }) });
  const secrets = { ...noSecrets, ...access.secrets };
  // A login takes seconds. A mailbox that was moved to another tenant meanwhile no longer belongs to the link or to the bound key.
  const isBound = request.ofLink !== undefined || Object.keys(request.within ?? {}).length > 0;
  const asRead = existing && { ...(existing.deletedAt && { deletedAt: existing.deletedAt }), ...(isBound && { whose: existing }) };
  const reconnected =
    existing && (await ports.mailboxes.update(userId, existing.id, { ...settings, imap, oauthClientId }, secrets, asRead));
  if (reconnected) return reconnected;
  const created = { id: ports.ids.objectId(), userId, email: access.email, createdAt: now, updatedAt: now };
  const mailbox: Mailbox = { ...created, ...settings, ...(imap && { imap }), ...(oauthClientId !== undefined && { oauthClientId }) };
  await ports.mailboxes.insert(mailbox, secrets);
  return mailbox;
};

/**
 * The mailbox with this address that may be reconnected: a disconnected one, or the one that the link names. Throws the reason when there is none;
 * for a link the reason is returned, to be reported after the login.
 */
const findReconnectable = async (
  { mailboxes }: Pick<ConnectPorts, "mailboxes">,
  userId: string,
  email: string,
  { ofLink, within = {} }: ConnectRequest,
): Promise<Reconnectable> => {
  const existing = await mailboxes.findByEmail(userId, email);
  if (ofLink) return standingForLink(existing, ofLink);
  if (existing === undefined) return {};
  if (!isWithin(within, existing)) throw conflict("The mailbox is connected already", `a mailbox with the address ${email} is connected`);
  if (existing.status === "disconnected") return { existing };
  throw conflict(
    "The mailbox is connected already",
    `the mailbox ${existing.id} with the address ${existing.email} is connected and ${existing.status}`,
  );
};

const standingForLink = (existing: Mailbox | undefined, { mailboxId, tenant }: NonNullable<Common["ofLink"]>): Reconnectable => {
  if (mailboxId !== undefined && existing?.id !== mailboxId)
    return { refusal: invalid({ field: "email", message: "is not the address of the mailbox that is to be connected again" }) };
  if (existing === undefined) return {};
  if (mailboxId !== undefined && existing.tenant === tenant) return { existing };
  return { refusal: conflict("The mailbox is connected already", MAILBOX_EXISTS) };
};

/** What a link's `last_error` says where the account has a mailbox with the address. */
const MAILBOX_EXISTS = "mailbox_exists: the account has a mailbox with this address; a link made for that mailbox connects it again";

/**
 * Logs in. Where `auto` met a refusal of a token that is new, SMTP or IMAP may be switched off: then the provider's HTTP interface is tried, if the
 * grant covers it, and else the refusal stands.
 */
const tested = async (ports: ConnectPorts, userId: string, request: ConnectRequest, access: Reached, proxy: EgressProxy | undefined) => {
  if (isSandboxConnect(request)) return { access, failures: [] };
  const failures = await testLogins(ports.connectionTests, access, proxy);
  const api = "grant" in request ? apiToSwitchTo((await ports.providers())[request.type]) : undefined;
  const { refreshToken } = access.secrets;
  if (!api || !("grant" in request) || (request.transport ?? "auto") !== "auto" || access.overApi) return { access, failures };
  if (refreshToken === undefined || !failures.some(({ status }) => status === "disconnected")) return { access, failures };
  const again = { ...request, email: access.email, grant: { refreshToken }, transport: api.name };
  const overApi = await oauthAccess(ports, userId, again).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  if (!overApi || (await testLogins(ports.connectionTests, overApi, proxy)).length > 0) return { access, failures };
  return { access: overApi, failures: [] };
};

const accessOf = async (ports: ConnectPorts, userId: string, request: ConnectRequest, earlier: Mailbox | undefined): Promise<Reached> => {
  if ("smtp" in request) return passwordAccess(ports.mailboxes, request, earlier);
  if (isSandboxConnect(request)) return sandboxAccess(request);
  const tenant = request.preferences?.tenant ?? earlier?.tenant;
  return oauthAccess(ports, userId, { ...request, preferences: { ...request.preferences, ...(tenant !== undefined && { tenant }) } });
};

const isSandboxConnect = (request: ConnectRequest): request is SandboxConnect => isOfWorld(request.type);

/** A sandbox mailbox has no server, and so no login. */
const sandboxAccess = (request: SandboxConnect): Reached => {
  const email = normalised(request.email);
  const { host, port, username, credential } = sandboxAccount({ id: "", email });
  const settings = { host, port, username };
  return { email, smtp: { settings: { ...settings, secure: "tls" }, credential }, imap: { settings, credential }, secrets: {} };
};

/** Reconnecting without IMAP fields keeps the stored ones, and tests them. */
const passwordAccess = async (mailboxes: SealedMailboxes, request: SmtpConnect, earlier: Mailbox | undefined): Promise<Reached> => {
  const email = normalised(request.email);
  const kept =
    earlier && isByPassword(earlier.type) ? storedLogin(earlier.imap, (await mailboxes.secrets(earlier)).imapPassword) : undefined;
  const problems: FieldError[] = [];
  const smtp = smtpAfterRequest(request.smtp, undefined, email, problems);
  const wantsImap = kept !== undefined || isGiven(request.imap) || request.inboxSyncEnabled === true;
  const imap = wantsImap ? imapAfterRequest(request.imap, kept, request.smtp.username ?? email, problems) : undefined;
  if (smtp === undefined || problems.length > 0) throw invalid(...problems);
  return { email, smtp, imap, secrets: passwordsOf({ smtp, imap }) };
};

const oauthAccess = async (ports: ConnectPorts, userId: string, request: OAuthConnect): Promise<Reached> => {
  const wanted = request.email === undefined ? undefined : normalised(request.email);
  const { transport, mailboxUser, access: wantedAccess, oauthClientId, preferences } = request;
  const client = { userId, oauthClientId, whose: { tenant: preferences?.tenant } };
  const access = await authorise(ports, request.type, request.grant, wanted, { transport, mailboxUser, access: wantedAccess, client });
  return { ...access, email: normalised(access.email) };
};

const refuseUnread = (request: ConnectRequest, { imap }: Reached, existing: Mailbox | undefined): void => {
  if (imap || !("grant" in request)) return;
  if (request.inboxSyncEnabled === true) throw invalid({ field: "inboxSyncEnabled", message: NO_READING });
  if (request.inboxSyncEnabled === undefined && existing?.inboxSyncEnabled)
    throw invalid({ field: grantField(request.grant), message: `${NO_READING}, or connect it without its inbox` });
};

/** Erases the former secrets of a reconnected mailbox. */
const noSecrets = {
  smtpPassword: undefined,
  imapPassword: undefined,
  refreshToken: undefined,
  accessToken: undefined,
} satisfies SecretChanges;

/** In an OAuth mailbox only one field can be wrong: the grant. */
const fieldOf = (request: ConnectRequest, field: string) => ("grant" in request ? grantField(request.grant) : field);

const settingsOf = (request: ConnectRequest, { smtp, imap, overApi }: Reached, existing: Mailbox | undefined, now: Date) => {
  const imapGiven = "imap" in request && isGiven(request.imap);
  const { oauth, limits } = providers[request.type];
  const kept = imapGiven ? undefined : existing?.inboxSyncEnabled;
  const enabled = imap !== undefined && (request.inboxSyncEnabled ?? kept ?? true);
  return {
    ...request.preferences,
    ...paceFrom(request.pace ?? {}, existing, now),
    type: request.type,
    displayName: request.displayName ?? existing?.displayName ?? "",
    ...(request.aliases && { aliases: [...new Set(request.aliases)] }),
    status: "active" as const,
    statusSince: now,
    maxDailySends: request.maxDailySends ?? existing?.maxDailySends ?? limits.dailySends,
    smtp: smtp.settings,
    imap: imap?.settings,
    oauthClientId: "grant" in request ? request.oauthClientId : undefined,
    ...(request.ipId !== undefined && { ipId: request.ipId }),
    ...(oauth?.api &&
      "grant" in request && {
        transport: request.transport ?? ("auto" as const),
        transportUsed: overApi ? oauth.api.name : ("imap_smtp" as const),
        ...(overApi && { access: overApi.access }),
        ...(request.mailboxUser !== undefined && { mailboxUser: request.mailboxUser }),
      }),
    ...(request.dkimSelector !== undefined && { dkimSelector: request.dkimSelector }),
    ...inboxSyncAfterRequest(existing ?? { inboxSyncEnabled: false }, { enabled, syncFrom: request.inboxSyncFrom }, now),
    inboxLastError: "",
    smtpLastError: "",
    smtpFailures: 0,
    ...(existing?.mailRefusedSince && { mailRefusedSince: null }),
    imapFailures: 0,
  };
};

const normalised = (email: string): string => {
  const parsed = parsePlainAddress(email);
  return parsed.ok ? parsed.address : email;
};
