import { listAuditLog as operation, auditEntryOut, auditFilterIn } from "#shared/accounts/contract/audit-log.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { auditLog } from "#shared/accounts/wiring/stores.ts";

/** GET /v1/audit-log. */
export const handler = endpoint(operation, async ({ userId, query: { limit, offset, cursor, ...filter } }) => ({
  entries: (await auditLog.list(userId, auditFilterIn(filter), { limit, offset, cursor })).map(auditEntryOut),
  limit,
  offset,
}));
