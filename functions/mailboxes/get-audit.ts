import { getAudit as operation, auditOut } from "#shared/inbox/contract/audits.ts";
import { findAudit } from "#shared/inbox/audit/audit.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { audits } from "#shared/inbox/wiring/stores.ts";
import { mailboxes } from "#shared/mailboxes/wiring/stores.ts";

const ports = { mailboxes, audits };

/** GET /v1/mailboxes/{id}/audit. */
export const handler = endpoint(operation, async ({ userId, params }) => auditOut(await findAudit(ports, userId, params.id)));
