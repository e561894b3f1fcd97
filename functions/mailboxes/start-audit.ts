import { startAudit as operation } from "#shared/contract/audits.ts";
import { askAudit, type AskAuditPorts } from "#shared/domain/inbox/audit/ask-audit.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { auditOut } from "#shared/mapping/audits.ts";
import { syncQueue } from "#shared/runtime/queues.ts";
import { audits, gate, mailboxes } from "#shared/runtime/store.ts";

/** POST /v1/mailboxes/{id}/audit. */
export const startAudit = (ports: AskAuditPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId, params }) => auditOut(await askAudit(ports, userId, params.id)));

export const handler = startAudit({ gate, mailboxes, audits, syncQueue });
