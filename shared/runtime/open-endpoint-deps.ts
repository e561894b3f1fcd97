import type { EndpointDeps } from "../http/endpoint-deps.ts";
import { setting } from "./env.ts";
import { log, withinCall } from "./log.ts";
import { processClock } from "./system.ts";

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
