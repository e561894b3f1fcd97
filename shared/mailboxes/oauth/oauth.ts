import type { OAuthProvider, OAuthProviders } from "./oauth-providers.ts";
import type { Ability, Access, ApiFacts, SignInFacts } from "#shared/providers/provider.ts";
import type { IdentityProvider } from "#shared/accounts/sign-in/begin.ts";
import { namesWith, type OAuthProviderName, signInFacts } from "#shared/providers/index.ts";

/**
 * Why a grant gives no access. `refused`: it is no longer valid, and its owner must reconnect. `scopeMissing`: IMAP was not granted, and its owner
 * must reconnect. `identity`: the id_token does not name its owner. `client`: the provider refuses the client's id or secret. `misconfigured`: it
 * refuses the request for another reason. `temporary`: try again later.
 */
export type OAuthReason = "refused" | "scopeMissing" | "identity" | "client" | "misconfigured" | "temporary";

/** A grant that gives no access; the error contains no token, code or secret. */
export class OAuthError extends Error {
  readonly reason: OAuthReason;
  constructor(reason: OAuthReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "OAuthError";
    this.reason = reason;
  }
}

/** The answer of a token endpoint. */
export interface TokenGrant {
  readonly accessToken: string;
  readonly expiresAt: Date;
  /** A first or rotated refresh token. Earlier ones may be invalid from now on, so it is stored before anything else. */
  readonly refreshToken?: string;
  readonly scope?: string;
  readonly idToken?: string;
}

/** The providers' token endpoints; both calls throw OAuthError. */
export interface OAuthTokens {
  exchangeCode(
    provider: OAuthProvider,
    grant: { readonly code: string; readonly redirectUri: string; readonly codeVerifier?: string },
  ): Promise<TokenGrant>;
  refresh(provider: OAuthProvider, refreshToken: string): Promise<TokenGrant>;
}

const REFRESH_EARLY_MS = 5 * 60_000;
const DEFAULT_LIFETIME_S = 3600;
const CLOCK_SKEW_MS = 60_000;

