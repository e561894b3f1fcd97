import { invalid } from "#shared/platform/errors.ts";
import type { Clock, Ids } from "#shared/platform/ports.ts";
import { classifyConnectionError } from "../connection/connection-errors.ts";
import { LoginsRefused } from "../connection/mail-failure.ts";
import {
  authorisedEmail,
  grantsApi,
  grantsImap,
  idTokenAddresses,
  OAuthError,
  type OAuthTokens,
  type TokenGrant,
  consentUrl,
} from "./oauth.ts";
import { type OAuthProvider, providerFor, consentScopes } from "./oauth-providers.ts";
import { type OAuthProviderName, providers as known, withTransports } from "#shared/providers/index.ts";
import { graphAccount } from "../connection/mail-accounts.ts";
import type { GraphAccount, ImapSettings, SmtpSettings, Transport } from "../mailbox.ts";
import type { ConfiguredProviders, SecretChanges } from "../ports.ts";
import type { Login } from "../settings.ts";

/** A client's grant for an OAuth mailbox: either a code with its redirect URI, or a refresh token. */
export interface GrantRequest {
  readonly code?: string | undefined;
  readonly redirectUri?: string | undefined;
  readonly codeVerifier?: string | undefined;
  readonly refreshToken?: string | undefined;
}

/** The ports of redeeming a grant. */
export interface AuthorisePorts {
  readonly providers: ConfiguredProviders;
  readonly oauthTokens: OAuthTokens;
  readonly clock: Clock;
}

/** A redeemed grant: the mailbox's address, its logins, and the fields to store. */
export interface Authorisation {
  readonly email: string;
  readonly smtp: Login<SmtpSettings>;
  readonly imap: Login<ImapSettings>;
  /** Given when the grant is for the provider's HTTP interface. */
  readonly graph?: GraphAccount;
  readonly secrets: SecretChanges;
}

/** How a mailbox is to be reached where its provider has an HTTP interface, and whose it is. */
export interface Reach {
  /** `auto` when absent. */
  readonly transport?: Transport | undefined;
  readonly mailboxUser?: string | undefined;
}

/** The configured provider; throws 400 when the operator has registered no client there. */
const configuredProvider = async (providers: ConfiguredProviders, name: OAuthProviderName, field: string): Promise<OAuthProvider> => {
  const provider = (await providers())[name];
  if (provider.clientId !== "") return provider;
  throw invalid({ field, message: `${known[name].company} is not configured; the operator of this service must register a client there` });
};

/**
 * Redeems the client's grant; throws 400 naming the field when the grant is refused, lacks the IMAP scope, or is for another address than `wanted`.
 */
export const authorise = async (
  ports: AuthorisePorts,
  type: OAuthProviderName,
  request: GrantRequest,
  wanted: string | undefined,
  { transport = "auto", mailboxUser }: Reach = {},
): Promise<Authorisation> => {
  const configured = await configuredProvider(ports.providers, type, "type");
  const asked = transport === "auto" ? configured : providerFor(configured, transport, mailboxUser !== undefined);
  const field = grantField(request);
  try {
    const grant = await redeem(ports.oauthTokens, asked, request);
    // `auto` names no scopes, because a code can be used only once: the answer shows for which service the token is.
    const { api } = configured;
    const isForApi = api !== undefined && (transport === "auto" ? grantsApi(configured, api, grant.scope) : transport === api.name);
    const provider = isForApi ? providerFor(configured, api.name, mailboxUser !== undefined) : configured;
    if (!grantsImap(provider, grant.scope)) throw new OAuthError("scopeMissing", "IMAP was not granted");
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
      imap: { settings: { ...provider.imap, username }, credential },
      ...(isForApi && { graph: graphAccount(provider, username, mailboxUser, grant.accessToken) }),
      // For a provider's HTTP interface the first use requests a token of its own: this one is kept only for SMTP and IMAP.
      secrets: {
        refreshToken,
        accessToken: isForApi ? undefined : grant.accessToken,
        ...(!isForApi && { accessTokenExpiresAt: grant.expiresAt, accessTokenFor: "imap_smtp" }),
      },
    };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const { message, cause = "consent" } = classifyConnectionError(error, { protocol: "IMAP", credential: "oauth" });
    throw new LoginsRefused([{ field, message }], [cause]);
  }
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
    /** `imap_smtp` when absent. */
    readonly transport?: Transport | undefined;
    readonly mailboxUser?: string | undefined;
  },
): Promise<{ readonly url: string; readonly state: string }> => {
  const provider = await configuredProvider(providers, name, "provider");
  const { transport = "imap_smtp", mailboxUser, ...page } = request;
  const given = { transport: request.transport, mailboxUser };
  const misplaced = Object.entries(given).filter(([, value]) => value !== undefined && !provider.api);
  if (misplaced.length > 0) throw invalid(...misplaced.map(([field]) => ({ field, message: `is for ${withTransports()}` })));
  const state = ids.random(STATE_BYTES);
  const scopes = consentScopes(provider, transport, mailboxUser !== undefined);
  return { url: consentUrl({ ...provider, scopes }, { ...page, state }), state };
};
