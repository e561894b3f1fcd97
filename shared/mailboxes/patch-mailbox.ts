import { isByConsent, isByPassword, isOfWorld, namesWith, providers, withApi } from "#shared/providers/index.ts";
import { type Bounds, isWithin } from "#shared/accounts/auth/bounds.ts";
import { type FieldError, invalid, notFound } from "#shared/platform/errors.ts";
import { NO_READING, assertMayChange } from "./configure-inbox.ts";
import { authorise, type AuthorisePorts, grantField, type GrantRequest } from "./oauth/authorise.ts";
import type { Mailbox, Preferences, Transport } from "./mailbox.ts";
import { paceFrom, type PaceRequest } from "./pace.ts";
import { healthAfterSuccess, testLogins } from "./connection/test-logins.ts";
import type { ConnectionTests, EgressProxies, MailboxChanges, SealedMailboxes, SecretChanges } from "./ports.ts";
import {
  type ImapRequest,
  isGiven,
  type Logins,
  misplaced,
  passwordsOf,
  imapAfterRequest,
  smtpAfterRequest,
  type SmtpRequest,
  storedLogin,
} from "./settings.ts";

/** The request of PATCH /v1/mailboxes/{id}. */
export interface PatchRequest {
  readonly displayName?: string | undefined;
  readonly aliases?: readonly string[] | undefined;
  readonly maxDailySends?: number | undefined;
  readonly dkimSelector?: Mailbox["dkimSelector"] | undefined;
  readonly preferences?: Preferences;
  readonly pace?: PaceRequest;
  readonly smtp: SmtpRequest;
  readonly imap: ImapRequest;
  readonly grant: GrantRequest;
  readonly transport?: Transport | undefined;
  /** The account's own OAuth client that the grant is for, "" for this service's; absent: the mailbox's. */
  readonly oauthClientId?: string | undefined;
  /** The bounds of the key that asks: what is outside of them does not exist, up to the write. */
  readonly within?: Bounds;
}

/** The dependencies of changing a mailbox. */
export interface PatchPorts extends AuthorisePorts {
  readonly mailboxes: SealedMailboxes;
  readonly connectionTests: ConnectionTests;
  readonly egressProxies: EgressProxies;
}

interface NewAccess extends Logins {
  readonly secrets: SecretChanges;
}

/**
 * Changes a mailbox. New credentials are tested first; a successful test restores its status. Throws `notFound`, and `invalid` naming every wrong
 * field.
 */
export const patchMailbox = async (ports: PatchPorts, userId: string, id: string, request: PatchRequest): Promise<Mailbox> => {
  const mailbox = await ports.mailboxes.find(userId, id);
  if (!mailbox || !isWithin(request.within ?? {}, mailbox)) throw notFound("Mailbox");
  const { smtp, imap, overApi, secrets } = await newAccess(ports, mailbox, request);
  const api = providers[mailbox.type].oauth?.api;
  const healed = await proven(ports, mailbox, { smtp, imap, overApi }, request);
  const changes: MailboxChanges = {
    ...request.preferences,
    ...paceFrom(request.pace ?? {}, mailbox, ports.clock.now()),
    ...(request.displayName !== undefined && { displayName: request.displayName }),
    ...(request.aliases && { aliases: [...new Set(request.aliases)] }),
    ...(request.maxDailySends !== undefined && { maxDailySends: request.maxDailySends }),
    ...(request.dkimSelector !== undefined && { dkimSelector: request.dkimSelector }),
    ...(smtp && { smtp: smtp.settings }),
    ...(imap && { imap: imap.settings }),
    ...(overApi && { access: overApi.access, imap: imap?.settings }),
    ...(request.transport !== undefined && { transport: request.transport }),
    ...(request.oauthClientId !== undefined && { oauthClientId: request.oauthClientId || undefined }),
    ...(api && smtp && { transportUsed: overApi ? api.name : "imap_smtp" }),
    ...healed,
  };
  assertMayChange(changes, { ...mailbox, ...changes } as Mailbox);
  // A login takes seconds. A mailbox that was moved to another tenant meanwhile no longer belongs to the bound key.
  const asRead = { ...(mailbox.deletedAt && { deletedAt: mailbox.deletedAt }), ...(request.within && { whose: mailbox }) };
  const changed = await ports.mailboxes.update(userId, id, changes, secrets, asRead);
  // The mailbox was deleted, connected again or handed over meanwhile.
  return changed ?? patchMailbox(ports, userId, id, request);
};

