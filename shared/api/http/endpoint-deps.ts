import type { BoundReads } from "#shared/accounts/auth/bounds.ts";
import type { ApiKeys } from "#shared/accounts/auth/ports.ts";
import type { Idempotency, RateLimits, TokenBucket } from "#shared/accounts/auth/request-ports.ts";
import type { IsInMaintenance, Clock, Log } from "#shared/platform/ports.ts";

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
