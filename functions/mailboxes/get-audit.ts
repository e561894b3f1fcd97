import { getAudit as operation } from "#shared/contract/audits.ts";
import { findAudit, type FindAuditPorts } from "#shared/domain/inbox/audit/ask-audit.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { auditOut } from "#shared/mapping/audits.ts";
import { audits, gate, mailboxes } from "#shared/runtime/store.ts";

/** GET /v1/mailboxes/{id}/audit. */
export const getAudit = (ports: FindAuditPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId, params }) => auditOut(await findAudit(ports, userId, params.id)));

export const handler = getAudit({ gate, mailboxes, audits });
