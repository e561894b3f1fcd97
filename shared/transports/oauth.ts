import type { PostHttp, CallHttp } from "#shared/platform/egress/egress.ts";
import { OAuthError, readTokenAnswer, type OAuthTokens, type TokenGrant } from "#shared/mailboxes/oauth/oauth.ts";
import type { OAuthProvider } from "#shared/mailboxes/oauth/oauth-providers.ts";
import type { Clock } from "#shared/platform/ports.ts";
import { createPublicKey, type JsonWebKey, verify } from "node:crypto";
import type { SigningKey, SigningKeys } from "#shared/accounts/sign-in/begin.ts";
import type { SignedBy } from "#shared/inbox/hints/take-hints.ts";

const WITHIN_MS = 10_000;
const MAX_ANSWER_BYTES = 65_536;
const HEADERS = { accept: "application/json", "content-type": "application/x-www-form-urlencoded" };

/**
 * Calls token endpoints, within 10 s, without redirects, and with less than 64 KiB of answer. Errors contain nothing of the request or the answer.
 */
export const createOAuthTokens = ({ clock, postHttp }: { readonly clock: Clock; readonly postHttp: PostHttp }): OAuthTokens => {
  const post = async (provider: OAuthProvider, parameters: Record<string, string>): Promise<TokenGrant> => {
    const client = { client_id: provider.clientId, client_secret: provider.clientSecret };
    const scope = provider.tokenScopes && { scope: provider.tokenScopes.join(" ") };
    const { status, body } = await answer(postHttp, provider, new URLSearchParams({ ...parameters, ...scope, ...client }));
    return readTokenAnswer(status, body, clock.now());
  };
  return {
    exchangeCode: (provider, { code, redirectUri, codeVerifier }) =>
      post(provider, {
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectUri,
        ...(codeVerifier !== undefined && { code_verifier: codeVerifier }),
      }),
    refresh: (provider, refreshToken) => post(provider, { grant_type: "refresh_token", refresh_token: refreshToken }),
  };
};

const answer = async (
  postHttp: PostHttp,
  { tokenUrl }: OAuthProvider,
  form: URLSearchParams,
): Promise<{ status: number; body: unknown }> => {
  try {
    const { status, body } = await postHttp({
      url: new URL(tokenUrl),
      headers: HEADERS,
      body: form.toString(),
      withinMs: WITHIN_MS,
      readMax: MAX_ANSWER_BYTES,
    });
    return { status, body: body.length < MAX_ANSWER_BYTES ? parseJson(body.toString()) : undefined };
  } catch {
    // No cause: it may contain the request.
    throw new OAuthError("temporary", "The token endpoint cannot be reached");
  }
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const KEYS_WITHIN_MS = 5_000;
const KEYS_READ_MAX = 131_072;
const KEYS_MAX = 50;
/** Shorter keys are not for RS256 (RFC 7518, 3.3). */
const LEAST_BITS = 2_048;
/** Keys are kept for an hour, and an unknown one asks for them again once a minute at most: strangers cause no calls. */
const KEPT_MS = 3_600_000;
const AGAIN_MS = 60_000;
/** A failed read stands for so long: strangers cause no more calls than that, and whoever signs in once more asks again. */
const FAILED_MS = 2_000;

type Jwk = JsonWebKey & { readonly kid?: unknown; readonly issuer?: unknown };
type Keys = ReadonlyMap<string, SigningKey>;

const unreadable = (why: string, cause?: unknown) => new Error(`the provider's keys cannot be read: ${why}`, { cause });

/** What was cut at the limit is no JSON any more. */
const listIn = (body: Buffer): readonly (Jwk | null)[] => {
  try {
    const { keys } = JSON.parse(body.toString()) as { readonly keys?: unknown };
    if (Array.isArray(keys)) return keys.slice(0, KEYS_MAX);
  } catch {
    // Not JSON, or null: as unreadable as another document.
  }
  throw unreadable("they are no JWK Set");
};

/** A key that signs by RS256; undefined for any other. */
const keyIn = (jwk: Jwk | null): readonly [string, SigningKey] | undefined => {
  const { kty, use = "sig", alg = "RS256", kid, issuer } = jwk ?? {};
  if (kty !== "RSA" || use !== "sig" || alg !== "RS256" || typeof kid !== "string") return undefined;
  try {
    const key = createPublicKey({ key: jwk!, format: "jwk" });
    if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < LEAST_BITS) return undefined;
    return [kid, { key, ...(typeof issuer === "string" && { issuer }) }];
  } catch {
    return undefined;
  }
};