const newAccess = async (ports: PatchPorts, mailbox: Mailbox, request: PatchRequest): Promise<NewAccess> => {
  const { smtp, imap, grant, transport, oauthClientId } = request;
  const problems: FieldError[] = [];
  const { type } = mailbox;
  const byConsent = `is for ${namesWith("oauth").join(" and ")} mailboxes`;
  if (!providers[type].oauth?.api) problems.push(...misplaced("", { transport }, `is for ${withApi()} mailboxes`));
  const clientProblem = isByConsent(type) ? (isGiven(grant) ? undefined : "is only with a new grant") : byConsent;
  if (clientProblem !== undefined) problems.push(...misplaced("", { oauthClientId }, clientProblem));
  if (!isByPassword(type)) {
    problems.push(...misplaced("smtp", smtp, "is for smtp mailboxes"), ...misplaced("imap", imap, "is for smtp mailboxes"));
    if (isOfWorld(type)) problems.push(...misplaced("", grant, byConsent));
    if (problems.length > 0) throw invalid(...problems);
    if (isOfWorld(type)) return { secrets: {} };
    const { refreshToken } = transport !== undefined && !isGiven(grant) ? await ports.mailboxes.secrets(mailbox) : {};
    const used = refreshToken === undefined ? grant : { refreshToken };
    const { transport: asked = transport, mailboxUser } = transport === undefined ? mailbox : { ...mailbox, transport };
    if (!isGiven(used)) return { secrets: {} };
    const client = {
      userId: mailbox.userId,
      oauthClientId: oauthClientId === undefined ? mailbox.oauthClientId : oauthClientId || undefined,
      ...(oauthClientId !== undefined && { whose: { tenant: request.preferences?.tenant ?? mailbox.tenant } }),
    };
    const found = await authorise(ports, type, used, mailbox.email, { transport: asked, mailboxUser, client });
    if (!found.imap && mailbox.inboxSyncEnabled) throw invalid({ field: grantField(used), message: NO_READING });
    return found;
  }
  problems.push(...misplaced("", grant, byConsent));
  const stored = await ports.mailboxes.secrets(mailbox);
  const logins = {
    smtp: isGiven(smtp) ? smtpAfterRequest(smtp, storedLogin(mailbox.smtp, stored.smtpPassword), mailbox.email, problems) : undefined,
    imap: isGiven(imap)
      ? imapAfterRequest(imap, storedLogin(mailbox.imap, stored.imapPassword), mailbox.smtp.username, problems)
      : undefined,
  };
  if (problems.length > 0) throw invalid(...problems);
  return { ...logins, secrets: passwordsOf(logins) };
};

/** Logs in with the new credentials; returns the changes after a success, throws `invalid` for a failure. */
const proven = async (ports: PatchPorts, mailbox: Mailbox, logins: Logins, { grant }: PatchRequest): Promise<MailboxChanges> => {
  if (!logins.smtp && !logins.imap) return {};
  const proxy = await ports.egressProxies.proxy(mailbox.userId, mailbox.ipId);
  const failures = await testLogins(ports.connectionTests, logins, proxy);
  const field = (named: string) => (isByPassword(mailbox.type) ? named : grantField(grant));
  if (failures.length > 0) throw invalid(...failures.map((failure) => ({ field: field(failure.field), message: failure.message })));
  const now = ports.clock.now();
  const afterSmtp = logins.smtp ? healthAfterSuccess(mailbox, "SMTP", now) : {};
  return { ...afterSmtp, ...(logins.imap ? healthAfterSuccess({ ...mailbox, ...afterSmtp }, "IMAP", now) : {}) };
};