/** The consent page (RFC 6749, 4.1.1), with PKCE when the client sends a challenge (RFC 7636, 4.3). */
export const consentUrl = (
  provider: OAuthProvider,
  request: {
    readonly redirectUri: string;
    readonly state: string;
    readonly codeChallenge?: string | undefined;
    readonly loginHint?: string | undefined;
  },
): string => {
  const url = new URL(provider.authorizeUrl);
  const { codeChallenge, loginHint } = request;
  const parameters = {
    client_id: provider.clientId,
    response_type: "code",
    redirect_uri: request.redirectUri,
    scope: provider.scopes.join(" "),
    state: request.state,
    ...provider.consentParameters,
    ...(codeChallenge !== undefined && { code_challenge: codeChallenge, code_challenge_method: "S256" }),
    ...(loginHint !== undefined && { login_hint: loginHint }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
};

/** Whether the access token must be refreshed before use: there is none, or it expires within 5 minutes. */
export const needsRefresh = (expiresAt: Date | undefined, now: Date): boolean => {
  return expiresAt === undefined || expiresAt.getTime() - now.getTime() <= REFRESH_EARLY_MS;
};

/**
 * Parses a token endpoint's answer (RFC 6749, 5.1 and 5.2); throws OAuthError. Only a 4xx whose error names the grant means that the grant is
 * refused; 408, 429, 5xx and unreadable answers say nothing about it.
 */
export const readTokenAnswer = (status: number, body: unknown, now: Date): TokenGrant => {
  const answer: Record<string, unknown> = typeof body === "object" && body !== null ? { ...body } : {};
  if (status !== 200) throw tokenError(status, answer["error"]);
  const accessToken = token(answer["access_token"]);
  if (accessToken === undefined) throw new OAuthError("temporary", "The token endpoint's answer cannot be read");
  const refreshToken = token(answer["refresh_token"]);
  const idToken = token(answer["id_token"]);
  const lifetime = Number(answer["expires_in"] ?? DEFAULT_LIFETIME_S);
  return {
    accessToken,
    expiresAt: new Date(now.getTime() + (lifetime >= 0 && lifetime <= 86_400 ? lifetime : DEFAULT_LIFETIME_S) * 1000),
    ...(refreshToken !== undefined && { refreshToken }),
    ...(typeof answer["scope"] === "string" && { scope: answer["scope"] }),
    ...(idToken !== undefined && { idToken }),
  };
};

/** Errors that refuse the grant: RFC 6749, 5.2, and Microsoft's and OpenID's codes for "the owner must consent again". */
const grantRefusals: ReadonlySet<unknown> = new Set(["invalid_grant", "interaction_required", "consent_required", "login_required"]);

/** Errors that refuse the client: RFC 6749, 5.2, which Microsoft uses for an unknown one too, and Google's for one that was deleted. */
const clientRefusals: ReadonlySet<unknown> = new Set(["invalid_client", "unauthorized_client", "deleted_client"]);

const tokenError = (status: number, error: unknown): OAuthError => {
  if (status < 400 || status >= 500 || status === 408 || status === 429 || typeof error !== "string") {
    return new OAuthError("temporary", `The token endpoint answered ${status}`);
  }
  if (grantRefusals.has(error)) return new OAuthError("refused", "The authorisation has expired or was withdrawn");
  if (clientRefusals.has(error)) return new OAuthError("client", "The provider refuses the client's id or secret");
  return new OAuthError("misconfigured", `The token endpoint answered ${status}`);
};

/** Tokens are put into XOAUTH2's `key=value^A` lines and into headers, so only visible ASCII is accepted. */
const token = (value: unknown): string | undefined => {
  return typeof value === "string" && /^[\x21-\x7e]{1,16384}$/.test(value) ? value : undefined;
};

/**
 * Whether the granted scopes allow reading mail. An answer without scopes grants the requested ones (RFC 6749, 5.1). An operator's private server may
 * call the scope `mail`, or by a word that contains `imap`.
 */
export const grantsImap = (provider: OAuthProvider, scope: string | undefined): boolean => {
  const granted = wordsOf(provider, scope);
  const reads = (word: string) => word === shortScope(provider, provider.readScope) || word === "mail" || word.includes("imap");
  return granted.length === 0 || granted.some(reads);
};

/** Whether a grant is for the provider's HTTP interface: its scopes cover it and not IMAP. An older grant may cover both; that one is for IMAP. */
export const grantsApi = (provider: OAuthProvider, api: ApiFacts, scope: string | undefined): boolean => {
  const words = wordsOf(provider, scope);
  return words.length > 0 && !grantsImap(provider, scope) && abilities.some((ability) => gives(provider, api, words, ability));
};

const abilities: readonly Ability[] = ["read", "send", "draft"];
/** What each access needs. */
const needed: Readonly<Record<Access, readonly Ability[]>> = { full: abilities, read_send: ["read", "send"], send: ["send"] };

const gives = (provider: OAuthProvider, api: ApiFacts, words: readonly string[], ability: Ability): boolean =>
  words.length === 0 || words.includes("mail") || api.gives[ability].some((one) => words.includes(shortScope(provider, one)));

/**
 * The highest access level that a grant covers at the provider's HTTP interface. Else what is missing for `wanted`, or for the lowest level: the
 * ability, and the scope that gives it.
 */
export const accessGranted = (
  provider: OAuthProvider,
  api: ApiFacts,
  scope: string | undefined,
  wanted?: Access,
): { readonly access: Access } | { readonly lacks: Ability; readonly scope: string } => {
  const words = wordsOf(provider, scope);
  const offered = (["full", "read_send", "send"] as const).filter((one) => api.scopes[one] !== undefined);
  const least = wanted ?? offered.at(-1) ?? "full";
  const lacks = needed[least].find((ability) => !gives(provider, api, words, ability));
  if (lacks) return { lacks, scope: api.gives[lacks][0] ?? "" };
  return { access: offered.find((one) => needed[one].every((ability) => gives(provider, api, words, ability))) ?? least };
};

const wordsOf = (provider: OAuthProvider, scope = ""): readonly string[] =>
  scope
    .split(/\s+/)
    .filter(Boolean)
    .map((one) => shortScope(provider, one));

/** A provider may answer without the resource, or with another host name of it. */
const shortScope = ({ resources = [] }: OAuthProvider, scope: string): string => {
  const word = scope.toLowerCase();
  return word.slice(resources.find((resource) => word.startsWith(resource))?.length ?? 0);
};

/**
 * The addresses of the account in an id_token, the most probable first; throws OAuthError `identity`. The token came from the token endpoint over
 * TLS, which replaces the check of the signature (OpenID Connect Core, 3.1.3.7, 6); audience, expiry and issuer are checked.
 */
export const idTokenAddresses = (provider: OAuthProvider, idToken: string, now: Date): readonly string[] => {
  const claims = decodeClaims(idToken);
  const audience = [claims["aud"]].flat();
  const expires = Number(claims["exp"]) * 1000;
  if (!audience.includes(provider.clientId)) throw identity("is for another client");
  if (!(expires + CLOCK_SKEW_MS > now.getTime())) throw identity("has expired");
  if (!isIssuer(provider, claims["iss"])) throw identity("has no readable issuer");
  const stated = claims["email_verified"] === false ? [] : [claims["email"]];
  const addresses = [...stated, ...(provider.addressClaims ?? []).map((claim) => claims[claim])].filter(isAddress);
  if (addresses.length === 0) throw identity("names no verified address");
  return [...new Set(addresses)];
};

/** The address to connect: the given one when the grant is for it, undefined when the grant is for another account. */
export const authorisedEmail = (addresses: readonly string[], given: string | undefined): string | undefined => {
  return given === undefined ? addresses[0] : addresses.find((address) => address.toLowerCase() === given.toLowerCase());
};

const decodeClaims = (idToken: string): Record<string, unknown> => {
  const [, payload = ""] = idToken.split(".");
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    if (typeof claims === "object" && claims !== null) return { ...claims };
  } catch {
    // Not JSON: treated as no claims.
  }
  throw identity("cannot be read");
};

const isIssuer = ({ tokenUrl, issuer: known }: OAuthProvider, issuer: unknown): boolean => {
  if (known !== undefined && issuer === known) return true;
  if (typeof issuer !== "string" || !URL.canParse(issuer)) return false;
  const { protocol, origin } = new URL(issuer);
  return protocol === "https:" || origin === new URL(tokenUrl).origin;
};

const isAddress = (value: unknown): value is string =>
  typeof value === "string" && value.length <= 254 && /^[\x21-\x3f\x41-\x7e]+@[a-z0-9.-]+$/i.test(value);

const identity = (problem: string) => new OAuthError("identity", `The id_token ${problem}`);

/** A provider as one at which members sign in; undefined unless the operator has a client there and lets people sign in with it. */
const identityProviderOf = (provider: OAuthProvider, oauthTokens: Pick<OAuthTokens, "exchangeCode">): IdentityProvider | undefined => {
  const { name, signIn, clientId } = provider;
  if (!signIn || clientId === "") return undefined;
  const known = signInFacts[name];
  const { keysUrl = known.keysUrl, issuer } = signIn;
  const facts: SignInFacts = { ...known, keysUrl, ...(issuer !== undefined && { issuers: [issuer] }) };
  return {
    facts,
    clientId,
    pageUrl: ({ nonce, ...request }) =>
      consentUrl({ ...provider, scopes: facts.scopes, consentParameters: { ...facts.parameters, nonce } }, request),
    redeem: async (grant) => (await oauthTokens.exchangeCode(provider, grant)).idToken,
  };
};

/** The providers at which members sign in, by name. */
export const identityProviders = (
  configured: OAuthProviders,
  oauthTokens: Pick<OAuthTokens, "exchangeCode">,
): ReadonlyMap<OAuthProviderName, IdentityProvider> =>
  new Map(
    namesWith("oauth").flatMap((name) => {
      const found = identityProviderOf(configured[name], oauthTokens);
      return found ? [[name, found] as const] : [];
    }),
  );
