import { isOutage } from "../adapters/mongo/outage.ts";
import type { Operation } from "../contract/operation.ts";
import { audited as over, type AuditedRun } from "../http/audited.ts";
import type { Run } from "../http/endpoint.ts";
import { log } from "./log.ts";
import { rateLimits } from "./ports/access.ts";
import { auditLog } from "./ports/audit-log.ts";

const deps = { auditLog, rateLimits, log, isOutage };

/** What answers an operation that the table calls `audited`: it leaves an entry in the audit log. */
export const audited = <O extends Operation>(operation: O, run: AuditedRun<O>): Run<O> => over(deps, operation, run);
