import type { EndpointDeps } from "#shared/api/http/request-limits.ts";
import { setting } from "#shared/platform/env.ts";
import { log, withinCall } from "#shared/platform/log.ts";
import { processClock } from "#shared/platform/system.ts";
import type { Operation } from "#shared/api/operation.ts";
import { endpoint as behind, type Run } from "#shared/api/http/endpoint.ts";

const none = (): Promise<never> => Promise.reject(new Error("this function has no database"));

/** The dependencies of functions that serve the documentation: without accounts, so they contain no database driver and get no secret. */
export const openEndpointDeps: EndpointDeps = {
  apiKeys: { findByHash: none, touch: none },
  rateLimits: { take: none },
  idempotency: { claim: none, save: none, release: none },
  clock: processClock,
  log,
  withinCall,
  accountBucket: () => ({ burst: setting("RATE_BURST"), perSecond: setting("RATE_PER_SECOND") }),
  isInMaintenance: async () => false,
  isOutage: () => false,
};

/** A Lambda handler for an operation that needs no key and reads no database. */
export const openEndpoint = <O extends Operation>(operation: O, run: Run<O>) => behind(openEndpointDeps, operation, run);
