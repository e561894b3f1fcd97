import { createHash, timingSafeEqual } from "node:crypto";
import type { Clock } from "#shared/platform/ports.ts";
import { codePattern, generateOAuthToken, hashApiKey, hasExpired, lastFour, oauthTokenPattern } from "../auth/api-key.ts";
import type { ApiKey, ApiKeys } from "../auth/ports.ts";
import type { Issuer } from "./authorize.ts";
import type { Consents } from "./client-metadata.ts";

/** A request to the token endpoint (RFC 6749, 4.1.3; RFC 7636, 4.5; RFC 8707, 2.2). */
export interface TokenRequest {
  readonly grantType?: string | undefined;
  readonly clientId?: string | undefined;
  readonly code?: string | undefined;
  readonly codeVerifier?: string | undefined;
  readonly redirectUri?: string | undefined;
  readonly resource?: string | undefined;
}

/** Why a client gets no token (RFC 6749, 5.2; RFC 8707, 2). */
export interface TokenFault {
  readonly error: "invalid_request" | "invalid_grant" | "unsupported_grant_type" | "invalid_target";
  readonly description: string;
}

/** A client's token, shown once. */
export interface Issued {
  readonly key: ApiKey;
  readonly token: string;
  readonly expiresIn: number;
}

/** The dependencies of the token endpoint; `revoked` is called with each key that a second or wrong use of its code has revoked. */
export interface TokenPorts {
  readonly consents: Consents;
  readonly apiKeys: Pick<ApiKeys, "delete">;
  readonly issuer: () => Issuer;
  readonly clock: Clock;
  readonly revoked: (key: ApiKey) => Promise<void>;
}

const fault = (error: TokenFault["error"], description: string): TokenFault => ({ error, description });

/** The same for an unknown code, an expired one, one of another client and a wrong verifier: the answer tells nobody which. */
const noGrant = fault("invalid_grant", "The code is not valid, or not for this client, redirect_uri and code_verifier");

/** 43 to 128 unreserved characters (RFC 7636, 4.1). */
const VERIFIER = /^[\w.~-]{43,128}$/;

const isProof = (verifier: string, challenge: string): boolean => {
  const [made, stored] = [createHash("sha256").update(verifier).digest("base64url"), challenge].map((text) => Buffer.from(text));
  return made !== undefined && stored !== undefined && made.length === stored.length && timingSafeEqual(made, stored);
};

/**
 * A code is for the client, redirect URI and verifier of its request (OAuth 2.1, 4.1.3, has no redirect URI here: it is compared where it is given).
 */
const matches = ({ consent }: ApiKey, { clientId, redirectUri, codeVerifier = "" }: TokenRequest): boolean =>
  consent?.waiting !== undefined &&
  consent.clientId === clientId &&
  (redirectUri === undefined || redirectUri === consent.waiting.redirectUri) &&
  VERIFIER.test(codeVerifier) &&
  isProof(codeVerifier, consent.waiting.codeChallenge);

const revoke = async ({ apiKeys, revoked }: Pick<TokenPorts, "apiKeys" | "revoked">, key: ApiKey): Promise<void> => {
  if (await apiKeys.delete(key.userId, key.id)) await revoked(key);
};

/**
 * Exchanges an authorization code for a token. A second use of the code, and a use with wrong parameters, revokes the key, because somebody else may
 * have the code (RFC 6749, 4.1.2; RFC 9700, 4.5). There are no refresh tokens: the token is valid until the date that the person chose.
 */
export const exchangeCode = async (ports: TokenPorts, request: TokenRequest): Promise<Issued | TokenFault> => {
  const { grantType, code = "", clientId, codeVerifier, resource } = request;
  if (grantType === undefined) return fault("invalid_request", "grant_type is missing");
  if (grantType !== "authorization_code") return fault("unsupported_grant_type", "grant_type must be authorization_code");
  if (code === "" || clientId === undefined || codeVerifier === undefined)
    return fault("invalid_request", "code, client_id and code_verifier are required");
  if (resource !== undefined && resource !== ports.issuer().resource)
    return fault("invalid_target", `resource must be ${ports.issuer().resource}`);
  const now = ports.clock.now();
  const found = codePattern.test(code) ? await ports.consents.findByCode(hashApiKey(code)) : undefined;
  if (!found || hasExpired(found, now)) return noGrant;
  const endsAt = found.consent?.waiting?.endsAt;
  const token = generateOAuthToken(found.mode);
  const made = { hash: hashApiKey(token), last4: lastFour(token) };
  if (endsAt && matches(found, request) && (await ports.consents.exchange(found, { ...made, endsAt }, now)))
    return { key: { ...found, ...made, expiresAt: endsAt }, token, expiresIn: Math.floor((endsAt.getTime() - now.getTime()) / 1_000) };
  await revoke(ports, found);
  return noGrant;
};

/** Revokes a client's token; possession of the token suffices. An unknown token gets the same answer (RFC 7009, 2.2). */
export const revokeToken = async (
  ports: { readonly apiKeys: Pick<ApiKeys, "delete" | "findByHash">; readonly revoked: TokenPorts["revoked"] },
  token: string,
): Promise<void> => {
  const key = oauthTokenPattern.test(token) ? await ports.apiKeys.findByHash(hashApiKey(token)) : undefined;
  if (key) await revoke(ports, key);
};
