import type { BoundReads } from "#shared/accounts/auth/bounds.ts";
import type { ApiKeys, KeyInUse } from "#shared/accounts/auth/ports.ts";
import type { Idempotency, RateLimits, TokenBucket, Taken } from "#shared/accounts/auth/request-ports.ts";
import type { IsInMaintenance, Clock, Log } from "#shared/platform/ports.ts";
import { parseIp } from "#shared/platform/egress/address-policy.ts";
import type { Operation } from "../operation.ts";
import { tooManyRequests } from "#shared/platform/errors.ts";

/** The dependencies of every endpoint: keys, limits, idempotency and the log. */
export interface EndpointDeps {
  readonly apiKeys: Pick<ApiKeys, "findByHash" | "touch">;
  /** The reads that check bounds; without them, bound keys get nothing. */
  readonly bounds?: BoundReads;
  readonly rateLimits: RateLimits;
  readonly idempotency: Idempotency;
  readonly clock: Clock;
  readonly log: Log;
  /** The token bucket of an account's requests (api/README.md, "Ground rules", Rate limit). */
  readonly accountBucket: () => TokenBucket;
  /** Runs a call so that each of its log lines has the call's ids. */
  readonly withinCall?: <R>(ids: { readonly awsRequestId: string; readonly requestId: string }, work: () => R) => R;
  /** Runs the work of a test key in its account's world. */
  readonly inTestWorld?: <R>(userId: string, work: () => Promise<R>) => Promise<R>;
  /** Throws 409 when the test world of the call is full. */
  readonly assertRoom?: () => Promise<void>;
  /** Whether the service is in maintenance, in which everything except reads is refused. */
  readonly isInMaintenance: IsInMaintenance;
  /** True when the error means that the database cannot be reached, so that the client may try again. */
  isOutage(error: unknown): boolean;
}

const SUBSCRIBER_BITS = 64n;

/** The network by which a client is counted: an IPv4 address; the /64 of an IPv6 address, because a subscriber has all of it (RFC 6177). */
export const networkOf = (address: string): string => {
  const ip = parseIp(address);
  return ip?.family === 6 ? `${(ip.value >> SUBSCRIBER_BITS).toString(16)}::/64` : address;
};

/** The most addresses that one process counts. */
const REMEMBERED = 10_000;

/** Token buckets of clients' addresses in this process's memory, so that a refused request needs no database. */
export const addressLimits = (clock: Clock, bucketOf: () => TokenBucket) => {
  const buckets = new Map<string, { tokens: number; at: number }>();
  const refilled = (address: string) => {
    const { burst, perSecond } = bucketOf();
    const now = clock.now().getTime();
    const network = networkOf(address);
    const { tokens, at } = buckets.get(network) ?? { tokens: burst, at: now };
    if (buckets.size >= REMEMBERED) buckets.clear();
    const bucket = { tokens: Math.min(burst, tokens + (Math.max(0, now - at) / 1000) * perSecond), at: now };
    buckets.set(network, bucket);
    return bucket;
  };
  return {
    /** Takes one token: 0 when there was one, else the seconds until the next. */
    take: (address: string): number => {
      const bucket = refilled(address);
      if (bucket.tokens < 1) return (1 - bucket.tokens) / bucketOf().perSecond;
      bucket.tokens -= 1;
      return 0;
    },
    /** Gives a token back. */
    refund: (address: string): void => {
      refilled(address).tokens += 1;
    },
  };
};

/** A bucket from which a request took, and the tokens left. */
export interface Limited {
  readonly name: string;
  readonly bucket: TokenBucket;
  readonly taken: Taken;
}

/**
 * A request's limits and what is left of them, as in draft-ietf-httpapi-ratelimit-headers: `q` requests at once, refilled in `w` seconds; `r` are
 * left, and all are back in `t` seconds.
 */
export const rateHeaders = (limits: readonly Limited[]): Readonly<Record<string, string>> => ({
  "ratelimit-policy": limits
    .map(({ name, bucket: { burst, perSecond } }) => `"${name}";q=${burst};w=${Math.ceil(burst / perSecond)}`)
    .join(", "),
  ratelimit: limits
    .map(({ name, bucket: { burst, perSecond }, taken: { left } }) => {
      return `"${name}";r=${Math.floor(left)};t=${Math.ceil((burst - left) / perSecond)}`;
    })
    .join(", "),
});

/** The bucket of a bound key's tenant, as a fraction of an account's: 25 at once, then five a second. */
const TENANT_PART = 2;
/**
 * The limit of requests that open connections to servers of the client's choice, as a fraction of the caller's bucket: 10 at once, then 5 a minute
 * (S20 in SECURITY.md).
 */
const PROBE_BURST_PART = 5;
const PROBE_RATE_PART = 120;

type Caller = Pick<KeyInUse, "userId" | "bounds" | "mode">;
type LimitDeps = Pick<EndpointDeps, "rateLimits" | "accountBucket">;

const partOf = ({ burst, perSecond }: TokenBucket, burstPart: number, ratePart: number): TokenBucket => ({
  burst: Math.ceil(burst / burstPart),
  perSecond: perSecond / ratePart,
});

/**
 * The bucket that a key shares: with the unbound live keys of its account; with the bound keys of its tenant (bound keys without a tenant share one);
 * or with the test keys of its account. So a flood from one group takes no requests from the others.
 */
const sharing = ({ userId, bounds, mode }: Caller, whole: TokenBucket) => {
  if (mode === "test") return { name: "test", id: `test:${userId}`, bucket: whole };
  if (bounds) return { name: "tenant", id: `tenant:${userId}:${bounds.tenant ?? ""}`, bucket: partOf(whole, TENANT_PART, TENANT_PART) };
  return { name: "account", id: `account:${userId}`, bucket: whole };
};

/**
 * Takes a token for a request, with one database command. Throws 429 with the seconds to wait, and takes nothing then. `note` is called with the
 * limit.
 */
export const limitRequests = async (deps: LimitDeps, key: Caller, note: (limited: Limited) => void): Promise<void> => {
  const { name, id, bucket } = sharing(key, deps.accountBucket());
  const taken = await deps.rateLimits.take(id, bucket);
  note({ name, bucket, taken });
  if (taken.wait > 0) throw tooManyRequests(taken.wait, name);
};

const credential = /^(?:smtp_|imap_|code$|refresh_token$|client_secret$|url$)/;

/** Whether the request opens connections to servers of the client's choice. In a test world only webhooks do. */
const opensConnections = ({ limit, id }: Operation, { mode }: Caller, body: unknown): boolean => {
  if (mode === "test" && !id.startsWith("webhooks/")) return false;
  return limit === "probe" || (limit === "credentials" && Object.keys(body ?? {}).some((name) => credential.test(name)));
};

/**
 * Takes a token for connection tests and DNS checks, where the operation needs one, from the bucket that the key shares with others of its account or
 * tenant. Throws 429 with the seconds to wait. `note` is called with the limit.
 */
export const limitProbes = async (
  deps: LimitDeps,
  operation: Operation,
  key: Caller,
  body: unknown,
  note: (limited: Limited) => void = () => {},
): Promise<void> => {
  if (!opensConnections(operation, key, body)) return;
  const { id, bucket: whole } = sharing(key, deps.accountBucket());
  const bucket = partOf(whole, PROBE_BURST_PART, PROBE_RATE_PART);
  const taken = await deps.rateLimits.take(`probes:${id}`, bucket);
  note({ name: "probes", bucket, taken });
  if (taken.wait > 0) throw tooManyRequests(taken.wait, "probes");
};
