import { type FieldError, invalid } from "#shared/platform/errors.ts";
import type { Clock, Ids } from "#shared/platform/ports.ts";
import { classifyConnectionError } from "../connection/connection-errors.ts";
import { LoginsRefused } from "../connection/mail-failure.ts";
import {
  accessGranted,
  authorisedEmail,
  grantsApi,
  grantsImap,
  idTokenAddresses,
  OAuthError,
  type OAuthTokens,
  type TokenGrant,
  consentUrl,
} from "./oauth.ts";
import { assertChosen, type RequestedClient, SECRET_REFUSED } from "./oauth-clients.ts";
import { type OAuthProvider, providerFor, consentScopes } from "./oauth-providers.ts";
import { type OAuthProviderName, oauthOf, providers as known, withApi } from "#shared/providers/index.ts";
import type { Access, ApiFacts } from "#shared/providers/provider.ts";
import { apiAccount } from "../connection/mail-accounts.ts";
import type { ApiAccount, ImapSettings, SmtpSettings, Transport } from "../mailbox.ts";
import type { ConfiguredProviders, SecretChanges } from "../ports.ts";
import type { Login } from "../settings.ts";

/** A client's grant for an OAuth mailbox: either a code with its redirect URI, or a refresh token. */
export interface GrantRequest {
  readonly code?: string | undefined;
  readonly redirectUri?: string | undefined;
  readonly codeVerifier?: string | undefined;
  readonly refreshToken?: string | undefined;
}

/** The dependencies of redeeming a grant. */
export interface AuthorisePorts {
  readonly providers: ConfiguredProviders;
  readonly oauthTokens: OAuthTokens;
  readonly clock: Clock;
}

/** A redeemed grant: the mailbox's address, its logins, and the fields to store. */
export interface Authorisation {
  readonly email: string;
  readonly smtp: Login<SmtpSettings>;
  /** Undefined where the grant does not cover reading. */
  readonly imap: Login<ImapSettings> | undefined;
  /** Given when the grant is for the provider's HTTP interface. */
  readonly overApi?: ApiAccount;
  readonly secrets: SecretChanges;
}

/** The requested transport, shared mailbox, access and OAuth client of a mailbox that uses OAuth. */
export interface Reach {
  /** `auto` when absent. */
  readonly transport?: Transport | undefined;
  readonly mailboxUser?: string | undefined;
  /** What the grant must cover at the HTTP interface, which is then the transport; whatever it covers when absent. */
  readonly access?: Access | undefined;
  /** Whose OAuth client the grant is for; absent: this service's. */
  readonly client?: RequestedClient | undefined;
}

/** A field error for each requested transport, mailbox user and access that the provider does not have. */
export const unknownReach = (name: OAuthProviderName, { transport, mailboxUser, access }: Reach): readonly FieldError[] => {
  const { api } = oauthOf(name) as { readonly api?: ApiFacts };
  const isTransport = transport === undefined || transport === "auto" || transport === "imap_smtp" || transport === api?.name;
  const isAccess = access === undefined || access === "full" || api?.scopes[access] !== undefined;
  const overApi = transport === undefined || transport === "auto" || transport === api?.name;
  return [
    ...(isTransport && (transport === undefined || api) ? [] : [{ field: "transport", message: `is not one of ${name}` }]),
    ...(mailboxUser === undefined || api?.sharedScopes
      ? []
      : [{ field: "mailboxUser", message: `is for ${withApi(({ sharedScopes }) => sharedScopes !== undefined)}` }]),
    ...(isAccess ? [] : [{ field: "access", message: `is for ${withApi(({ scopes }) => scopes[access] !== undefined)}` }]),
    ...(isAccess && access !== undefined && !overApi ? [{ field: "access", message: `is for transport=${api?.name}` }] : []),
  ];
};

/** The configured provider; throws 400 when the operator has registered no client there, 404 for a client that the account has not there. */
const configuredProvider = async (
  providers: ConfiguredProviders,
  name: OAuthProviderName,
  field: string,
  client: RequestedClient | undefined,
): Promise<OAuthProvider> => {
  const provider = (await providers(client))[name];
  if (client) assertChosen(provider, client);
  if (provider.clientId !== "") return provider;
  throw invalid({ field, message: `${known[name].company} is not configured; the operator of this service must register a client there` });
};

/** What each ability is to the owner of a mailbox. */
const ABILITIES = { read: "reading", send: "sending", draft: "sending with drafts and changing messages" } as const;

/**
 * Redeems the client's grant; throws 400 naming the field when the grant or the account's own client is refused, a scope is missing, or the grant is
 * for another address than `wanted`.
 */
