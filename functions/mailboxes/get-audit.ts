import { getAudit as operation } from "#shared/contract/audits.ts";
import { findAudit } from "#shared/domain/inbox/audit/ask-audit.ts";
import { auditOut } from "#shared/mapping/audits.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { audits } from "#shared/runtime/ports/audits.ts";
import { mailboxes } from "#shared/runtime/ports/mailboxes.ts";

const ports = { mailboxes, audits };

/** GET /v1/mailboxes/{id}/audit. */
export const handler = endpoint(operation, async ({ userId, params }) => auditOut(await findAudit(ports, userId, params.id)));
