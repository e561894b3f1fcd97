import { conflict, invalid, notFound, unavailable } from "#shared/platform/errors.ts";
import type { Clock, Ids } from "#shared/platform/ports.ts";
import type { OAuthProviderName } from "#shared/providers/index.ts";
import { accessOf, type Mailbox, transportOf } from "../mailbox.ts";
import { tokensToStore } from "../connection/mail-accounts.ts";
import type { ConfiguredProviders, Grants } from "../ports.ts";
import { OAuthError, type OAuthTokens } from "./oauth.ts";
import { type ClientChoice, type OAuthProviders, providerFor } from "./oauth-providers.ts";

/** An account's own registration at a provider (RFC 6749, 2.2), which asks for consent in place of this service's. */
export interface OAuthClient {
  readonly id: string;
  readonly userId: string;
  readonly provider: OAuthProviderName;
  readonly clientId: string;
  readonly name: string;
  /** Only this tenant's mailboxes are connected with it; absent: all of the account's. */
  readonly tenant?: string;
  /** The Entra directory of an application for one organisation alone; absent: any account may consent. */
  readonly directoryId?: string;
  /** The Pub/Sub topic of its project, `projects/…/topics/…`, to which Gmail tells of new mail; absent: mailboxes are polled. */
  readonly pubsubTopic?: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The most OAuth clients of an account. */
const OAUTH_CLIENTS_PER_ACCOUNT = 100;

/** The OAuth clients of accounts, without their secrets. */
export interface OAuthClients {
  find(userId: string, id: string): Promise<OAuthClient | undefined>;
  /** Oldest first. */
  list(userId: string): Promise<readonly OAuthClient[]>;
  /** Deletes one that no connected mailbox uses. Returns how many use it; undefined when not found. */
  delete(userId: string, id: string): Promise<number | undefined>;
}

/** A client's fields that may change. */
export interface OAuthClientChanges {
  readonly name?: string | undefined;
  /** "" for none. */
  readonly pubsubTopic?: string | undefined;
  readonly clientSecret?: string | undefined;
}

/** The OAuth clients with their sealed secrets, for functions that may read the keyring. */
export interface SealedOAuthClients extends OAuthClients {
  /** False when the account has `most` already; throws `conflict` when it has that client id at that provider. */
  insert(client: OAuthClient, secret: string, most: number): Promise<boolean>;
  /** The client with its secret. */
  open(userId: string, id: string): Promise<{ readonly client: OAuthClient; readonly secret: string } | undefined>;
  update(userId: string, id: string, changes: OAuthClientChanges): Promise<OAuthClient | undefined>;
  /** Up to `most` connected mailboxes that use it, those that work first. */
  mailboxes(userId: string, id: string, most: number): Promise<readonly Mailbox[]>;
}

/** A choice that a request makes, which must suit the mailbox. */
export interface RequestedClient extends ClientChoice {
  /** The tenant whose mailbox it is for; absent: any. */
  readonly whose?: { readonly tenant?: string | undefined } | undefined;
}

/** The providers with an account's own client in place of this service's. */
const withClient = (
  known: OAuthProviders,
  { id, provider, clientId, directoryId, tenant }: OAuthClient,
  clientSecret: string,
): OAuthProviders => {
  const found = known[provider];
  const inDirectory = (url: string) => (directoryId === undefined ? url : url.replace("/common/", `/${directoryId}/`));
  const urls = { authorizeUrl: inDirectory(found.authorizeUrl), tokenUrl: inDirectory(found.tokenUrl) };
  return { ...known, [provider]: { ...found, ...urls, clientId, clientSecret, own: { id, tenant } } };
};

/** The configured providers, with a chosen client that is read and opened when it is asked for. */
export const withOwnClients =
  (configured: () => Promise<OAuthProviders>, clients: Pick<SealedOAuthClients, "open">): ConfiguredProviders =>
  async (chosen) => {
    const known = await configured();
    if (chosen?.oauthClientId === undefined) return known;
    const opened = await clients.open(chosen.userId, chosen.oauthClientId);
    if (!opened) throw noSuchClient();
    return withClient(known, opened.client, opened.secret);
  };

/** Throws 404 unless the provider has the requested client: an unknown one, one of another provider and one of another tenant look the same. */
export const assertChosen = (
  provider: OAuthProviders[OAuthProviderName],
  { oauthClientId, whose }: Pick<RequestedClient, "oauthClientId" | "whose">,
): void => {
  if (oauthClientId === undefined) return;
  const { own } = provider;
  const isElsewhere = whose !== undefined && own?.tenant !== undefined && own.tenant !== whose.tenant;
  if (own?.id !== oauthClientId || isElsewhere) throw noSuchClient();
};

/** 404 for an OAuth client that does not exist, or is of another provider or tenant. */
export const noSuchClient = () =>
  notFound("OAuth client", { field: "oauthClientId", message: "names no OAuth client for mailboxes of this type and tenant" });

/** Finds a client; throws 404. */
export const findOAuthClient = async (
  { oauthClients }: { readonly oauthClients: Pick<OAuthClients, "find"> },
  userId: string,
  id: string,
): Promise<OAuthClient> => {
  const found = await oauthClients.find(userId, id);
  if (!found) throw notFound("OAuth client");
  return found;
};

/** A request for a new client. */
export interface NewOAuthClient extends Pick<OAuthClient, "provider" | "clientId" | "name"> {
  readonly clientSecret: string;
  readonly tenant?: string | undefined;
  readonly directoryId?: string | undefined;
  readonly pubsubTopic?: string | undefined;
}

/** Stores a client; its secret is first used with the first code. Throws `conflict` beyond 100, or where the account has that client id. */
export const createOAuthClient = async (
  { oauthClients, clock, ids }: { readonly oauthClients: SealedOAuthClients; readonly clock: Clock; readonly ids: Ids },
  userId: string,
  { clientSecret, tenant, directoryId, pubsubTopic, ...facts }: NewOAuthClient,
): Promise<OAuthClient> => {
  const now = clock.now();
  const optional = {
    ...(tenant !== undefined && { tenant }),
    ...(directoryId !== undefined && { directoryId }),
    ...(pubsubTopic !== undefined && { pubsubTopic }),
  };
  const client = { ...facts, ...optional, id: ids.objectId(), userId, createdAt: now, updatedAt: now };
  if (!(await oauthClients.insert(client, clientSecret, OAUTH_CLIENTS_PER_ACCOUNT)))
    throw conflict("Too many OAuth clients", `the account has ${OAUTH_CLIENTS_PER_ACCOUNT} OAuth clients: delete one first`);
  return client;
};

/** Deletes a client. Throws 404, and 409 with the number of mailboxes while any is connected with it: their grants would end with it. */
export const deleteOAuthClient = async (
  { oauthClients }: { readonly oauthClients: Pick<OAuthClients, "delete"> },
  userId: string,
  id: string,
): Promise<void> => {
  const used = await oauthClients.delete(userId, id);
  if (used === undefined) throw notFound("OAuth client");
  if (used > 0) {
    const who = used === 1 ? "1 mailbox is" : `${used} mailboxes are`;
    throw conflict("The OAuth client is in use", `${who} connected with it: disconnect or connect them with another client first`);
  }
};

/** The dependencies of changing a client. */
export interface ChangeOAuthClientPorts {
  readonly oauthClients: SealedOAuthClients;
  /** The providers with this service's clients. */
  readonly providers: () => Promise<OAuthProviders>;
  readonly oauthTokens: Pick<OAuthTokens, "refresh">;
  readonly grants: Grants;
}

/** Changes a client; a new secret is proven by a refresh first, where a mailbox uses it. Throws 404, 400 `client_secret`, 503. */
export const changeOAuthClient = async (
  ports: ChangeOAuthClientPorts,
  userId: string,
  id: string,
  changes: OAuthClientChanges,
): Promise<OAuthClient> => {
  const client = await findOAuthClient(ports, userId, id);
  if (changes.clientSecret !== undefined) await prove(ports, client, changes.clientSecret);
  const changed = await ports.oauthClients.update(userId, id, changes);
  if (!changed) throw notFound("OAuth client");
  return changed;
};

/** How many mailboxes' grants are tried: a withdrawn one says nothing about the others. */
const TRIED = 3;
/** How long a refresh is leased, ms: longer than the token endpoint has. */
const LEASE_MS = 15_000;
const RETRY_SECONDS = 30;

/**
 * Refreshes a mailbox's grant with the new secret. A refused grant is no proof against it, because a client is authenticated before its grant is
 * looked at (RFC 6749, 5.2); then the next mailbox is tried.
 */
const prove = async (ports: ChangeOAuthClientPorts, client: OAuthClient, secret: string): Promise<void> => {
  const known = withClient(await ports.providers(), client, secret)[client.provider];
  const mailboxes = await ports.oauthClients.mailboxes(client.userId, client.id, TRIED);
  let isBusy = false;
  for (const mailbox of mailboxes) {
    const outcome = await tryRefresh(ports, known, mailbox);
    if (outcome === "accepted") return;
    if (outcome === "client") throw invalid({ field: "clientSecret", message: SECRET_REFUSED });
    isBusy ||= outcome === "busy";
  }
  if (isBusy) throw unavailable("The secret could not be tried: the provider does not answer, or refuses the request", RETRY_SECONDS);
};

/** The error text for an OAuth client whose id and secret the provider refuses. */
export const SECRET_REFUSED = "the provider refuses the client's id with this secret";

type Tried = "accepted" | "client" | "refused" | "busy";

const tryRefresh = async (ports: ChangeOAuthClientPorts, known: OAuthProviders[OAuthProviderName], mailbox: Mailbox): Promise<Tried> => {
  const { grants, oauthTokens } = ports;
  const lease = await grants.lease(mailbox, LEASE_MS);
  if (lease === undefined) return "busy";
  try {
    const grant = await grants.read(mailbox);
    if (!grant) return "refused";
    const transport = transportOf(mailbox);
    const provider = providerFor(known, transport, { isShared: mailbox.mailboxUser !== undefined, access: accessOf(mailbox) });
    const refreshed = await oauthTokens.refresh(provider, grant.refreshToken);
    await grants.store(mailbox, grant.version, tokensToStore(grant, refreshed, transport));
    return "accepted";
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    if (error.reason === "client" || error.reason === "refused") return error.reason;
    return "busy";
  } finally {
    await grants.release(mailbox, lease);
  }
};
