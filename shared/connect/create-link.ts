import type { AuditLog } from "#shared/accounts/audit-log.ts";
import { Refusal, type FieldError, invalid, notFound } from "#shared/platform/errors.ts";
import { publishEvents, type PublishPorts } from "#shared/events/publish.ts";
import { type ConnectPorts, type ConnectRequest, connectMailbox } from "#shared/mailboxes/connect-mailbox.ts";
import { LoginsRefused, type FailureCause } from "#shared/mailboxes/connection/mail-failure.ts";
import { type Mailbox, accessOf } from "#shared/mailboxes/mailbox.ts";
import { type ResumePorts, resumeSending } from "#shared/sending/wake/plan-wakes.ts";
import {
  type ConnectLink,
  hashOf,
  LIFE_SECONDS,
  newToken,
  LinkClosed,
  type MailboxesOfLink,
  type OpenLinks,
  type ConnectLinks,
} from "./connect-link.ts";
import type { Users } from "#shared/accounts/auth/ports.ts";
import { unknownReach } from "#shared/mailboxes/oauth/authorise.ts";
import { misplaced } from "#shared/mailboxes/settings.ts";
import { isByConsent, namesWith } from "#shared/providers/index.ts";
import { noSuchClient, type OAuthClients } from "#shared/mailboxes/oauth/oauth-clients.ts";
import type { Mailboxes } from "#shared/mailboxes/ports.ts";
import type { Clock, Ids } from "#shared/platform/ports.ts";

/** The dependencies of connecting by a link. */
export interface LinkPorts extends Omit<ConnectPorts, "mailboxes">, ResumePorts, PublishPorts {
  readonly openLinks: Pick<OpenLinks, "fail">;
  readonly mailboxesOfLink: MailboxesOfLink;
  readonly auditLog: Pick<AuditLog, "record">;
}

/** The browser that uses a link, for the link's record and the audit log. */
export interface Browser {
  /** SHA-256 of its secret. */
  readonly hash: string;
  readonly operation: string;
  readonly sourceIp: string;
  readonly userAgent: string;
}

/** The result of an attempt; `closed`: the link was completed by another browser or expired meanwhile. */
export type Outcome =
  | { readonly kind: "connected" | "closed" }
  | { readonly kind: "refused"; readonly causes: readonly (FailureCause | "connected" | "settings")[] };

/** Connects a mailbox for the link's account as POST /v1/mailboxes does, and completes the link in the same transaction; a failed try is recorded. */
export const connectByLink = async (ports: LinkPorts, link: ConnectLink, browser: Browser, request: ConnectRequest): Promise<Outcome> => {
  const mailboxes = ports.mailboxesOfLink(link, browser.hash);
  const { displayName, tenant, mailboxId } = link;
  const ofTenant = tenant !== undefined && { preferences: { tenant } };
  const whole = { ...request, displayName, ofLink: { mailboxId, tenant }, ...ofTenant };
  try {
    await settle(ports, link, browser, await connectMailbox({ ...ports, mailboxes }, link.userId, whole));
    return { kind: "connected" };
  } catch (error) {
    if (error instanceof LinkClosed) return { kind: "closed" };
    if (!(error instanceof Refusal)) throw error;
    await ports.openLinks.fail(link, wordsOf(error));
    await publishEvents(ports, "connectLinks", [link.id]);
    return { kind: "refused", causes: causesOf(error) };
  }
};

/** What follows once the mailbox is connected; if the worker dies, only the audit log's entry is lost. */
const settle = async (ports: LinkPorts, link: ConnectLink, browser: Browser, { id }: Mailbox): Promise<void> => {
  await publishEvents(ports, "mailboxes", [id]);
  await publishEvents(ports, "connectLinks", [link.id]);
  const { operation, sourceIp, userAgent } = browser;
  const entry = { userId: link.userId, action: "mailbox.connected", outcome: "done", operation, resourceId: id, fields: [] } as const;
  await ports.auditLog.record({ ...entry, sourceIp, userAgent }).catch((error: unknown) => {
    ports.log.error("audit entry not written", { ...entry, error });
  });
  await resumeSending(ports, id);
};

const LAST_ERROR_MAX = 500;

const wordsOf = ({ details, message }: Refusal): string =>
  (typeof details === "object" ? details.map((one) => one.message).join("; ") : (details ?? message)).slice(0, LAST_ERROR_MAX);

/** The causes of a refusal, one each, the clearest first. */
const causesOf = (error: Refusal): readonly (FailureCause | "connected" | "settings")[] => {
  if (error instanceof LoginsRefused) return [...new Set(error.causes)];
  if (error.reason === "conflict") return ["connected"];
  const isAddress = typeof error.details === "object" && error.details.some(({ field }) => field === "email");
  return [error.reason !== "invalid" ? "operator" : isAddress ? "otherAccount" : "settings"];
};