const readKeys = async (callHttp: CallHttp, keysUrl: string): Promise<Keys> => {
  const request = {
    method: "GET",
    headers: { accept: "application/json" },
    body: "",
    withinMs: KEYS_WITHIN_MS,
    readMax: KEYS_READ_MAX,
  } as const;
  const { status, body } = await callHttp({ ...request, url: new URL(keysUrl) }).catch((error: unknown) => {
    throw unreadable("the server does not answer", error);
  });
  if (status !== 200) throw unreadable(`the server answered ${status}`);
  return new Map(
    listIn(body)
      .map(keyIn)
      .filter((one) => one !== undefined),
  );
};

/** The keys at one address. All who ask while they are read share the call; what fails, fails for whoever asks shortly after it, too. */
const keysAt = (read: () => Promise<Keys>, clock: Clock): ((kid: string) => Promise<SigningKey | undefined>) => {
  let kept: { readonly keys: Keys; readonly readAt: number } | undefined;
  let failed: { readonly error: unknown; readonly at: number } | undefined;
  let reading: Promise<Keys> | undefined;
  const now = () => clock.now().getTime();
  const readOnce = async (): Promise<Keys> => {
    const readAt = now();
    try {
      kept = { keys: await read(), readAt };
      failed = undefined;
      return kept.keys;
    } catch (error) {
      failed = { error, at: now() };
      throw error;
    } finally {
      reading = undefined;
    }
  };
  return async (kid) => {
    const age = kept === undefined ? Infinity : now() - kept.readAt;
    if (kept && age <= KEPT_MS && (kept.keys.has(kid) || age <= AGAIN_MS)) return kept.keys.get(kid);
    if (failed && now() - failed.at < FAILED_MS) throw failed.error;
    reading ??= readOnce();
    return (await reading).get(kid);
  };
};

/**
 * Reads the providers' keys (JWK Set, RFC 7517), within 5 s and 128 KiB, without redirects, and remembers them: keys for an hour, a failure for two
 * seconds. A failed read leaves the keys that are kept in use until their hour ends. Errors name the status alone.
 */
export const signingKeys = ({ callHttp, clock }: { readonly callHttp: CallHttp; readonly clock: Clock }): SigningKeys => {
  const known = new Map<string, ReturnType<typeof keysAt>>();
  return async (keysUrl, kid) => {
    const keyOf = known.get(keysUrl) ?? keysAt(() => readKeys(callHttp, keysUrl), clock);
    known.set(keysUrl, keyOf);
    return keyOf(kid);
  };
};

const SKEW_MS = 60_000;
const TOKEN = /^Bearer ([\w-]{1,1000})\.([\w-]{1,3000})\.([\w-]{1,1000})$/;
const ISSUERS: ReadonlySet<unknown> = new Set(["https://accounts.google.com", "accounts.google.com"]);
const SERVICE_ACCOUNT = /^[a-z0-9-]+@([a-z][a-z0-9-]{4,28}[a-z0-9])\.iam\.gserviceaccount\.com$/;

/** Where Google's keys are, and for whom its tokens must be. */
export interface PubsubTokens {
  readonly keys: SigningKeys;
  readonly clock: Clock;
  readonly keysUrl: () => Promise<string>;
  readonly audience: () => string;
}

/** The fields of a part of a token; none of what is no JSON object. */
const fieldsIn = (part: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
};

/**
 * Verifies the OIDC token of a push subscription: RS256 by one of Google's keys, its issuer, our address as audience, its time, and a service account
 * with verified address (cloud.google.com/pubsub/docs/authenticate-push-subscriptions). Returns the account's project. A token of another form, or of
 * an unknown key, costs no call and no signature. Rejects where the keys cannot be read.
 */
export const pubsubTokens = ({ keys, clock, keysUrl, audience }: PubsubTokens): SignedBy => {
  return async (authorization = "") => {
    const [, head, claimed, signature] = TOKEN.exec(authorization) ?? [];
    if (head === undefined || claimed === undefined || signature === undefined) return undefined;
    const { alg, kid } = fieldsIn(head);
    const { iss, aud, exp, email, email_verified: isVerified } = fieldsIn(claimed);
    const isOurs = alg === "RS256" && ISSUERS.has(iss) && aud === audience() && isVerified === true;
    const isInTime = typeof exp === "number" && exp * 1000 + SKEW_MS > clock.now().getTime();
    const [, project] = SERVICE_ACCOUNT.exec(typeof email === "string" ? email : "") ?? [];
    if (!isOurs || !isInTime || project === undefined || typeof kid !== "string") return undefined;
    const found = await keys(await keysUrl(), kid);
    if (!found) return undefined;
    const isSigned = verify("RSA-SHA256", Buffer.from(`${head}.${claimed}`), found.key, Buffer.from(signature, "base64url"));
    return isSigned ? project : undefined;
  };
};
