import { isOfWorld, providers, isByPassword } from "#shared/providers/index.ts";
import { invalid, type FieldError, mailboxDisconnected, notFound } from "#shared/platform/errors.ts";
import { accessOf, type Mailbox, type Preferences, type ImapSettings } from "./mailbox.ts";
import type { Clock } from "#shared/platform/ports.ts";
import { healthAfterSuccess, testLogins, testStoredLogin } from "./connection/test-logins.ts";
import type { ConnectionFailure, ConnectionTests, EgressProxies, MailAccounts, SealedMailboxes } from "./ports.ts";
import { type ImapRequest, isGiven, type Login, misplaced, passwordsOf, imapAfterRequest, storedLogin } from "./settings.ts";

type Reached = Pick<Mailbox, "type" | "transportUsed" | "access" | "imap" | "inboxSyncEnabled">;

/** The HTTP interface for a mailbox whose folders are labels of one store, which takes other commands over IMAP; undefined where they are folders. */
const interfaceForLabels = ({ type, imap }: Reached): string | undefined =>
  Object.values(providers)
    .map(({ oauth }) => oauth)
    .find((oauth) => oauth?.imap.hasLabels === true && (oauth === providers[type].oauth || oauth.imap.host === imap?.host))?.api?.name;

/**
 * Why changes of messages cannot be made at the mailbox's provider, as an error text: a missing scope, transport or inbox. Undefined when they can.
 */
export const whyNoChanges = (mailbox: Reached): string | undefined => {
  const access = accessOf(mailbox);
  const [scope] = providers[mailbox.type].oauth?.api?.gives.draft ?? [];
  if (access !== undefined && access !== "full") return `needs the scope ${scope}: ask for consent with access full`;
  if (isOfWorld(mailbox.type)) return "is not available in a test world yet";
  if (access !== undefined) return mailbox.inboxSyncEnabled ? undefined : "needs an inbox that is read";
  const overLabels = interfaceForLabels(mailbox);
  if (overLabels !== undefined) return `needs the transport ${overLabels}: over IMAP its folders are labels`;
  return mailbox.imap === undefined || !mailbox.inboxSyncEnabled ? "needs IMAP settings and an inbox that is read" : undefined;
};

/** Whether changes of the mailbox's messages are also made at its provider. */
export const takesChanges = (mailbox: Pick<Mailbox, keyof Reached | "syncChanges" | "status" | "deletedAt">): boolean =>
  mailbox.syncChanges === true && mailbox.status !== "disconnected" && !mailbox.deletedAt && whyNoChanges(mailbox) === undefined;

/** Throws `invalid` when `sync_changes` is switched on for a mailbox whose provider cannot take changes. */
export const assertMayChange = ({ syncChanges }: Preferences, mailbox: Reached): void => {
  const why = syncChanges === true ? whyNoChanges(mailbox) : undefined;
  if (why !== undefined) throw invalid({ field: "syncChanges", message: why });
};

const BACKFILL_MS = 30 * 24 * 3_600_000;

/** The error text for reading a mailbox whose grant allows only sending. */
export const NO_READING = "the grant is for sending alone (access send); ask for consent with access read_send or full";

/** The sync settings of a mailbox. */
type InboxSync = Pick<Mailbox, "inboxSyncEnabled" | "inboxSyncFrom" | "inboxEnabledAt">;

/**
 * The sync settings after a request (api/README.md, "Mailboxes"): switching sync on pulls the last 30 days unless a date is given; `enabled`
 * undefined leaves it unchanged.
 */
export const inboxSyncAfterRequest = (
  current: InboxSync,
  request: { readonly enabled: boolean | undefined; readonly syncFrom: Date | undefined },
  now: Date,
): InboxSync => {
  const enabled = request.enabled ?? current.inboxSyncEnabled;
  const switchedOn = enabled && !current.inboxSyncEnabled;
  // A date that was set before sync was ever on has not been used yet.
  const waiting = current.inboxEnabledAt === undefined ? current.inboxSyncFrom : undefined;
  const backfill = switchedOn ? (waiting ?? new Date(now.getTime() - BACKFILL_MS)) : current.inboxSyncFrom;
  const inboxSyncFrom = request.syncFrom ?? backfill;
  const inboxEnabledAt = switchedOn ? now : current.inboxEnabledAt;
  return { inboxSyncEnabled: enabled, ...(inboxSyncFrom && { inboxSyncFrom }), ...(inboxEnabledAt && { inboxEnabledAt }) };
};