/** The request of POST /v1/connect-links. */
export interface NewLink extends Partial<
  Pick<
    ConnectLink,
    "mailboxId" | "email" | "types" | "displayName" | "tenant" | "oauthClientId" | "transport" | "access" | "locale" | "state"
  >
> {
  readonly redirectUri: string;
  /** How long it can be used, seconds. */
  readonly expiresIn?: number;
}

/** The dependencies of creating a link; `urlOf` makes the URL of a token. */
interface CreateLinkPorts {
  readonly users: Pick<Users, "find">;
  readonly mailboxes: Pick<Mailboxes, "find">;
  readonly oauthClients: Pick<OAuthClients, "find">;
  readonly connectLinks: ConnectLinks;
  readonly urlOf: (token: string) => string;
  readonly clock: Clock;
  readonly ids: Ids;
}

const STATE_BYTES = 16;

/** Creates a link; returns it with its URL, which is shown once. Throws 404 for an unknown mailbox or OAuth client, 400 naming every wrong field. */
export const createLink = async (ports: CreateLinkPorts, userId: string, request: NewLink) => {
  const { connectLinks, clock, ids, urlOf } = ports;
  const { expiresIn = LIFE_SECONDS, state = ids.random(STATE_BYTES), oauthClientId: _asked, ...facts } = request;
  const { email, tenant, oauthClientId, access } = await checked(ports, userId, request);
  const now = clock.now();
  const token = newToken(ids);
  const link: ConnectLink = {
    ...facts,
    ...(email !== undefined && { email }),
    ...(tenant !== undefined && { tenant }),
    ...(oauthClientId !== undefined && { oauthClientId }),
    ...(access !== undefined && { access }),
    id: ids.objectId(),
    userId,
    status: "open",
    state,
    failures: 0,
    createdAt: now,
    expiresAt: new Date(now.getTime() + expiresIn * 1_000),
  };
  await connectLinks.insert(link, hashOf(token));
  return { ...link, url: urlOf(token) };
};

/** The address that the page suggests, the tenant, the OAuth client and the access: with a mailbox its own. */
const checked = async (ports: CreateLinkPorts, userId: string, request: NewLink) => {
  const { users, mailboxes } = ports;
  const { mailboxId, email, tenant, redirectUri } = request;
  const [user, mailbox] = await Promise.all([users.find(userId), mailboxId === undefined ? undefined : mailboxes.find(userId, mailboxId)]);
  if (mailboxId !== undefined && !mailbox) throw notFound("Mailbox");
  const problems: FieldError[] = [];
  if (!user?.connectRedirectUris?.includes(redirectUri))
    problems.push({ field: "redirectUri", message: "is none of the account's redirect URIs: add it with PATCH /v1/account" });
  if (mailbox && email !== undefined && email.toLowerCase() !== mailbox.email.toLowerCase())
    problems.push({ field: "email", message: "is not the mailbox's address" });
  if (mailbox && tenant !== undefined && tenant !== mailbox.tenant)
    problems.push({ field: "tenant", message: "is not the mailbox's tenant" });
  const types = (request.types ?? (mailbox ? [mailbox.type] : namesWith("oauth"))).filter(isByConsent);
  const unknown = types.map((type) => unknownReach(type, request));
  if (unknown.length === 0)
    problems.push(...misplaced("", { transport: request.transport, access: request.access }, "is for mailboxes by consent"));
  else if (unknown.every((found) => found.length > 0)) problems.push(...unknown[0]!);
  if (problems.length > 0) throw invalid(...problems);
  const suggested = mailbox ?? { email, tenant };
  const oauthClientId = await clientOf(ports, userId, request, { mailbox, tenant: suggested.tenant });
  const access = request.access ?? (request.transport === undefined && mailbox ? accessOf(mailbox) : undefined);
  return { email: suggested.email, tenant: suggested.tenant, oauthClientId, access };
};

/** The requested OAuth client, which must suit the link's types and tenant, else 404; else the mailbox's while it exists. */
const clientOf = async (
  { oauthClients }: CreateLinkPorts,
  userId: string,
  { oauthClientId: asked, types }: NewLink,
  { mailbox, tenant }: { readonly mailbox: Mailbox | undefined; readonly tenant: string | undefined },
): Promise<string | undefined> => {
  const id = asked ?? mailbox?.oauthClientId;
  const client = id === undefined ? undefined : await oauthClients.find(userId, id);
  const allowed = types ?? (mailbox ? [mailbox.type] : undefined);
  const isRight = client && (allowed?.includes(client.provider) ?? true) && (client.tenant === undefined || client.tenant === tenant);
  if (asked !== undefined && !isRight) throw noSuchClient();
  return client?.id;
};

/** Finds a link of the account; throws 404. */
export const findLink = async (
  { connectLinks }: { readonly connectLinks: Pick<ConnectLinks, "find"> },
  userId: string,
  id: string,
): Promise<ConnectLink> => {
  const link = await connectLinks.find(userId, id);
  if (!link) throw notFound("Connect link");
  return link;
};
