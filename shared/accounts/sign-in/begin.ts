import { type KeyObject, createHash, createHmac } from "node:crypto";
import type { OAuthProviderName } from "#shared/providers/index.ts";
import type { SignInFacts } from "#shared/providers/provider.ts";
import type { Identity, Member, Members } from "../member.ts";
import { notFound, tooManyRequests } from "#shared/platform/errors.ts";
import type { Ids } from "#shared/platform/ports.ts";
import { hashApiKey } from "../auth/api-key.ts";
import { tokenWindow } from "../auth/log-in.ts";
import type { RateLimits } from "../auth/request-ports.ts";
import { invitationPattern } from "../members.ts";

/** A provider's account as its id_token shows it. */
export interface Person extends Identity {
  /** Whether the provider has verified the address. */
  readonly isVerified: boolean;
  /** Whether the address is surely this account's today, so that it finds a member. */
  readonly isProven: boolean;
}

/** A sign-in that a browser has begun at a provider, and not ended. */
export interface BegunSignIn {
  /** SHA-256 of the secret in the browser's cookie, hexadecimal. */
  readonly hash: string;
  readonly provider: OAuthProviderName;
  /** SHA-256 of the token of the invitation that is to be accepted; absent for a member. */
  readonly invitation?: string;
}

/** The sign-ins that were begun and not finished. */
export interface SignIns {
  /** Keeps one for `forMs` by the database's clock. */
  insert(begun: BegunSignIn, forMs: number): Promise<void>;
  /** Takes one, which works once; undefined when it is gone, has ended, or is at another provider. */
  take(hash: string, provider: OAuthProviderName): Promise<BegunSignIn | undefined>;
}

/** Finds members by their accounts at providers. */
export interface Identities {
  /** Who signs in with the account: nobody whose invitation is open is bound to one. */
  find(identity: Identity): Promise<Member | undefined>;
  /** Binds a member who signs in with this email to the account, once; undefined where he is bound, invited again or gone. Throws `conflict` for a bound account. */
  bind(id: string, email: string, identity: Identity): Promise<Member | undefined>;
  /** Ends the open invitation and binds whoever it is for; undefined when it is not open any more. Throws `conflict` for a bound account. */
  accept(hash: string, identity: Identity): Promise<Member | undefined>;
}

/** A key that a provider signs with, and the issuer that it is for, where the provider says so. */
export interface SigningKey {
  readonly key: KeyObject;
  readonly issuer?: string;
}

/** The key with this id at the address of a provider's keys; undefined for an unknown one. Rejects where they cannot be read. */
export type SigningKeys = (keysUrl: string, kid: string) => Promise<SigningKey | undefined>;

/** A provider at which members sign in, with this service's client. */
export interface IdentityProvider {
  readonly facts: SignInFacts;
  readonly clientId: string;
  /** The address of its page (OpenID Connect Core, 3.1.2.1). */
  pageUrl(request: {
    readonly redirectUri: string;
    readonly state: string;
    readonly nonce: string;
    readonly codeChallenge: string;
  }): string;
  /** Redeems a code; undefined where the answer has no id_token. Rejects with a reason that contains no secret. */
  redeem(grant: { readonly code: string; readonly redirectUri: string; readonly codeVerifier: string }): Promise<string | undefined>;
}

/** The providers that the operator lets people sign in with. */
export type IdentityProviders = () => Promise<ReadonlyMap<OAuthProviderName, IdentityProvider>>;

/** How long a sign-in at a provider may take, seconds. */
const SIGN_IN_SECONDS = 600;

type Headers = Readonly<Record<string, string | undefined>>;

const isHttps = (headers: Headers): boolean => headers["x-forwarded-proto"] === "https";
/** With `__Host-` a browser takes it from this host alone (RFC 6265bis, 4.1.3.2), and only over https. */
const cookieName = (headers: Headers): string => (isHttps(headers) ? "__Host-sign-in" : "sign-in");

/** 256 random bits in hexadecimal. */
const secretPattern = /^[0-9a-f]{64}$/;

/** The Set-Cookie header that keeps a sign-in's secret; Lax, because the browser comes back from the provider's site. */
export const signInCookie = (headers: Headers, secret: string): string =>
  `${cookieName(headers)}=${secret}; Path=/; Max-Age=${SIGN_IN_SECONDS}; HttpOnly; SameSite=Lax${isHttps(headers) ? "; Secure" : ""}`;

/** The secret of the sign-in that this browser has begun. */
export const signInSecret = (headers: Headers, cookies: readonly string[]): string | undefined => {
  const start = `${cookieName(headers)}=`;
  const secret = cookies.find((one) => one.startsWith(start))?.slice(start.length) ?? "";
  return secretPattern.test(secret) ? secret : undefined;
};

/** The state, nonce and PKCE verifier of a sign-in, derived from the browser's secret, of which only a hash is stored. */
export const valuesOf = (secret: string) => {
  const of = (what: string): string => createHmac("sha256", secret).update(what).digest("base64url");
  const codeVerifier = of("verifier");
  return {
    state: of("state"),
    nonce: of("nonce"),
    codeVerifier,
    codeChallenge: createHash("sha256").update(codeVerifier).digest("base64url"),
  };
};

const SECRET_BYTES = 32;

/** The dependencies of beginning a sign-in. */
interface BeginPorts {
  readonly providers: IdentityProviders;
  readonly signIns: SignIns;
  readonly members: Pick<Members, "findInvited">;
  readonly rateLimits: RateLimits;
  readonly ids: Ids;
  /** The exact redirect address of a provider. */
  readonly callbackOf: (provider: OAuthProviderName) => string;
}

/**
 * Begins a sign-in, of a member or of whoever has the invitation's token: the secret for the browser's cookie, and the address of the provider's
 * page. Throws 404 for a provider that the operator has not switched on and for an invitation that is not open, and 429 as a sign-in with a key does.
 */
export const beginSignIn = async (
  { providers, signIns, members, rateLimits, ids, callbackOf }: BeginPorts,
  request: { readonly provider: OAuthProviderName; readonly invitation?: string | undefined; readonly sourceIp: string },
): Promise<{ readonly secret: string; readonly url: string }> => {
  const { provider, invitation: token, sourceIp } = request;
  const { key, bucket } = tokenWindow(sourceIp);
  const { wait } = await rateLimits.take(key, bucket);
  if (wait > 0) throw tooManyRequests(wait);
  const found = (await providers()).get(provider);
  if (!found) throw notFound("Sign-in");
  const invitation = token === undefined ? undefined : hashApiKey(token);
  if (invitation !== undefined && !(invitationPattern.test(token ?? "") && (await members.findInvited(invitation))))
    throw notFound("Invitation");
  const secret = ids.random(SECRET_BYTES);
  const { state, nonce, codeChallenge } = valuesOf(secret);
  await signIns.insert({ hash: hashApiKey(secret), provider, ...(invitation !== undefined && { invitation }) }, SIGN_IN_SECONDS * 1000);
  return { secret, url: found.pageUrl({ redirectUri: callbackOf(provider), state, nonce, codeChallenge }) };
};
