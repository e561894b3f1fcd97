import { listAuditLog as operation } from "#shared/contract/audit-log.ts";
import { auditEntryOut, auditFilterIn } from "#shared/mapping/audit-log.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { auditLog } from "#shared/runtime/ports/audit-log.ts";

/** GET /v1/audit-log. */
export const handler = endpoint(operation, async ({ userId, query: { limit, offset, cursor, ...filter } }) => ({
  entries: (await auditLog.list(userId, auditFilterIn(filter), { limit, offset, cursor })).map(auditEntryOut),
  limit,
  offset,
}));