export const authorise = async (
  ports: AuthorisePorts,
  type: OAuthProviderName,
  request: GrantRequest,
  wanted: string | undefined,
  reach: Reach = {},
): Promise<Authorisation> => {
  const problems = unknownReach(type, reach);
  if (problems.length > 0) throw invalid(...problems);
  const configured = await configuredProvider(ports.providers, type, "type", reach.client);
  const { mailboxUser, access: wantedAccess } = reach;
  const { transport = wantedAccess === undefined ? "auto" : (configured.api?.name ?? "auto") } = reach;
  const isShared = mailboxUser !== undefined;
  const asked = transport === "auto" ? configured : providerFor(configured, transport, { isShared, access: wantedAccess });
  const field = grantField(request);
  try {
    const grant = await redeem(ports.oauthTokens, asked, request);
    // `auto` names no scopes, because a code can be used only once: the answer shows for which service the token is.
    const { api } = configured;
    const isForApi = api !== undefined && (transport === "auto" ? grantsApi(configured, api, grant.scope) : transport === api.name);
    const provider = isForApi ? providerFor(configured, api.name, { isShared, access: wantedAccess }) : configured;
    if (!isForApi && !grantsImap(provider, grant.scope)) throw new OAuthError("scopeMissing", "IMAP was not granted");
    const access = isForApi ? granted(provider, api, grant, { field, wanted: wantedAccess }) : undefined;
    const refreshToken = grant.refreshToken ?? request.refreshToken;
    if (refreshToken === undefined)
      throw new LoginsRefused([{ field, message: "yields no refresh token: ask for consent again" }], ["consent"]);
    // A shared mailbox has another address than the person who signed in: the proof is that its server accepts their login.
    const email = mailboxUser === undefined ? addressOf(provider, grant, wanted, ports.clock.now()) : (wanted ?? mailboxUser);
    const username = mailboxUser ?? email;
    const credential = { accessToken: grant.accessToken };
    return {
      email,
      smtp: { settings: { ...provider.smtp, username }, credential },
      imap: access === "send" ? undefined : { settings: { ...provider.imap, username }, credential },
      ...(access !== undefined && { overApi: apiAccount(provider, { username, mailboxUser, access }, grant.accessToken) }),
      // For a provider's HTTP interface the first use requests a token of its own: this one is kept only for SMTP and IMAP.
      secrets: {
        refreshToken,
        accessToken: isForApi ? undefined : grant.accessToken,
        ...(!isForApi && { accessTokenExpiresAt: grant.expiresAt, accessTokenFor: "imap_smtp" }),
      },
    };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    if (error.reason === "client" && configured.own)
      throw new LoginsRefused(
        [{ field: "clientSecret", message: `${SECRET_REFUSED}: change it with PATCH /v1/oauth-clients` }],
        ["operator"],
      );
    const { message, cause = "consent" } = classifyConnectionError(error, { protocol: "IMAP", credential: "oauth" });
    throw new LoginsRefused([{ field, message }], [cause]);
  }
};

/** What the grant covers at the HTTP interface; throws 400 where that is less than wanted, or no sending at all. */
const granted = (
  provider: OAuthProvider,
  api: ApiFacts,
  { scope }: TokenGrant,
  { field, wanted }: { readonly field: string; readonly wanted: Access | undefined },
): Access => {
  const found = accessGranted(provider, api, scope, wanted);
  if ("access" in found) return found.access;
  const message = `lacks the scope ${found.scope}, which ${ABILITIES[found.lacks]} needs: ask for consent again, and allow it`;
  throw new LoginsRefused([{ field, message }], ["scope"]);
};

/** The field of the request that contains the grant. */
export const grantField = (request: GrantRequest) => (request.code === undefined ? "refreshToken" : "code");

const redeem = (tokens: OAuthTokens, provider: OAuthProvider, request: GrantRequest): Promise<TokenGrant> => {
  const { code, redirectUri, codeVerifier, refreshToken } = request;
  if (code !== undefined && redirectUri !== undefined && refreshToken === undefined) {
    return tokens.exchangeCode(provider, { code, redirectUri, ...(codeVerifier !== undefined && { codeVerifier }) });
  }
  if (code === undefined && refreshToken !== undefined) return tokens.refresh(provider, refreshToken);
  throw invalid({ field: "code", message: "exactly one of a code with its redirect URI, and a refresh token is required" });
};

/** A refresh may return no id_token; then a login with the given address is the proof. */
const addressOf = (provider: OAuthProvider, { idToken }: TokenGrant, wanted: string | undefined, now: Date): string => {
  if (idToken === undefined) {
    if (wanted !== undefined) return wanted;
    throw invalid({ field: "email", message: "is required: the provider does not say which account was authorised" });
  }
  const email = authorisedEmail(idTokenAddresses(provider, idToken, now), wanted);
  if (email === undefined)
    throw new LoginsRefused([{ field: "email", message: "is not the account that was authorised" }], ["otherAccount"]);
  return email;
};

const STATE_BYTES = 16;

/** The URL of a provider's consent page with a new random state, which the client compares when its redirect URI is called (RFC 6749, 10.12). */
export const oauthUrl = async (
  { providers, ids }: { readonly providers: ConfiguredProviders; readonly ids: Ids },
  name: OAuthProviderName,
  request: {
    readonly redirectUri: string;
    readonly codeChallenge?: string | undefined;
    readonly loginHint?: string | undefined;
    /** The stage's setting when absent, and the HTTP interface where `access` is given. */
    readonly transport?: Transport | undefined;
    readonly mailboxUser?: string | undefined;
    /** Everything when absent. */
    readonly access?: Access | undefined;
  },
  client?: RequestedClient,
): Promise<{ readonly url: string; readonly state: string }> => {
  const provider = await configuredProvider(providers, name, "provider", client);
  const { mailboxUser, access, transport, ...page } = request;
  const problems = unknownReach(name, { transport, mailboxUser, access });
  if (problems.length > 0) throw invalid(...problems);
  const overApi = access === undefined ? undefined : provider.api?.name;
  const state = ids.random(STATE_BYTES);
  const scopes = consentScopes(provider, overApi ?? transport ?? provider.consentTransport, {
    isShared: mailboxUser !== undefined,
    access,
  });
  return { url: consentUrl({ ...provider, scopes }, { ...page, state }), state };
};
