import { invalid, type Refusal } from "#shared/platform/errors.ts";
import { generateCode, hashApiKey, lastFour } from "../auth/api-key.ts";
import { checkedKey, type KeyPorts, storeKey } from "../auth/create-api-key.ts";
import type { Bounds } from "../auth/bounds.ts";
import type { ApiKey, KeyInUse, KeyMode, KeyScope } from "../auth/ports.ts";
import { type FindClient, type OAuthClient, answerAt, isOwnRedirect } from "./client-metadata.ts";

/** The access levels that a person can grant an OAuth client, each with the scopes of its key. None contains `admin`. */
export const levels = {
  read: ["read"],
  draft: ["read", "draft"],
  send: ["read", "send"],
} as const satisfies Readonly<Record<string, readonly KeyScope[]>>;

/** An access level of an OAuth client; also the name of its OAuth scope. */
export type Level = keyof typeof levels;

/** How long an authorization code is valid, ms (RFC 6749, 4.1.2: ten minutes at most). */
const CODE_MS = 60_000;

/** An authorization request as a client's link has it (RFC 6749, 4.1.1; RFC 7636, 4.3; RFC 8707, 2). */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly responseType?: string | undefined;
  readonly codeChallenge?: string | undefined;
  readonly codeChallengeMethod?: string | undefined;
  readonly resource?: string | undefined;
  readonly scope?: string | undefined;
  readonly state?: string | undefined;
}

/** This service as an authorization server: its public address, and the resource that its tokens are for. */
export interface Issuer {
  readonly issuer: string;
  /** What tokens are for: the address of /mcp. */
  readonly resource: string;
}

/** The dependencies of checking an authorization request. */
export interface AskedPorts {
  readonly findClient: FindClient;
  readonly issuer: () => Issuer;
}

/** A checked authorization request, whose client and redirect URI are valid. */
export interface Asked {
  readonly client: OAuthClient;
  /** What it asks for at most; the person chooses. Never `send` by itself. */
  readonly level: Level;
  /** Why it cannot be allowed (RFC 6749, 4.1.2.1), with words for people; undefined when it can. */
  readonly fault: { readonly error: string; readonly description: string } | undefined;
  /** Leads back to the client, and tells it of the fault, or that the person denied. */
  readonly backUrl: string;
}

/** SHA-256 in base64url without padding (RFC 7636, 4.2). */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

const faultOf = (asked: AuthorizationRequest, resource: string): Asked["fault"] => {
  if (asked.responseType !== "code") return { error: "unsupported_response_type", description: "response_type must be code" };
  if (asked.codeChallengeMethod !== "S256" || !CHALLENGE.test(asked.codeChallenge ?? ""))
    return { error: "invalid_request", description: "code_challenge is required, with code_challenge_method S256" };
  if (asked.resource !== resource) return { error: "invalid_target", description: `resource must be ${resource}` };
  return undefined;
};

const levelAsked = (scope = ""): Level => (scope.split(" ").some((one) => one === "draft" || one === "send") ? "draft" : "read");

/**
 * Checks an authorization request. Throws 400 for an invalid client or redirect URI, without a redirect. Other faults go to the client's redirect
 * URI, but only by a link that the person clicks: anybody can be a client, so an automatic redirect would be an open one (RFC 9700, 4.11.2).
 */
export const readRequest = async ({ findClient, issuer }: AskedPorts, request: AuthorizationRequest): Promise<Asked> => {
  const { redirectUri, state, scope } = request;
  const client = await findClient(request.clientId);
  if (!isOwnRedirect(client.redirectUris, redirectUri)) throw noRedirect();
  const { issuer: iss, resource } = issuer();
  const fault = faultOf(request, resource);
  const { error, description } = fault ?? { error: "access_denied", description: "The person denied it" };
  const backUrl = answerAt(redirectUri, { error, error_description: description, state, iss });
  return { client, level: levelAsked(scope), fault, backUrl };
};

const noRedirect = (): Refusal => invalid({ field: "redirectUri", message: "is not one of the client's redirect URIs" });

/** The person's choice on the consent page. */
export interface Choice extends Bounds {
  readonly level: Level;
  readonly expiresAt: Date;
  readonly mode?: KeyMode | undefined;
}

/**
 * Stores the person's consent with the hash of an authorization code that is valid for a minute, and returns the client's redirect URL with the code
 * (RFC 6749, 4.1.2; `iss` by RFC 9207). Throws 400 for a request that cannot be allowed, and the errors of `checkedKey` and `storeKey`.
 */
export const allow = async (
  ports: AskedPorts & KeyPorts,
  maker: KeyInUse,
  request: AuthorizationRequest,
  { level, ...choice }: Choice,
): Promise<{ readonly id: string; readonly location: string }> => {
  const { client, fault } = await readRequest(ports, request);
  const { codeChallenge } = request;
  if (fault || codeChallenge === undefined) throw invalid({ field: "", message: fault?.description ?? "code_challenge is missing" });
  const {
    facts,
    mode,
    expiresAt: endsAt = choice.expiresAt,
  } = await checkedKey(ports, maker, { ...choice, name: client.name, scopes: levels[level] });
  const code = generateCode();
  const hash = hashApiKey(code);
  const waiting = { codeChallenge, redirectUri: request.redirectUri, endsAt };
  const key: ApiKey = {
    ...facts,
    hash,
    last4: lastFour(code),
    expiresAt: new Date(Math.min(facts.createdAt.getTime() + CODE_MS, endsAt.getTime())),
    ...(mode === "test" && { mode }),
    consent: { clientId: client.id, codeHash: hash, waiting },
  };
  await storeKey(ports, maker, key);
  return { id: key.id, location: answerAt(request.redirectUri, { code, state: request.state, iss: ports.issuer().issuer }) };
};
