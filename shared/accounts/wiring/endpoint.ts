import { isOutage } from "#shared/platform/mongo/database.ts";
import type { Operation } from "#shared/api/operation.ts";
import { audited as over, type AuditedRun } from "#shared/api/http/audited.ts";
import { type Run, endpoint as behind } from "#shared/api/http/endpoint.ts";
import { log, withinCall } from "#shared/platform/log.ts";
import { rateLimits, auditLog, apiKeys, bounds, idempotency } from "./stores.ts";
import type { EndpointDeps } from "#shared/api/http/request-limits.ts";
import { setting } from "#shared/platform/env.ts";
import { isInMaintenance } from "#shared/platform/wiring/maintenance.ts";
import { processClock } from "#shared/platform/system.ts";

const auditedDeps = { auditLog, rateLimits, log, isOutage };

/** Wraps the handler of an operation that the table marks `audited`: each request leaves an entry in the audit log. */
export const audited = <O extends Operation>(operation: O, run: AuditedRun<O>): Run<O> => over(auditedDeps, operation, run);

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
  inTestWorld: async (userId, work) => (await import("#shared/sandbox/wiring/worlds.ts")).inTestWorld(userId, work),
  assertRoom: async () => (await import("#shared/sandbox/wiring/worlds.ts")).assertRoomHere(),
  isInMaintenance,
  isOutage,
};

/** A Lambda handler for an operation with accounts; `run` answers an authenticated, parsed request, `failurePage` shows a browser what failed. */
export const endpoint = <O extends Operation>(operation: O, run: Run<O>, failurePage?: Parameters<typeof behind>[3]) =>
  behind(deps, operation, run, failurePage);
