import type { APIGatewayProxyEventV2 as Event } from "aws-lambda";
import { sessionPattern, apiKeyPattern, hasExpired, hashApiKey, oauthTokenPattern } from "#shared/accounts/auth/api-key.ts";
import { unauthorized, notFound, insufficientScope, tooManyRequests } from "#shared/platform/errors.ts";
import { type Operation, allScopes, type Scope } from "../operation.ts";
import { assertWithin, type BoundReads, type Bounds } from "#shared/accounts/auth/bounds.ts";
import type { KeyInUse, ApiKey } from "#shared/accounts/auth/ports.ts";
import { addressLimits, type Limited, limitRequests, type EndpointDeps } from "./request-limits.ts";

type Request = Pick<Event, "headers" | "cookies" | "requestContext">;

const isHttps = (headers: Event["headers"]): boolean => headers["x-forwarded-proto"] === "https";

/** The cookie's name. With `__Host-` a browser takes it from this host alone (RFC 6265bis, 4.1.3.2), and only over https. */
const cookieName = (headers: Event["headers"]): string => (isHttps(headers) ? "__Host-console" : "console");

/** The Set-Cookie header that keeps a session's token for some seconds; 0 deletes it. */
export const sessionCookie = (headers: Event["headers"], token: string, seconds: number): string =>
  `${cookieName(headers)}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isHttps(headers) ? "; Secure" : ""}`;

/** The cookies of a request, each as `name=value`: API Gateway takes them out of the headers (payload format 2.0). */
export const cookiesOf = ({
  headers,
  cookies = headers["cookie"]?.split("; ") ?? [],
}: Pick<Request, "headers" | "cookies">): readonly string[] => cookies;

const cookieOf = (request: Request): string => {
  const start = `${cookieName(request.headers)}=`;
  return (
    cookiesOf(request)
      .find((cookie) => cookie.startsWith(start))
      ?.slice(start.length) ?? ""
  );
};

/**
 * Whether the console's own page made the request. Browsers say so in Sec-Fetch-Site; without that header, Origin must be this host. A request that
 * changes something also needs a header that no form and no other site can send.
 */
export const isOwn = ({ headers, requestContext: { http } }: Request): boolean => {
  const { "sec-fetch-site": site, origin } = headers;
  const isSame = site === undefined ? origin === undefined || origin.endsWith(`//${headers["host"]}`) : site === "same-origin";
  if (http.method === "GET" || http.method === "HEAD") return isSame || site === "none";
  return isSame && (site ?? origin) !== undefined && headers["x-console"] !== undefined;
};

/** The token in the session's cookie; throws 401 when there is none, or when the request is not the console's own. */
export const sessionOf = (request: Request): string => {
  const token = cookieOf(request);
  if (!sessionPattern.test(token)) throw unauthorized();
  if (!isOwn(request)) throw unauthorized("A session is for the console's own page, which sends X-Console");
  return token;
};

/** Throws 404, as for an unknown path, when a bound key may not call the operation. */
export const assertMayCall = ({ boundKeys: rule }: Operation, { bounds, member }: KeyInUse): void => {
  const ofTenants = rule === "tenant" || (typeof rule === "object" && rule.by === "tenant");
  if (bounds && (rule === "none" || (rule === "member" && !member) || (ofTenants && bounds.tenant === undefined))) throw notFound("Path");
};

const nothing: BoundReads = { mailboxIds: async () => [], mailboxOf: async () => undefined };

interface Parsed {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Throws 404 for an id in the request that is outside the key's bounds. */
export const assertNamesWithin = async (
  reads: BoundReads | undefined,
  { boundKeys: rule }: Operation,
  { userId, bounds }: KeyInUse,
  { params, query, body }: Parsed,
) => {
  if (bounds === undefined || typeof rule === "string") return;
  const given: Readonly<Record<string, unknown>> = { ...(query as object), ...(body as object) };
  const path = (params as { readonly id?: string } | undefined)?.id;
  if (rule.id && path !== undefined) await assertWithin(reads ?? nothing, userId, bounds, rule.id, path);
  for (const [field, kind] of Object.entries(rule.named ?? {})) {
    const id = given[field];
    if (typeof id === "string") await assertWithin(reads ?? nothing, userId, bounds, kind, id);
  }
};

/**
 * The ids of the mailboxes that an answer may show: within the key's bounds and of the tenant that the query names. Undefined: all of the account.
 */
export const mailboxesShown = (reads: BoundReads | undefined, { userId, bounds }: KeyInUse, query: unknown) => {
  const { tenant } = (query ?? {}) as { readonly tenant?: string };
  if (bounds === undefined && tenant === undefined) return async () => undefined;
  if (bounds?.tenant !== undefined && tenant !== undefined && tenant !== bounds.tenant) return async () => [];
  const both: Bounds = { ...bounds, ...(tenant !== undefined && { tenant }) };
  return () => (reads ?? nothing).mailboxIds(userId, both);
};

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
 * Turns the X-API-Key header, the session's token or the bearer token into the key and its account. Throws 401 for an invalid key, 429 after five
 * invalid keys a minute from one address, 403 without the scope (undefined: any will do), or `alsoBy` where one is given, whatever `assertMay`
 * throws, and 429 when the key's bucket is empty. A refused request takes no token; `note` is called with the limit. A caller who was let in before
 * is only asked for the scope: the request that let him in was counted.
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