/** The request of POST /v1/mailboxes/{id}/inbox. */
export interface InboxRequest {
  readonly enabled?: boolean | undefined;
  readonly imap: ImapRequest;
  readonly syncFrom?: Date | undefined;
  readonly preferences?: Preferences;
}

/** The dependencies of configuring an inbox. */
export interface ConfigurePorts {
  readonly mailboxes: SealedMailboxes;
  readonly connectionTests: ConnectionTests;
  readonly egressProxies: EgressProxies;
  readonly mailAccounts: MailAccounts;
  readonly clock: Clock;
}

/**
 * Switches sync on or off, sets IMAP credentials, or restarts sync from a date (api/README.md, "Mailboxes"). Throws `notFound`, `invalid` naming
 * the wrong field, `conflict` when an OAuth mailbox must be reconnected.
 */
export const configureInbox = async (ports: ConfigurePorts, userId: string, id: string, request: InboxRequest): Promise<Mailbox> => {
  const mailbox = await ports.mailboxes.find(userId, id);
  if (!mailbox) throw notFound("Mailbox");
  if (mailbox.deletedAt) throw mailboxDisconnected("Reconnect this mailbox", "the mailbox is disconnected: connect it again first");
  const given = isGiven(request.imap);
  const enabled = request.enabled ?? (given || request.syncFrom !== undefined ? true : undefined);
  if (accessOf(mailbox) === "send" && enabled === true) throw invalid({ field: "enabled", message: NO_READING });
  const imap = isByPassword(mailbox.type) ? await passwordLogin(ports, mailbox, request, enabled) : refuseCredentials(mailbox, request);
  const tested = given || enabled === true;
  if (tested) await prove(ports, mailbox, imap);

  const now = ports.clock.now();
  const changes = {
    ...request.preferences,
    ...inboxSyncAfterRequest(mailbox, { enabled, syncFrom: request.syncFrom }, now),
    ...(tested && healthAfterSuccess(mailbox, "IMAP", now)),
    ...(imap && { imap: imap.settings }),
  };
  const changed = await ports.mailboxes.update(userId, id, changes, passwordsOf({ imap }), mailbox);
  // The mailbox was deleted or connected again meanwhile.
  return changed ?? configureInbox(ports, userId, id, request);
};

/** The login to test and store; undefined when the request neither contains one nor needs one. */
const passwordLogin = async (
  { mailboxes }: ConfigurePorts,
  mailbox: Mailbox,
  { imap }: InboxRequest,
  enabled: boolean | undefined,
): Promise<Login<ImapSettings> | undefined> => {
  // Sync needs a server to read from, unless it is only switched off.
  const needed = enabled ?? mailbox.imap === undefined;
  if (!isGiven(imap) && !needed) return undefined;
  const problems: FieldError[] = [];
  const stored = storedLogin(mailbox.imap, (await mailboxes.secrets(mailbox)).imapPassword);
  const login = imapAfterRequest(imap, stored, mailbox.smtp.username, problems);
  if (problems.length > 0) throw invalid(...problems);
  return login;
};

const refuseCredentials = ({ type }: Mailbox, { imap }: InboxRequest): undefined => {
  const article = /^[aeiou]/.test(type) ? "an" : "a";
  const problems = misplaced("imap", imap, `is for smtp mailboxes; the grant of ${article} ${type} mailbox covers IMAP`);
  if (problems.length > 0) throw invalid(...problems);
};

const prove = async (ports: ConfigurePorts, mailbox: Mailbox, imap: Login<ImapSettings> | undefined): Promise<void> => {
  if (imap === undefined) {
    const failure = await testStoredLogin(ports, mailbox, "IMAP");
    if (failure) throw grantFailure(failure);
    return;
  }
  const failures = await testLogins(ports.connectionTests, { imap });
  if (failures.length > 0) throw invalid(...failures.map(({ field, message }) => ({ field, message })));
};

/** When the grant has failed no field of this request is wrong: the mailbox must be reconnected. */
const grantFailure = ({ status, message }: ConnectionFailure) =>
  status === "disconnected" ? mailboxDisconnected("Reconnect this mailbox", message) : invalid({ field: "enabled", message });
