import { isOutage } from "../adapters/mongo/outage.ts";
import type { EndpointDeps } from "../http/endpoint-deps.ts";
import { setting } from "./env.ts";
import { log, withinCall } from "./log.ts";
import { apiKeys, bounds, idempotency, rateLimits } from "./ports/access.ts";
import { isInMaintenance } from "./ports/maintenance.ts";
import { processClock } from "./system.ts";

/** The dependencies of endpoints with accounts. */
export const deps: EndpointDeps = {
  apiKeys,
  bounds,
  rateLimits,
  idempotency,
  clock: processClock,
  log,
  withinCall,
  accountBucket: () => ({ burst: setting("RATE_BURST"), perSecond: setting("RATE_PER_SECOND") }),
  // Loaded with the first request of a test key.
  inTestWorld: async (userId, work) => (await import("./ports/worlds.ts")).inTestWorld(userId, work),
  assertRoom: async () => (await import("./ports/worlds.ts")).assertRoomHere(),
  isInMaintenance,
  isOutage,
};
