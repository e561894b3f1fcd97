import { allScopes, type Scope } from "../operation.ts";
import { apiKeyPattern, hasExpired, hashApiKey, oauthTokenPattern } from "#shared/accounts/auth/api-key.ts";
import type { ApiKey, KeyInUse } from "#shared/accounts/auth/ports.ts";
import { insufficientScope, tooManyRequests, unauthorized } from "#shared/platform/errors.ts";
import { addressLimits, type Limited, limitRequests } from "./request-limits.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";

/** How long a key is trusted without asking the database, ms; a revocation may be noticed this late (S10 in SECURITY.md). */
const BELIEVE_MS = 20_000;
/** The most keys that one process remembers. */
const REMEMBERED = 1_000;
/** The limit of wrong keys from one address, as a fraction of an account's limit: 5 at once, then 5 a minute. */
const BURST_PART = 10;
const RATE_PART = 120;
/** The precision of `last_used_at`, ms. */
const TOUCH_MS = 60_000;

interface Known extends KeyInUse {
  readonly until: number;
  touchedAt: number;
}

/**
 * The source of a request: the X-API-Key header or, without one, the session's token, or a bearer token; and the client's address. `caller`: the key
 * of a caller whom another operation of this process has let in.
 */
interface Asker {
  readonly header?: string | undefined;
  readonly session?: string | undefined;
  readonly bearer?: string | undefined;
  readonly caller?: KeyInUse | undefined;
  readonly sourceIp: string;
}

const keyIn = (header = ""): string => {
  if (!apiKeyPattern.test(header)) throw unauthorized();
  return header;
};

/** The token of an Authorization header (RFC 6750, 2.1); throws 401 for anything but a key or an OAuth client's token. */
export const bearerIn = (authorization = ""): string => {
  const [, token = ""] = /^Bearer {1,9}(\S{1,200})$/i.exec(authorization) ?? [];
  if (!apiKeyPattern.test(token) && !oauthTokenPattern.test(token))
    throw unauthorized("A valid API key, or an OAuth token, is required as Authorization: Bearer");
  return token;
};

/**
 * Turns the X-API-Key header, the session's token or the bearer token into the key and its account. Throws 401 for an invalid key, 429 after five invalid keys a minute
 * from one address, 403 without the scope (undefined: any will do), or `alsoBy` where one is given, whatever `assertMay` throws, and 429 when the key's bucket is empty. A refused request takes no token;
 * `note` is called with the limit. A caller who was let in before is only asked for the scope: the request that let him in was counted.
 */
export const authenticator = (deps: EndpointDeps) => {
  const known = new Map<string, Known>();

  const failures = addressLimits(deps.clock, () => {
    const { burst, perSecond } = deps.accountBucket();
    return { burst: Math.ceil(burst / BURST_PART), perSecond: perSecond / RATE_PART };
  });

  /** Finds a key. The limit for invalid keys of its address does not apply to a key that was valid recently. */
  const findKey = async (hash: string, sourceIp: string): Promise<ApiKey> => {
    const isNew = !known.has(hash);
    const wait = isNew ? failures.take(sourceIp) : 0;
    if (wait > 0) throw tooManyRequests(wait);
    const key = await deps.apiKeys.findByHash(hash);
    known.delete(hash);
    if (!key || hasExpired(key, deps.clock.now()) || key.consent?.waiting) throw unauthorized();
    if (isNew) failures.refund(sourceIp);
    return key;
  };

  const lookUp = async (hash: string, sourceIp: string, now: number): Promise<Known> => {
    const cached = known.get(hash);
    if (cached && cached.until > now) return cached;
    const key = await findKey(hash, sourceIp);
    if (known.size >= REMEMBERED) known.clear();
    const entry = {
      id: key.id,
      userId: key.userId,
      scopes: key.scopes ?? allScopes,
      expiresAt: key.expiresAt,
      makesUntil: key.makesUntil,
      bounds: key.bounds,
      mode: key.mode,
      clientId: key.consent?.clientId,
      member: key.member,
      name: key.member?.name ?? key.signedIn ?? key.name,
      until: Math.min(now + BELIEVE_MS, key.expiresAt?.getTime() ?? Infinity),
      touchedAt: key.lastUsedAt?.getTime() ?? 0,
    };
    known.set(hash, entry);
    return entry;
  };

  return async (
    { header, session, bearer, caller, sourceIp }: Asker,
    scope: Scope | undefined,
    note: (limited: Limited) => void = () => {},
    assertMay: (key: KeyInUse) => void = () => {},
    alsoBy?: Scope,
  ): Promise<KeyInUse> => {
    const now = deps.clock.now().getTime();
    const mayBy = (key: KeyInUse): void => {
      const isAllowed = scope === undefined || key.scopes.includes(scope) || (alsoBy !== undefined && key.scopes.includes(alsoBy));
      if (!isAllowed) throw insufficientScope(scope);
      assertMay(key);
    };
    if (caller) {
      mayBy(caller);
      return caller;
    }
    const key = await lookUp(hashApiKey(session ?? bearer ?? keyIn(header)), sourceIp, now);
    // An OAuth client's token is for the operations that take bearer tokens alone (RFC 8707), whatever its form.
    if (key.clientId !== undefined && bearer === undefined) throw unauthorized();
    mayBy(key);
    const stale = now - key.touchedAt > TOUCH_MS;
    if (stale) key.touchedAt = now;
    await Promise.all([limitRequests(deps, key, note), stale ? deps.apiKeys.touch(key.id, new Date(now)) : undefined]);
    return key;
  };
};
